import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { AssetRecord, AssetUse } from '../../../src/contract/resources/assets.ts'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { sequenceRoutes } from '../../../src/http/autoresponders/sequences.ts'
import { campaignRoutes } from '../../../src/http/campaigns/routes.ts'
import { templateRoutes } from '../../../src/http/campaigns/templates.ts'
import { assetRoutes } from '../../../src/http/resources/assets.ts'
import { brandRoutes } from '../../../src/http/resources/brands.ts'
import { anApi } from '../../harness/core/api.ts'
import { aList } from '../../harness/core/records.ts'

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function anApiWithPictures(pictures = { allow: [] as string[], allowLoopback: true }) {
  const api = await anApi(
    (route) => assetRoutes(route, { baseUrl: 'https://mail.example', pictures }),
    (route) => brandRoutes(route, { baseUrl: 'https://mail.example' }),
    campaignRoutes,
    templateRoutes,
    autoresponderRoutes,
    sequenceRoutes,
  )
  const listId = await aList(api.sql, api.a.organizationId, { name: 'News' })
  const upload = async (content: string, filename: string, as = api.a) =>
    (await api.call<AssetRecord>('POST', 'assets', { asset: { content, filename } }, as)).body.data
  const add = async (path: string, body: object) =>
    (await api.call<{ id: number }>('POST', `mailing_lists/${listId}/${path}`, body)).body.data.id
  const list = async (query: string) => (await api.call<AssetRecord[]>('GET', `assets?${query}`)).body
  const copy = (url: string) => api.call<AssetRecord>('POST', 'assets/copy', { asset: { url } })
  return { ...api, listId, upload, add, list, copy }
}

const showing = (url: string) => ({
  contents: [{ name: '', subject: 'Hi', format: 'html', html: `<img src="${url}"> <img src="${url}">` }],
})

test('what shows a picture is counted and named: messages, templates, steps, footer and logo', async () => {
  const { call, a, b, sql, listId, upload, add, list } = await anApiWithPictures()
  const { id, url } = await upload(gif, 'logo.gif')
  const unused = await upload(png, 'Unused.png')
  await upload(gif, 'logo.gif', b)
  await add('campaigns', { name: 'May', ...showing(url) })
  const sent = await add('campaigns', { name: 'April', ...showing(url) })
  await call('POST', `campaigns/${sent}/cancel`)
  await add('campaigns', { name: 'Other', ...showing('https://mail.example/a/1-0123456789012345678901') })
  await add('templates', { name: 'Letter', ...showing(url) })
  const welcome = await add('autoresponders', { name: 'Welcome', trigger: 'subscription' })
  for (const name of ['Second', 'Third']) {
    await add(`autoresponders/${welcome}/steps`, { name, content_html: `<p background="${url}">` })
  }
  await sql`update organizations set html_footer = ${`<img src="${url}">`} where id = ${a.organizationId}`
  await call('PUT', `mailing_lists/${listId}/brand`, { logo_id: id })

  const { uses } = (await call<{ uses: AssetUse[] }>('GET', `assets/${id}/uses`)).body.data
  expect(uses.map(({ type, name, state }) => [type, name, state].join(' ').trim())).toEqual([
    'Autoresponder Welcome',
    'Brand News',
    'Campaign April cancelled',
    'Campaign May idle',
    'Organization A',
    'Template Letter',
  ])
  const counts = (await list('uses=true')).data.map((one) => [one.filename, one.use_count])
  expect(counts).toEqual([
    ['Unused.png', 0],
    ['logo.gif', uses.length],
  ])
  expect((await call<{ uses: AssetUse[] }>('GET', `assets/${unused.id}/uses`)).body.data.uses).toEqual([])
  expect((await call('GET', `assets/${id}/uses`, undefined, b)).status).toBe(404)
})

test('pictures are found by a part of their name', async () => {
  const { upload, list } = await anApiWithPictures()
  await upload(gif, 'Spring 100%.gif')
  await upload(png, 'summer.png')
  expect((await list('filename_contains=SPRING')).data).toMatchObject([{ filename: 'Spring 100%.gif' }])
  expect((await list('filename_contains=%25')).num_records).toBe(1)
  expect((await list('')).data[0]).not.toHaveProperty('use_count')
})

/** Serves one picture, what is not one, and one that is too large. */
async function anotherServer(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/large.png') return response.end(Buffer.alloc(5 * 1_048_576 + 1))
    if (request.url === '/page') return response.end('<html>')
    if (request.url === '/moved') return response.writeHead(302, { location: '/a%20b.gif?v=2' }).end()
    return response.end(Buffer.from(gif, 'base64'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a picture of another server is copied once, by the rules of pictures and of downloads', async () => {
  const { call, copy, upload } = await anApiWithPictures()
  const origin = await anotherServer()
  const first = await copy(`${origin}/a%20b.gif?v=2`)
  expect(first.body.data).toMatchObject({ filename: 'a b.gif', content_type: 'image/gif', size_bytes: 42 })
  expect((await copy(`${origin}/moved`)).body.data.id).toBe(first.body.data.id)
  expect((await upload(gif, 'logo.gif')).id).toBe(first.body.data.id)
  const refused = async (url: string) => (await copy(url)).body.error_message
  expect(await refused(`${origin}/page`)).toBe('url must lead to a PNG, JPEG, GIF or WebP picture')
  expect(await refused(`${origin}/large.png`)).toMatch(
    /is larger than 5 MB, the most that a picture may have\.$/,
  )
  expect(await refused('ftp://example.com/a.gif')).toMatch(/must begin with http/)
  expect((await call<AssetRecord[]>('GET', 'assets')).body.num_records).toBe(1)
})

test('a picture is not copied from a private address', async () => {
  const { call, copy } = await anApiWithPictures({ allow: [], allowLoopback: false })
  const { body } = await copy(`${await anotherServer()}/a.gif`)
  expect(body.error_message).toMatch(/is not on the public internet/)
  expect((await call<AssetRecord[]>('GET', 'assets')).body.num_records).toBe(0)
})
