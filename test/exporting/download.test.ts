import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ExportRecord } from '../../src/contract/exports/endpoints.ts'
import { createSpool } from '../../src/files/spool.ts'
import { exportedFiles } from '../../src/upkeep/purges/exported-files.ts'
import type { UpkeepEnvironment } from '../../src/upkeep/duty.ts'
import { anExportApi } from '../harness/exporting/stories.ts'
import { aSession } from '../harness/records/sessions.ts'

async function aFile() {
  const api = await anExportApi({ name: 'Übersicht' })
  await api.sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${api.organizationId}, ${api.listId}, n || '@example.com' from generate_series(1, 1000) n`
  const { id } = (await api.create({ columns: ['email'] })).body.data
  await api.work()
  const { file } = await api.show(id)
  if (file === null) throw new Error('the export has no file')
  const whole = `email\n${Array.from({ length: 1000 }, (_, index) => `${index + 1}@example.com\n`).join('')}`
  return { ...api, id, file, whole }
}

const events = (api: { sql: Awaited<ReturnType<typeof anExportApi>>['sql'] }) =>
  api.sql<{ details: object }[]>`
    select kind, api_key_id, user_id, subject_id, details from audit_events
    where kind = 'subscriber_export.downloaded' order by id`

test('the link alone downloads the file, with its name, digest and type', async () => {
  const api = await aFile()
  const reply = await api.download(api.file.download_url)
  expect(reply.body).toBe(api.whole)
  expect(createHash('sha256').update(reply.rawPayload).digest('hex')).toBe(api.file.sha256)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="_bersicht-${api.id}.csv"; filename*=UTF-8''%C3%9Cbersicht-${api.id}.csv`,
    'content-length': String(api.whole.length),
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    etag: `"${api.file.sha256}"`,
  })
  const head = await api.download(api.file.download_url, {}, 'HEAD')
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    reply.headers['content-length'],
  ])
  const [name = ''] = await readdir(join(api.folder, 'spool', String(api.organizationId)))
  expect((await stat(join(api.folder, 'spool', String(api.organizationId), name))).mode & 0o777).toBe(0o600)
})

test('a broken download is resumed', async () => {
  const api = await aFile()
  const get = (range: string, more: object = {}) => api.download(api.file.download_url, { range, ...more })
  const size = api.whole.length
  for (const [range, start, end] of [
    ['bytes=100-199', 100, 200],
    ['bytes=100-', 100, size],
    ['bytes=-10', size - 10, size],
    [`bytes=0-${size + 99}`, 0, size],
  ] as const) {
    const reply = await get(range)
    expect([range, reply.statusCode, reply.body]).toEqual([range, 206, api.whole.slice(start, end)])
    expect(reply.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${size}`)
  }
  const beyond = await get(`bytes=${size}-`)
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
  for (const range of ['bytes=5-1', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-']) {
    expect([range, (await get(range)).statusCode]).toEqual([range, 200])
  }
  expect((await get('bytes=5-', { 'if-range': `"${api.file.sha256}"` })).statusCode).toBe(206)
  expect((await get('bytes=5-', { 'if-range': '"other"' })).body).toBe(api.whole)
})

test('every download is audited under the caller who got the link, a HEAD is not', async () => {
  const api = await aFile()
  const user = await aSession(api, api.organizationId, { permissions: { subscriber: ['export'] } })
  const shown = await api.call<ExportRecord>('GET', `subscriber_exports/${api.id}`, undefined, user)
  await api.download(api.file.download_url)
  await api.download(shown.body.data.file?.download_url ?? '', { range: 'bytes=5-9' })
  await api.download(api.file.download_url, {}, 'HEAD')
  const common = { kind: 'subscriber_export.downloaded', subject_id: api.id }
  expect([...(await events(api))]).toEqual([
    {
      ...common,
      api_key_id: api.a.apiKeyId,
      user_id: null,
      details: { remote_address: '127.0.0.1', range: null },
    },
    {
      ...common,
      api_key_id: null,
      user_id: user.userId,
      details: { remote_address: '127.0.0.1', range: 'bytes=5-9' },
    },
  ])
})

test('a system administrator who has stepped in downloads, and is named in the log', async () => {
  const api = await aFile()
  const user = await aSession(api, 1, { role: 'system_admin' })
  await api.sql`update user_sessions set stepped_into_organization_id = ${api.organizationId}`
  const shown = await api.call<ExportRecord>('GET', `subscriber_exports/${api.id}`, undefined, user)
  const url = shown.body.data.file?.download_url ?? ''
  expect((await api.download(url)).body).toBe(api.whole)
  const [event] = await api.sql`
    select organization_id, actor_organization_id, user_id from audit_events where kind = 'subscriber_export.downloaded'`
  expect(event).toEqual({
    organization_id: api.organizationId,
    actor_organization_id: 1,
    user_id: user.userId,
  })
  await api.sql`update users set role = 'standard' where id = ${user.userId}`
  expect((await api.download(url)).statusCode).toBe(404)
})

test('a download in many pieces is audited once, and again if it begins again', async () => {
  const api = await aFile()
  const ranges = ['bytes=0-99', 'bytes=100-199', 'bytes=200-', 'bytes=0-99', 'bytes=100-']
  for (const range of ranges) await api.download(api.file.download_url, { range })
  const details = (await events(api)).map((event) => event.details)
  const first = { remote_address: '127.0.0.1', range: 'bytes=0-99' }
  expect(details).toEqual([first, first])
})

test('an organization has at most 100 exports at a time, and so many bytes of them', async () => {
  const api = await aFile()
  const more = async () => (await api.create()).body.error_message
  await api.sql`update subscriber_exports set size_bytes = ${20 * 1024 ** 3}`
  expect(await more()).toContain('limit of 21474836480 bytes together')
  await api.sql`update subscriber_exports set expires_at = now()`
  expect(await more()).toBeNull()
  await api.sql`
    with made as (
      insert into subscriber_exports (organization_id, mailing_list_id, file_format)
      select ${api.organizationId}, ${api.listId}, '{}' from generate_series(2, 100) returning organization_id, id)
    insert into jobs (organization_id, kind, id) select organization_id, 'SubscriberExport', id from made`
  expect(await more()).toContain('at most 100 exports')
})

test('a changed link, one of another server, and one for another organization do not exist', async () => {
  const api = await aFile()
  const { pathname } = new URL(api.file.download_url)
  const other = pathname.at(-2) === 'A' ? 'B' : 'A'
  const changed = [
    pathname.slice(0, -2) + other + pathname.at(-1),
    pathname.replace(`-${api.id}-`, `-${api.id + 1}-`),
    pathname.replace('/exports/', '/exports/0'),
    pathname.replace(`/${api.organizationId}-`, `/${api.b.organizationId}-`),
    '/exports/x',
    `/exports/${'1'.repeat(2000)}`,
  ]
  for (const path of changed) {
    const reply = await api.download(`https://quiver.example.com${path}`)
    expect([path, reply.statusCode, reply.body.includes('@example.com')]).toEqual([path, 404, false])
  }
  expect(await events(api)).toHaveLength(0)
  const ofAnother = await api.call('GET', `subscriber_exports/${api.id}`, undefined, api.b)
  const absent = await api.call('GET', 'subscriber_exports/999999', undefined, api.b)
  expect(ofAnother).toEqual(absent)
})

test('a link whose file cannot be looked up now is a page that says so, not an answer of the API', async () => {
  const api = await aFile()
  await api.sql.everywhere()`alter table subscriber_exports rename to not_there`
  onTestFinished(async () => {
    await api.sql.everywhere()`alter table not_there rename to subscriber_exports`
  })
  const reply = await api.download(api.file.download_url)
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    '5',
  ])
  expect(reply.body).toContain('Please try again in a moment')
})

