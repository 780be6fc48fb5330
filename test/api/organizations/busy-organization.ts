import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { ImportState } from '../../../src/contract/imports/states.ts'
import { apiKeyRoutes } from '../../../src/http/api-keys.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { subscriberImportRoutes } from '../../../src/http/imports/routes.ts'
import { createSpool } from '../../../src/files/spool.ts'
import { startUrlSource } from '../../harness/fakes/url-source.ts'
import { anActor, type Anyone, type Api } from '../../harness/core/api.ts'
import { aScheduledImport, aWorkFolder, settingsOf, until } from '../../harness/importing/stories.ts'
import { aMixedImport, type MixedImport } from '../../harness/importing/mixed.ts'
import { anOrganizationApi } from '../../harness/records/organizations.ts'
import { aList } from '../../harness/core/records.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { aWorkerProcess, type WorkerProcess } from '../../harness/importing/worker-processes.ts'
import type { Database, Sql } from '../../../src/database/driver/connection.ts'

const urls = 5
/** Concurrent downloads of one organization; further ones wait. */
const fetchedAtOnce = 2

/** The visible state of an import. */
export type Look = {
  id: number
  state: ImportState
  epoch: number
  number_of_records: number | null
  records_imported: number
  added: number
  is_over: boolean
  is_held: boolean
}

/**
 * Organization A, busy: two worker processes import its big files and wait for its downloads, while they import a
 * file of B. A has 50 sessions and 5 keys besides its first.
 * @param options.files of A, the last of them with so many `rows`, the others with more
 */
export async function aBusyOrganization({ files, rows }: { files: number; rows: number }) {
  const folder = await aWorkFolder()
  const spool = createSpool(join(folder, 'spool'))
  const api = await anOrganizationApi(
    {},
    mailingListRoutes,
    (route) => subscriberImportRoutes(route, { spool, jsonBytesMax: 100_000 }),
    (route, secrets) =>
      apiKeyRoutes(route, { secrets, pageTokens: createPageTokens(secrets), revealApiKeys: 'always' }),
  )
  const source = await startUrlSource()
  onTestFinished(() => source.close())
  const { organizationId } = api.a
  const others = await aMixedImport(api.sql, folder, {
    rows,
    seed: 9,
    organizationId: api.b.organizationId,
  })
  const mixed: MixedImport[] = []
  for (let seed = 1; seed <= files; seed += 1) {
    const size = rows + (files - seed) * Math.round(rows / 1.5)
    mixed.push(await aMixedImport(api.sql, folder, { rows: size, seed, organizationId }))
  }
  const credentials = await someCredentials(api)
  const settings = settingsOf(api.url, folder, {
    preparers: 4,
    sliceSeconds: 0.5,
    rangeSize: { rows: 400, bytes: 1_000_000 },
  })
  const workers: WorkerProcess[] = []
  await withoutSubscribers(api.sql, async (sql) => {
    for (const index of [0, 1]) workers.push(aWorkerProcess({ ...settings, index }))
    // Splitting comes first, because endless downloads would take its slots.
    await until(async () =>
      (await lookAt({ sql }, organizationId)).every(({ state }) => state === 'importing'),
    )
  })
  const busy = {
    ...api,
    folder,
    source,
    mixed,
    others,
    credentials,
    workers,
    /** Downloads in progress of files that never end. */
    fetches: () => source.requests.filter(({ path }) => path === '/stall').length,
    look: () => lookAt(api, organizationId),
    /** Schedules a download for an organization. */
    fetch: (path: string, of = organizationId) => aFetch(api, folder, of, source.url(path)),
  }
  for (let index = 0; index < urls; index += 1) await busy.fetch('/stall')
  await until(async () => busy.fetches() === fetchedAtOnce)
  await until(async () => (await busy.look()).some(({ records_imported }) => records_imported > 0))
  expect(new Set(await statusesOf(busy))).toEqual(new Set([200]))
  return busy
}

export type Busy = Awaited<ReturnType<typeof aBusyOrganization>>

async function someCredentials(api: Api): Promise<Anyone[]> {
  const { organizationId } = api.a
  const credentials: Anyone[] = [api.a]
  for (let index = 0; index < 5; index += 1) {
    credentials.push(await anActor(api.sql, api.secrets, organizationId))
  }
  for (let index = 0; index < 50; index += 1) credentials.push(await aSession(api, organizationId))
  return credentials
}

/** The status of a call with each credential of A. */
export async function statusesOf({
  call,
  credentials,
}: Pick<Busy, 'call' | 'credentials'>): Promise<number[]> {
  const answers = credentials.map((as) => call('GET', 'mailing_lists', undefined, as))
  return (await Promise.all(answers)).map(({ status }) => status)
}

async function aFetch({ sql }: Api, folder: string, organizationId: number, url: string): Promise<number> {
  const listId = await aList(sql, organizationId)
  return aScheduledImport(sql, organizationId, listId, folder, {
    content: null,
    column_mapping: ['email', ''],
    source_type: 'url',
    source_filename: null,
    source_url: url,
  })
}

/** Nobody writes subscribers meanwhile: no import is over before the last has begun. */
function withoutSubscribers(sql: Database, work: (sql: Sql) => Promise<void>): Promise<void> {
  return sql.begin(async (sql) => {
    await sql`lock table subscribers in share mode`
    await work(sql)
  })
}

async function lookAt({ sql }: { sql: Sql }, organizationId: number): Promise<Look[]> {
  return sql<Look[]>`
    select id, state, epoch, number_of_records, records_imported, added,
      finished_at is not null as is_over, leased_until is not null as is_held
    from import_jobs where organization_id = ${organizationId} order by id`
}
