import { expect, test } from 'vitest'
import { aServer } from '../../test/harness/core/server.ts'
import { showUpload } from '../contract/imports/uploads.ts'
import { createClient } from './api.ts'
import { uploadFile, uploadOf } from './upload.ts'

test('a file arrives whole under its name, although the connection is lost in the middle', async () => {
  const server = await aServer()
  const connection = { url: server.url, credential: server.a.credential }
  const file = new Blob(['Email\n', 'anna@example.com\n'.repeat(1_000)])
  const sent: number[] = []
  const lossy: typeof fetch = async (input, init) => {
    if (init?.method !== 'PATCH' || !(init.body instanceof Blob)) return fetch(input, init)
    sent.push(init.body.size)
    if (sent.length > 1) return fetch(input, init)
    await fetch(input, { ...init, body: init.body.slice(0, 6_000) })
    throw new TypeError('terminated')
  }
  const offsets: number[] = []
  const source = uploadOf(file, 'Kundschaft – Łódź.csv')
  const id = await uploadFile({ ...connection, fetch: lossy }, source, (offset) => offsets.push(offset))
  expect(sent).toEqual([file.size, file.size - 6_000])
  expect(offsets).toEqual([6_000, file.size])
  const { data } = await createClient(connection).call(showUpload, { params: { id } })
  expect(data).toMatchObject({ filename: 'Kundschaft – Łódź.csv', complete: true, size_bytes: file.size })
})

test('an announcement whose answer is lost, or that a proxy refuses, is repeated; the url may end with a mount', async () => {
  const server = await aServer()
  const connection = { url: `${server.url}/ga/api/v2`, credential: server.a.credential }
  let posts = 0
  const lossy: typeof fetch = async (input, init) => {
    if (init?.method !== 'POST') return fetch(input, init)
    posts += 1
    if (posts === 1) throw new TypeError('fetch failed')
    if (posts === 2) return new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })
    const answer = await fetch(input, init)
    if (posts === 3) throw new TypeError('terminated')
    return answer
  }
  const id = await uploadFile({ ...connection, fetch: lossy }, uploadOf(new Blob(['Email\n']), 'a.csv'))
  expect(posts).toBe(4)
  const { data } = await createClient(connection).call(showUpload, { params: { id } })
  expect(data).toMatchObject({ complete: true, size_bytes: 6 })
})

test('a file that the server refuses is not announced again', async () => {
  const server = await aServer()
  let posts = 0
  const counted: typeof fetch = (input, init) => {
    posts += 1
    return fetch(input, init)
  }
  const connection = { url: server.url, credential: 'bm9ib2R5Om5v', fetch: counted }
  await expect(uploadFile(connection, uploadOf(new Blob(['Email\n']), 'a.csv'))).rejects.toThrow('refused')
  expect(posts).toBe(1)
})
