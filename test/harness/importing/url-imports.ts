import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Scoped } from '../../../src/database/driver/connection.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import type { NewImport } from '../../../src/store/imports/rows.ts'
import { startUrlSource } from '../fakes/url-source.ts'
import { aDatabase } from '../core/database.ts'
import { aScheduledImport, aWorkFolder, settingsOf } from './stories.ts'
import { aList } from '../core/records.ts'

/** A database, a folder, the settings of a worker, and a server to fetch from. */
export async function aUrlCase() {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const source = await startUrlSource()
  onTestFinished(() => source.close())
  return { sql, url, folder, source, settings: settingsOf(url, folder) }
}

/** Schedules the import of a url into a new list, or into the given one. */
export async function aUrlImport(
  sql: Scoped,
  folder: string,
  url: string,
  changes: Partial<NewImport> = {},
): Promise<{ organizationId: number; importId: number }> {
  const organizationId = await insertOrganization(sql, url, 'UTC')
  const listId = await aList(sql, organizationId)
  const importId = await aScheduledImport(sql, organizationId, listId, folder, {
    content: null,
    column_mapping: ['email', ''],
    source_type: 'url',
    source_filename: null,
    source_url: url,
    ...changes,
  })
  return { organizationId, importId }
}

/** Files in the spool, complete or partial; paths from its root. */
export async function spooledFiles(folder: string): Promise<string[]> {
  const found = await readdir(join(folder, 'spool'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)
}
