import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMemberTap } from '../../../../src/http/imports/member.ts'
import { anImportApi, leastImport } from '../../../harness/importing/api.ts'
import { firstAnswer } from '../../../harness/core/socket.ts'
import { until } from '../../../harness/core/until.ts'

const place = { path: ['file_source', 'content'], wrapper: 'subscriber_import', reference: 'reference' }

/** JSON in ASCII only, as many clients write it. */
const toAscii = (json: string) =>
  json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('the content is taken out of the body', () => {
  /** The rest and the content of a body that arrives in pieces of these sizes. */
  function takeOut(body: string, sizes: readonly number[]) {
    const tap = createMemberTap(place)
    const bytes = Buffer.from(body)
    const taken: ReturnType<typeof tap.take>[] = []
    for (let begin = 0, turn = 0; begin < bytes.length; turn += 1) {
      const end = begin + (sizes[turn % sizes.length] ?? 1)
      taken.push(tap.take(bytes.subarray(begin, end)))
      begin = end
    }
    const contents = taken.flatMap(({ content }) => content ?? [])
    return {
      rest: Buffer.concat(taken.map(({ rest }) => rest)).toString(),
      content: contents.length === 0 ? null : Buffer.concat(contents).toString(),
      characters: tap.characters(),
    }
  }

  test('in pieces of any size, at any position, with any escapes', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 })
    const other = fc.jsonValue()
    const source = fc.record({ type: text, content: text, more: other })
    const body = fc
      .tuple(other, source, other)
      .chain(([before, file_source, after]) =>
        fc.constantFrom(
          { before, file_source, after },
          { before, subscriber_import: { content: 'no', file_source, after } },
          { list: [{ file_source: { content: 'no' } }], file_source },
          { subscriber_import: [{ file_source }], file_source },
        ),
      )
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 })
    const property = fc.property(body, sizes, fc.boolean(), fc.boolean(), (value, pieces, ascii, pretty) => {
      const json = JSON.stringify(value, undefined, pretty ? 2 : undefined)
      const sent = ascii ? toAscii(json) : json
      const { rest, content } = takeOut(sent, pieces)
      const parsed = JSON.parse(rest)
      const found = parsed.file_source ?? parsed.subscriber_import.file_source
      expect(found.content).toBe('reference')
      found.content = content
      expect(parsed).toEqual(JSON.parse(json))
    })
    fc.assert(property, { numRuns: 500 })
  })

  test('by the meaning of its keys, not by their spelling', () => {
    const odd = String.raw`{"subscriber\u005fimport":{"x\"":"y\\","file_source" : {"\u0063ontent":"a\/\n\ud83d\ude00"}}}`
    expect(takeOut(odd, [3])).toMatchObject({ content: 'a/\n😀', characters: 17 })
    for (const elsewhere of [
      '{"content":"a"}',
      '[{"file_source":{"content":"a"}}]',
      '{"file_source":["content","a"]}',
    ]) {
      expect(takeOut(elsewhere, [1])).toEqual({ rest: elsewhere, content: null, characters: 0 })
    }
  })
})

async function aListeningApi(jsonBytesMax = 50_000_000) {
  const api = await anImportApi({ jsonBytesMax })
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const folder = join(api.folder, 'spool', String(api.organizationId))
  const spooled = async () => {
    const names = await readdir(folder).catch(() => [])
    const stats = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
    return stats.map((found) => found?.size ?? 0)
  }
  const head = (length: number) =>
    `POST /ga/api/v2/${api.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${api.a.credential}\r\n` +
    `Content-Length: ${length}\r\n\r\n`
  return { api, port: Number(new URL(url).port), spooled, head }
}

const opening = '{"subscriber_import":{"column_mapping":["email"],"file_source":{"type":"json","content":"'

test('content is on disk before the body is complete, and deleted when the client disconnects', async () => {
  const { port, head, spooled } = await aListeningApi()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(head(30_000_000) + opening + 'x'.repeat(20_000_000))
  await until(async () => (await spooled()).some((size) => size > 19_000_000))
  socket.destroy()
  await until(async () => (await spooled()).length === 0)
})

test('content above the limit is rejected while it arrives', async () => {
  const { port, head, spooled } = await aListeningApi(1_000_000)
  const answer = await firstAnswer(port, head(90_000_000) + opening + 'x'.repeat(1_500_000))
  expect([answer.status, JSON.parse(answer.body).error_message]).toEqual([
    413,
    'file_source.content must be at most 1000000 bytes; send larger files by upload_directory or url',
  ])
  expect(await spooled()).toEqual([])
})

test('the rest of the body has the limit of any other body, while it arrives', async () => {
  const { port, head } = await aListeningApi()
  const values = await firstAnswer(port, `${head(60_000_000)}[${'{},'.repeat(100_001)}`)
  expect(JSON.parse(values.body).error_message).toBe('the body has more than 100000 values')
  const large = await firstAnswer(port, `${head(60_000_000)}{"a":"${'x'.repeat(1_100_000)}`)
  expect(JSON.parse(large.body).error_message).toBe('the body is too large')
})

test('invalid bytes in the JSON string are rejected where they are, and nothing is left on disk', async () => {
  const { api, spooled } = await aListeningApi()
  const send = async (body: string | Buffer) => {
    const headers = { authorization: `Basic ${api.a.credential}` }
    const answer = await api.app.inject({
      method: 'POST',
      url: `/ga/api/v2/${api.path}`,
      headers,
      payload: body,
    })
    return answer.json().error_message
  }
  const column = opening.length + 1
  const invalid = (place: number) => `the body is not valid JSON at line 1, column ${place}: expected`
  expect(await send(`${opening}é"}x`)).toBe(`${invalid(column + 3)} , or }`)
  expect(await send(`${opening}ab\n"}`)).toMatch(`${invalid(column + 2)} an escape such as`)
  expect(await send(`${opening}ab\\n\\x"}}}`)).toMatch(`${invalid(column + 4)} an escape such as`)
  expect(await send(`${opening}ab`)).toMatch(`${invalid(column + 2)} " at the end of the string`)
  expect(await send(`${opening}a","content":"b"}}}`)).toBe('file_source.content must be given once')
  for (const half of ['\\ud800', '\\udc00', '\\ud800\\n', '\\ud800x', '\\ud800\\ud800', '\\udc00\\ud800']) {
    expect(await send(`${opening}a${half}"}}}`), half).toBe('file_source.content is not valid Unicode')
  }
  expect(await send(Buffer.from(`${opening}caf\u00e9"}}}`, 'latin1'))).toBe('the body is not valid UTF-8')
  expect(await spooled()).toEqual([])
})

test('the same content with the same Idempotency-Key is imported once; other content is another request', async () => {
  const { api, spooled } = await aListeningApi()
  const send = async (content: string) => {
    const headers = { authorization: `Basic ${api.a.credential}`, 'idempotency-key': 'k' }
    const payload = { subscriber_import: { ...leastImport, file_source: { type: 'json', content } } }
    const answer = await api.app.inject({ method: 'POST', url: `/ga/api/v2/${api.path}`, headers, payload })
    return { status: answer.statusCode, text: answer.body }
  }
  const first = await send('Email\nann@example.com\n')
  expect(first.status).toBe(200)
  expect(await send('Email\nann@example.com\n')).toEqual(first)
  expect((await send('Email\nben@example.com\n')).status).toBe(422)
  expect(await spooled()).toHaveLength(1)
  expect([...(await api.sql`select from import_jobs`)]).toHaveLength(1)
})