test('a link ends with the rights of the caller who got it', async () => {
  const api = await aFile()
  const user = await aSession(api, api.organizationId, { permissions: { subscriber: ['export'] } })
  const shown = await api.call<ExportRecord>('GET', `subscriber_exports/${api.id}`, undefined, user)
  const link = shown.body.data.file?.download_url ?? ''
  const statusOf = async (url: string) => (await api.download(url)).statusCode
  expect([await statusOf(link), await statusOf(api.file.download_url)]).toEqual([200, 200])
  await api.sql`update users set permissions = '{"subscriber": ["read"]}'`
  await api.sql`update api_keys set active = false where id = ${api.a.apiKeyId}`
  expect([await statusOf(link), await statusOf(api.file.download_url)]).toEqual([404, 404])
})

test('after seven days the link has ended, and upkeep deletes the file', async () => {
  const api = await aFile()
  const spooled = () => readdir(join(api.folder, 'spool', String(api.organizationId)))
  const days = (new Date(api.file.expires_at).getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.99)
  expect(days).toBeLessThan(7.01)
  const environment = {
    database: api.sql,
    spool: createSpool(join(api.folder, 'spool')),
  } as UpkeepEnvironment
  const purge = () => exportedFiles.run(environment, new AbortController().signal)
  await purge()
  expect(await spooled()).toHaveLength(1)
  await api.sql`update subscriber_exports set expires_at = now()`
  const ended = async () => {
    const reply = await api.download(api.file.download_url)
    return [reply.statusCode, reply.body.includes('kept for seven days')]
  }
  expect(await ended()).toEqual([410, true])
  expect(await api.show(api.id)).toMatchObject({ state: 'finished', file: null })
  await purge()
  expect(await spooled()).toEqual([])
  expect(await ended()).toEqual([410, true])
})

test('a link that is taken back ends at once, its file is deleted, and the log says who did it', async () => {
  const api = await aFile()
  const end = (by = api.a) => api.call<ExportRecord>('DELETE', `subscriber_exports/${api.id}`, undefined, by)
  expect((await end(api.b)).status).toBe(404)
  expect((await api.download(api.file.download_url)).statusCode).toBe(200)
  expect((await end()).body.data).toMatchObject({ id: api.id, state: 'finished', file: null })
  expect((await api.download(api.file.download_url)).statusCode).toBe(410)
  const environment = {
    database: api.sql,
    spool: createSpool(join(api.folder, 'spool')),
  } as UpkeepEnvironment
  await exportedFiles.run(environment, new AbortController().signal)
  expect(await readdir(join(api.folder, 'spool', String(api.organizationId)))).toEqual([])
  expect((await end()).body).toMatchObject({ error_message: expect.stringContaining('no file any more') })
  const { id } = (await api.create({ begins_at: '2099-01-01T00:00:00Z' })).body.data
  expect((await api.call('DELETE', `subscriber_exports/${id}`)).body).toMatchObject({
    error_message: expect.stringContaining('cancel it instead'),
  })
  const logged =
    await api.sql`select subject_id from audit_events where kind = 'subscriber_export.file_ended'`
  expect(logged.map(({ subject_id: subject }) => Number(subject))).toEqual([api.id])
})
