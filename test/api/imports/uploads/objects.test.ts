import { expect, test } from 'vitest'
import type { ImportRecord } from '../../../../src/contract/imports/endpoints.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'
import { anObjectStorage, refuse } from '../../../harness/files/object-storage.ts'
import { announce, append, idOf, offsetOf } from '../../../harness/files/uploads.ts'
import { aWorkFolder, settingsOf, until, workUntilEnded } from '../../../harness/importing/stories.ts'

test('while the storage of files is away uploads answer 503 and imports wait; both continue when it is back', async () => {
  const storage = await anObjectStorage()
  const { settings } = storage
  const a = await aServer({ storage: settings })
  const folder = await aWorkFolder()
  const listId = await aList(a.sql, a.a.organizationId)
  const content = Buffer.from(
    `Email\n${Array.from({ length: 500 }, (_, n) => `p${n}@example.com\n`).join('')}`,
  )
  const path = await announce(a, content.length)
  expect((await append(a, path, 0, content.subarray(0, 1000))).status).toBe(204)
  const away = () => storage.answer((_request, response) => refuse(response, 403, 'AccessDenied'))
  away()
  const refused = await append(a, path, 1000, content.subarray(1000))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '15'])
  expect(refused.text).toContain('the storage of files cannot be used now')
  expect(await offsetOf(a, path)).toBe(1000)
  storage.recover()
  expect((await append(a, path, 1000, content.subarray(1000))).status).toBe(204)

  const response = await fetch(`${a.url}/ga/api/v2/mailing_lists/${listId}/subscriber_imports`, {
    method: 'POST',
    headers: { authorization: `Basic ${a.a.credential}` },
    body: JSON.stringify({
      subscriber_import: { column_mapping: ['email'], file_source: { type: 'upload', id: idOf(path) } },
    }),
  })
  const { data } = (await response.json()) as { data: ImportRecord }
  away()
  const reach = { dataDirectory: 'there', place: 's3://files/quiver/test', sharesUploads: false }
  const ended = workUntilEnded(settingsOf(a.databaseUrl, folder, { storage: settings, reach }), a.sql)
  const found = async () => {
    const [row] = await a.sql<{ state: string; isPostponed: boolean }[]>`
      select state, next_attempt_at is not null as "isPostponed" from import_jobs`
    return row
  }
  await until(async () => (await found())?.isPostponed === true)
  expect(await found()).toMatchObject({ state: 'splitting' })
  storage.recover()
  await a.sql`update jobs set next_attempt_at = now()`
  await a.sql`select pg_notify('jobs', 'SubscriberImport')`
  await ended
  const [row] = await a.sql<{ state: string; people: number }[]>`
    select state, (select count(*) from subscribers) as people from import_jobs where id = ${data.id}`
  expect(row).toEqual({ state: 'finished', people: 500 })
})

test('a lost part of a file is an answer that says what to do', async () => {
  const storage = await anObjectStorage()
  const a = await aServer({ storage: storage.settings })
  const listId = await aList(a.sql, a.a.organizationId)
  const content = Buffer.from('Email\np1@example.com\n')
  const path = await announce(a, content.length)
  await append(a, path, 0, content)
  for (const object of await storage.objects()) await storage.lose(object)
  const response = await fetch(`${a.url}/ga/api/v2/mailing_lists/${listId}/subscriber_imports/inspect`, {
    method: 'POST',
    headers: { authorization: `Basic ${a.a.credential}` },
    body: JSON.stringify({ subscriber_import: { file_source: { type: 'upload', id: idOf(path) } } }),
  })
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({
    error_code: 'internal_error',
    error_message: expect.stringMatching(
      /^A part of the stored file .* is missing .*Upload or create the file again\.$/,
    ),
  })
})
