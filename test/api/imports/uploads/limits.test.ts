import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { anActor } from '../../../harness/core/api.ts'
import { aServer } from '../../../harness/core/server.ts'
import { until } from '../../../harness/core/until.ts'
import { canMount, mountDisk } from '../../../harness/files/small-disk.ts'
import {
  announce,
  append,
  idOf,
  offsetOf,
  randomContent,
  sendPart,
  tus,
  uploadWhole,
} from '../../../harness/files/uploads.ts'

const sentenceOf = ({ text }: { text: string }) => JSON.parse(text).error_message as string

const post = (length: number) =>
  ({ method: 'POST', path: 'uploads', headers: { 'upload-length': String(length) } }) as const

test('an organization has at most 100 uploads, and so many bytes together', async () => {
  const server = await aServer({ uploadBytesMax: 10_000 })
  const { sql, a } = server
  const first = await announce(server, 9000)
  const tooMuch = await tus(server, post(1001))
  expect([tooMuch.status, sentenceOf(tooMuch)]).toEqual([413, expect.stringContaining('9000 are in use')])
  expect((await tus(server, { method: 'DELETE', path: first })).status).toBe(204)
  await announce(server, 1001)
  await sql.everywhere()`
    insert into uploads (organization_id, filename, size_bytes, spool_name)
    select ${a.organizationId}, 'x', 0, number::text from generate_series(1, 99) number`
  const tooMany = await tus(server, post(0))
  expect([tooMany.status, sentenceOf(tooMany)]).toEqual([422, expect.stringContaining('at most 100 uploads')])
})

test('uploads that are announced at the same time pass no limit together', async () => {
  const server = await aServer({ uploadBytesMax: 10_000 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => tus(server, post(3000))))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 413)).toHaveLength(9)
})

test('an organization sends at most 8 at once; others are not affected', async () => {
  const server = await aServer()
  const content = randomContent(10)
  const parts = []
  for (let number = 0; number < 8; number += 1) {
    const path = await announce(server, 10)
    parts.push(sendPart(server, path, { offset: 0, content, cutAt: 5 }))
  }
  const path = await announce(server, 10)
  const nothing = Buffer.alloc(0)
  await until(async () => (await append(server, path, 0, nothing)).status === 429)
  const other = { ...server, a: server.system }
  await uploadWhole(other, content)
  for (const { cut } of parts) cut()
  await until(async () => (await append(server, path, 0, content)).status === 204)
})

test('a body that pauses too long is ended, and continues where it stopped', async () => {
  const server = await aServer({ settings: { bodyIdleMs: 200 } })
  const content = randomContent(50_000)
  const path = await announce(server, content.length)
  const { status } = sendPart(server, path, { offset: 0, content, cutAt: 20_000 })
  expect(await status).toBe(408)
  expect(await offsetOf(server, path)).toBe(20_000)
  expect((await append(server, path, 20_000, content.subarray(20_000))).status).toBe(204)
})

test('an upload takes longer than other bodies may, which are ended', async () => {
  const server = await aServer({ settings: { bodyTotalMs: 100, bodyIdleMs: 400 } })
  const content = randomContent(30_000)
  const path = await announce(server, content.length)
  const began = performance.now()
  // 408 after the pause, not after the time for a whole body.
  expect(await sendPart(server, path, { offset: 0, content, cutAt: 10_000 }).status).toBe(408)
  expect(performance.now() - began).toBeGreaterThan(390)
  const slow = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"mailing_list":')),
  })
  const answer = await fetch(`${server.url}/ga/api/v2/mailing_lists`, {
    method: 'POST',
    headers: { authorization: `Basic ${server.a.credential}` },
    body: slow,
    duplex: 'half',
  })
  expect(answer.status).toBe(408)
  expect(sentenceOf({ text: await answer.text() })).toContain('the body took longer than 0.1 seconds')
})

