import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aSession } from '../../harness/records/sessions.ts'
import { aServer } from '../../harness/core/server.ts'

const url = '/ga/api/v2/mailing_lists'

async function aStart() {
  const server = await aServer()
  const { app, a } = server
  const headers = { authorization: `Basic ${a.credential}` }
  const get = (more: Record<string, string> = {}) => app.inject({ url, headers: { ...headers, ...more } })
  for (let n = 0; n < 9; n += 1) {
    const payload = JSON.stringify({ mailing_list: { name: `News ${n}` } })
    await app.inject({ method: 'POST', url, headers, payload })
  }
  const session = await aSession(server, a.organizationId, { role: 'organization_admin' })
  return { app, headers, get, session }
}

test('a read that has not changed is 304 to those who have it, and new after a change', async () => {
  const { app, headers, get } = await aStart()
  const first = await get()
  const tag = String(first.headers['etag'])
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
  const again = await get({ 'if-none-match': tag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const payload = JSON.stringify({ mailing_list: { name: 'More' } })
  const made = await app.inject({ method: 'POST', url, headers, payload })
  expect(made.headers['etag']).toBeUndefined()
  expect((await get({ 'if-none-match': tag })).statusCode).toBe(200)
})

test('an answer is compressed as the caller takes it, but not to a session', async () => {
  const { app, get, session } = await aStart()
  const plain = (await get()).body
  const packed = await get({ 'accept-encoding': 'gzip, deflate, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain)
  expect(packed.rawPayload.length).toBeLessThan(plain.length / 4)
  const gzipped = await get({ 'accept-encoding': 'gzip, br;q=0' })
  expect(gzipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain)
  expect((await get({ 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined()
  const shown = await app.inject({ url, headers: { ...session.headers, 'accept-encoding': 'br, gzip' } })
  expect([shown.statusCode, shown.headers['content-encoding']]).toEqual([200, undefined])
})
