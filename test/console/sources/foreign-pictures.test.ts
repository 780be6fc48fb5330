import { expect, test } from 'vitest'
import {
  addressOf,
  foreignPictures,
  withPictures,
} from '../../../console/campaigns/compose/blocks/foreign.ts'
import { withOwnPictures } from '../../../console/campaigns/compose/preview/own-pictures.ts'
import { newDocument } from '../../../console/campaigns/compose/starts.ts'

const own = 'https://mail.example/a/3-0123456789012345678901'

const html = `<table background='http://a.example/paper.png'><tr><td style="background:url(https://a.example/x.png)">
<IMG alt="x" src="https://a.example/x.png?w=1&amp;h=2"><img src=https://a.example/bare.gif><img src="${own}">
<img src="https://a.example/%%first_name%%.png"><a href="https://a.example/page.png">x</a><img src="cid:logo">
<script src="https://a.example/a.js"></script><img data-src="https://a.example/late.png">`

const written = [
  'https://a.example/x.png?w=1&amp;h=2',
  'https://a.example/bare.gif',
  'http://a.example/paper.png',
  'https://a.example/x.png',
]

test('pictures of other servers are found where HTML loads them, and replaced everywhere', () => {
  expect(foreignPictures({ html, document: null })).toEqual(written)
  expect(addressOf(written[0] ?? '')).toBe('https://a.example/x.png?w=1&h=2')
  const copies = new Map(written.map((url, place) => [url, `${own.slice(0, -1)}${place}$&`]))
  const copied = withPictures({ html, document: null }, copies)
  for (const url of copies.values()) expect(copied.html).toContain(url)
  expect(foreignPictures({ html: copied.html?.replaceAll('$&', '') ?? '', document: null })).toEqual([])
  expect(copied.html).toContain('href="https://a.example/page.png"')
})

test('pictures of blocks are found and replaced at any depth', () => {
  const src = 'https://a.example/x.png'
  const picture = { id: 'p', type: 'image', src, alt: 'A', href: '' }
  const columns = { id: 'c', type: 'columns', columns: [[picture], [{ ...picture, id: 'q', src: own }]] }
  const document = { ...newDocument(), blocks: [columns] } as unknown as ReturnType<typeof newDocument>
  expect(foreignPictures({ html, document })).toEqual([src])
  const copied = withPictures({ html, document }, new Map([[src, own]]))
  expect(copied).toEqual({ document: JSON.parse(JSON.stringify(document).replace(src, own)) })
})

test('a preview shows the pictures of Quiver from the address at which the console is open', () => {
  const here = 'http://10.0.0.7:8080/mail'
  const path = '/a/3-0123456789012345678901'
  const message = `<img src="https://mail.example/sub${path}"><td style="background:url(http://track.example:81${path})">
<img src="https://a.example/x.png"><img src="https://a.example${path}5"><p>https://mail.example/a/3</p>`
  expect(withOwnPictures(message, here)).toBe(
    message
      .replace(`https://mail.example/sub${path}`, here + path)
      .replace(`http://track.example:81${path}`, here + path),
  )
})
