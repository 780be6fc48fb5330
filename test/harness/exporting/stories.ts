import { join } from 'node:path'
import type { ExportRecord } from '../../../src/contract/exports/endpoints.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import { exportJobs, type ExporterSettings } from '../../../src/exporting/job.ts'
import { createSpool } from '../../../src/files/spool.ts'
import { exportDownloads } from '../../../src/http/exports/download.ts'
import { subscriberExportRoutes } from '../../../src/http/exports/routes.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { erasureRoutes } from '../../../src/http/subscribers/erasure.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { subscriberImportRoutes } from '../../../src/http/imports/routes.ts'
import { runJobs } from '../../../src/work/jobs/worker.ts'
import { anApi } from '../core/api.ts'
import { aWorkFolder, settingsOf, until, workUntilEnded } from '../importing/stories.ts'
import { aList } from '../core/records.ts'

export function exporterOf(
  databaseUrl: string,
  folder: string,
  changes: Partial<ExporterSettings> = {},
): ExporterSettings {
  return {
    databaseUrl,
    spoolDir: join(folder, 'spool'),
    logLevel: process.env.TLOG ?? 'silent',
    lanes: 1,
    heartbeatSeconds: 1,
    ...changes,
  }
}

/** Runs an exporter in this process until the condition holds. */
export async function exportUntil(settings: ExporterSettings, isDone: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController()
  const exporter = runJobs(settings, [exportJobs(settings)], stop.signal)
  try {
    await until(isDone)
  } finally {
    stop.abort(new Error('the test is done'))
    await exporter
  }
}

export function exportUntilEnded(settings: ExporterSettings, sql: Database): Promise<void> {
  return exportUntil(settings, async () => {
    const [open] = await sql<{ count: number }[]>`
      select count(*) from jobs where kind = 'SubscriberExport' and finished_at is null`
    return open?.count === 0
  })
}

const baseUrl = 'https://quiver.example.com'

/** An API with the routes of exports and imports, a list of organization A, and workers for both. */
export async function anExportApi(attributes: object = {}) {
  const folder = await aWorkFolder()
  const spool = createSpool(join(folder, 'spool'))
  const api = await anApi((route, secrets) => {
    subscriberExportRoutes(route, { secrets, spool, baseUrl })
    subscriberImportRoutes(route, { spool, jsonBytesMax: 10_000_000 })
    segmentRoutes(route)
    erasureRoutes(route, secrets)
    mailingListRoutes(route)
    customFieldRoutes(route)
  })
  exportDownloads(api.app, { database: api.database, secrets: api.secrets, spool })
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId, attributes)
  const create = async (fields: object = {}, to = listId) =>
    api.call<ExportRecord>('POST', `mailing_lists/${to}/subscriber_exports`, { subscriber_export: fields })
  const show = async (id: number) =>
    (await api.call<ExportRecord>('GET', `subscriber_exports/${id}`)).body.data
  const work = (changes: Partial<ExporterSettings> = {}) =>
    exportUntilEnded(exporterOf(api.url, folder, changes), api.sql)
  const download = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.app.inject({ method, url: new URL(url).pathname, headers })
  return {
    ...api,
    folder,
    spool,
    organizationId,
    listId,
    create,
    show,
    work,
    download,
    workUntil: (isDone: () => Promise<boolean>, changes: Partial<ExporterSettings> = {}) =>
      exportUntil(exporterOf(api.url, folder, changes), isDone),
    /** Creates an export, runs it, and downloads its file. */
    fileOf: async (fields: object = {}, from = listId): Promise<Buffer> => {
      const { status, body } = await create(fields, from)
      if (status !== 200) throw new Error(`the export was refused: ${body.error_message}`)
      await work()
      const { file, error_message: message } = await show(body.data.id)
      if (file === null) throw new Error(`the export has no file: ${message}`)
      const reply = await download(file.download_url)
      if (reply.statusCode !== 200) throw new Error(`the download answered ${reply.statusCode}`)
      return reply.rawPayload
    },
    /** Runs the worker of imports until all have ended. */
    importAll: () => workUntilEnded(settingsOf(api.url, folder), api.sql),
  }
}

export type ExportApi = Awaited<ReturnType<typeof anExportApi>>
