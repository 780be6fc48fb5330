import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { aKey, aKeyApi, aSecondServer, statusOf } from '../../harness/records/api-keys.ts'
import type { Api } from '../../harness/core/api.ts'
import type { ApiKey } from '../../../src/contract/api-keys.ts'

/** Every row of every table, as text. */
async function dump({ sql }: Api): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await sql<{ text: string }[]>`select t::text as text from ${sql.unsafe(name)} t`
    texts.push(name, ...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

/** Forms in which a key could be stored: as itself, as its bytes, as the credential. */
function tracesOf(credential: string): string[] {
  const hex = atob(credential).split(':')[1] ?? ''
  const bytes = Buffer.from(hex, 'hex')
  const asText = Buffer.from(hex).toString('hex')
  return [hex, asText, bytes.toString('base64'), credential, Buffer.from(credential).toString('hex')]
}

test('neither the database nor the log contains the value of a key', async () => {
  const api = await aKeyApi()
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const server = aSecondServer(api, { log: pino({ level: 'trace' }, stream) })
  const credentials = [api.a.credential, api.system.credential]
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: object, key?: string) => {
    const headers = {
      authorization: `Basic ${api.a.credential}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const { statusCode, body } = await server.inject({ method, url: `/ga/api/v2/${path}`, headers, payload })
    expect(statusCode).toBe(200)
    return (JSON.parse(body) as { data: ApiKey }).data
  }
  for (let index = 0; index < 100; index += 1) {
    const repeat = (what: string) => (index % 3 === 0 ? `${what} ${index}` : undefined)
    const made = await send('POST', 'api_keys', { name: `Key ${index}` }, repeat('create'))
    credentials.push(made.api_key ?? '')
    if (index % 5 === 0) {
      const rotated = await send('POST', `api_keys/${made.id}/rotate`, {}, repeat('rotate'))
      credentials.push(rotated.api_key ?? '')
    }
    if (index % 7 === 0) await send('PUT', `api_keys/${made.id}`, { active: false, name: 'x' })
    if (index % 11 === 0) await send('DELETE', `api_keys/${made.id}`, {})
  }
  for (const credential of credentials.slice(0, 20)) await statusOf(server, credential)
  await server.inject({ url: '/ga/api/v2/nowhere', headers: { authorization: `Basic ${credentials[5]}` } })

  expect(new Set(credentials).size).toBe(122)
  const haystack = `${await dump(api)}\n${lines.join('')}`
  expect(lines.length).toBeGreaterThan(100)
  expect(haystack).toContain('Key 99')
  const found = credentials.filter((credential) =>
    tracesOf(credential).some((trace) => trace.length < 20 || haystack.includes(trace)),
  )
  expect(found).toEqual([])
})

test('two keys with one value have different rows, and cannot be opened with another secret', async () => {
  const api = await aKeyApi()
  const key = await aKey(api)
  const hex = atob(key.api_key ?? '').split(':')[1] ?? ''
  const [row] = await api.sql<{ key_sealed: Uint8Array; key_hmac: Uint8Array }[]>`
    select key_sealed, key_hmac from api_keys where id = ${key.id}`
  const place = { table: 'api_keys', organizationId: api.a.organizationId, id: key.id } as const
  expect(api.secrets.unseal(row?.key_sealed ?? Buffer.alloc(0), place)).toBe(hex)
  expect(Buffer.from(row?.key_sealed ?? []).equals(api.secrets.seal(hex, place))).toBe(false)
  expect(Buffer.from(row?.key_hmac ?? []).equals(api.secrets.fingerprint(hex))).toBe(true)
})
