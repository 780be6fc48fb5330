import { join } from 'node:path'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import { subscriberImportRoutes } from '../../../src/http/imports/routes.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import type { WorkerSettings } from '../../../src/importing/worker.ts'
import { importRowRoutes } from '../../../src/http/imports/row-routes.ts'
import { createSpool } from '../../../src/files/spool.ts'
import { anApi } from '../core/api.ts'
import { aWorkFolder, settingsOf, workUntil, workUntilEnded } from './stories.ts'
import { aList } from '../core/records.ts'

const pageTokens = createPageTokens(openSecrets('a secret of the tests, over thirty-two characters'))

/** The minimal create call. */
export const leastImport = {
  column_mapping: ['email'],
  file_source: { type: 'json', content: 'Email\nann@example.com\n' },
}

/** An API with the import routes, a list of organization A, and a worker for what is created there. */
export async function anImportApi({ jsonBytesMax = 100_000 } = {}) {
  const folder = await aWorkFolder()
  const spool = createSpool(join(folder, 'spool'))
  const importFiles = {
    uploadDir: join(folder, 'uploads'),
    scratchDir: folder,
    allow: [],
    allowLoopback: true,
  }
  const api = await anApi((route) => {
    subscriberImportRoutes(route, { spool, jsonBytesMax, importFiles })
    importRowRoutes(route, { spool, uploadDir: importFiles.uploadDir }, pageTokens)
  })
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId)
  const path = `mailing_lists/${listId}/subscriber_imports`
  const create = (fields: object = {}, to = path) =>
    api.call<ImportRecord>('POST', to, { subscriber_import: { ...leastImport, ...fields } })
  return {
    ...api,
    folder,
    nowMs: Date.now(),
    organizationId,
    listId,
    /** The path of the imports of the list. */
    path,
    create,
    /** The status and the error of a rejected create call. */
    problemOf: async (fields: object) => {
      const { status, body } = await create(fields)
      return body.success ? `accepted as ${JSON.stringify(body.data)}` : `${status} ${body.error_message}`
    },
    show: async (id: number) => (await api.call<ImportRecord>('GET', `subscriber_imports/${id}`)).body.data,
    /** Runs a worker until every import has ended. */
    work: (changes: Partial<WorkerSettings> = {}) =>
      workUntilEnded(settingsOf(api.url, folder, changes), api.sql),
    workUntil: (isDone: () => Promise<boolean>, changes: Partial<WorkerSettings> = {}) =>
      workUntil(settingsOf(api.url, folder, changes), isDone),
  }
}

export type ImportApi = Awaited<ReturnType<typeof anImportApi>>