test('another organization’s upload answers as one that does not exist', async () => {
  const server = await aServer()
  const path = await announce(server, 10)
  const as = server.system.credential
  const calls = [
    { method: 'HEAD', path },
    { method: 'GET', path },
    { method: 'DELETE', path },
    { method: 'PATCH', path, headers: { 'upload-offset': '0' }, body: randomContent(10) },
    {
      method: 'POST',
      path,
      headers: { 'upload-offset': '0', 'x-http-method-override': 'PATCH' },
      body: randomContent(10),
    },
    { method: 'POST', path, headers: { 'x-http-method-override': 'DELETE' } },
  ]
  for (const call of calls) {
    const foreign = await tus(server, { ...call, as })
    const missing = await tus(server, { ...call, path: path.replace(/\d+$/, '999') })
    expect([call.method, foreign.status, foreign.text]).toEqual([call.method, 404, missing.text])
  }
  const list = await tus(server, { method: 'GET', path: 'uploads', as })
  expect(JSON.parse(list.text).data).toEqual([])
  expect(await offsetOf(server, path)).toBe(0)
})

test('no byte is read before the credential and the permission are known', async () => {
  const server = await aServer()
  const path = await announce(server, 10)
  const { sql, a } = server
  const nobody = {
    ...server,
    a: { credential: Buffer.from(`${a.organizationId}:${'0'.repeat(40)}`).toString('base64') },
  }
  const content = randomContent(10)
  expect((await append(nobody, path, 0, content)).status).toBe(401)
  expect((await tus(nobody, post(10))).status).toBe(401)
  expect(await sendPart(nobody, path, { offset: 0, content, cutAt: 5 }).status).toBe(401)
  expect(await offsetOf(server, path)).toBe(0)
  expect([...(await sql.everywhere()`select id from uploads`)]).toEqual([{ id: idOf(path) }])
})

test.skipIf(!canMount)(
  'a full disk ends an upload with a sentence, and what arrived is kept until there is room',
  async () => {
    const spoolDir = await mkdtemp(join(tmpdir(), 'quiver-full-'))
    const unmount = mountDisk(spoolDir, '300m')
    onTestFinished(async () => {
      unmount()
      await rm(spoolDir, { recursive: true })
    })
    const server = await aServer({ spoolDir })
    const content = randomContent(20_000_000)
    const path = await announce(server, content.length)
    const tooLarge = await tus(server, post(60_000_000))
    expect([tooLarge.status, sentenceOf(tooLarge)]).toEqual([507, expect.stringContaining('has no room')])
    const filler = join(spoolDir, 'filler')
    execFileSync('fallocate', ['-l', '34000000', filler])
    const full = await append(server, path, 0, content)
    expect([full.status, sentenceOf(full)]).toEqual([
      507,
      expect.stringContaining('the bytes that arrived are kept'),
    ])
    const offset = await offsetOf(server, path)
    expect(offset).toBeGreaterThan(8_000_000)
    expect((await append(server, path, offset, content.subarray(offset))).status).toBe(507)
    await rm(filler)
    const { status } = await append(server, path, offset, content.subarray(offset))
    expect(status).toBe(204)
  },
)

test('a key of the same organization continues what another began', async () => {
  const server = await aServer()
  const content = randomContent(10)
  const path = await announce(server, 10)
  await append(server, path, 0, content.subarray(0, 4))
  const [row] =
    await server.sql.everywhere()`select offset_bytes, used_at > created_at as is_later from uploads`
  expect(row).toEqual({ offset_bytes: 4, is_later: true })
  const colleague = await anActor(server.sql, server.secrets, server.a.organizationId)
  expect((await append({ ...server, a: colleague }, path, 4, content.subarray(4))).status).toBe(204)
})

test('an upload in the data directory of another machine is shown, and continued only there', async () => {
  const server = await aServer()
  const content = randomContent(10)
  const path = await announce(server, 10)
  await server.sql.everywhere()`update uploads set data_directory = 'elsewhere'`
  expect(await offsetOf(server, path)).toBe(0)
  const answer = await append(server, path, 0, content)
  expect([answer.status, sentenceOf(answer)]).toEqual([409, expect.stringContaining('another machine')])
  await server.sql.everywhere()`update uploads set data_directory = 'here'`
  expect((await append(server, path, 0, content)).status).toBe(204)
})
