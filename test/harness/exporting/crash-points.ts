import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { insertExport } from '../../../src/store/exports/rows.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { aDatabase } from '../core/database.ts'
import { aWire, type CutAt } from '../core/wire.ts'
import { aList } from '../core/records.ts'
import { aWorkFolder } from '../importing/stories.ts'
import { exporterOf, exportUntil, exportUntilEnded } from './stories.ts'

export async function aScheduledExport(
  sql: Database,
  organizationId: number,
  listId: number,
): Promise<number> {
  return sql.begin((sql) =>
    insertExport(sql, organizationId, {
      mailing_list_id: listId,
      segment_id: null,
      segment_name: null,
      statuses: null,
      selection: null,
      columns: [{ name: 'email' }],
      file_format: {
        type: 'csv',
        gzip: false,
        csv_field_separator: ',',
        csv_field_enclosure: '"',
        guard_formulas: false,
      },
      begins_at: null,
      api_key_id: 1,
      user_id: null,
      place: null,
    }),
  )
}

/** A list of so many people, and a folder for the files. */
export async function anExportedList(people: number) {
  const { sql, url, giveBack } = await aDatabase()
  const folder = await aWorkFolder()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${listId}, n || '@example.com' from generate_series(1, ${people}::integer) n`
  const content = `email\n${Array.from({ length: people }, (_, index) => `${index + 1}@example.com\n`).join('')}`
  const files = async () =>
    (await readdir(join(folder, 'spool', String(organizationId))).catch(() => [])).toSorted((a, b) =>
      a < b ? -1 : 1,
    )
  return {
    sql,
    url,
    giveBack,
    folder,
    organizationId,
    listId,
    content,
    files,
    /** The only file of the spool is that of the only, finished export, and is whole. */
    expectOneFile: async () => {
      const [row] = await sql<{ state: string; spool_name: string; records: number; size_bytes: number }[]>`
        select j.state, e.spool_name, j.progress as records, e.size_bytes
        from subscriber_exports e join jobs j on j.organization_id = e.organization_id and j.id = e.id`
      expect(row).toMatchObject({ state: 'finished', records: people, size_bytes: content.length })
      expect(await files()).toEqual([row?.spool_name])
      const path = join(folder, 'spool', String(organizationId), row?.spool_name ?? '')
      expect(await readFile(path, 'utf8')).toBe(content)
      const [told] = await sql<{ count: number }[]>`select count(*) from webhook_events`
      expect(told?.count).toBe(1)
    },
  }
}

/** R2. @returns whether the wire was cut before the export had ended. */
async function dieAt(cutAt: CutAt): Promise<boolean> {
  const story = await anExportedList(2_000)
  const { sql, url, folder, organizationId, listId } = story
  await sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${organizationId}, 'Hook', 'https://receiver.example.com/', '\\x00', '{export_finished, export_failed}')`
  await aScheduledExport(sql, organizationId, listId)
  const wire = await aWire(url, cutAt)
  let isCut = false
  void wire.cut.then(() => (isCut = true))
  const isEnded = async () => {
    const rows = await sql`select 1 from jobs where finished_at is not null`
    return rows.length > 0
  }
  await exportUntil(exporterOf(wire.url, folder), async () => isCut || (await isEnded()))
  const wasCut = isCut
  await exportUntilEnded(exporterOf(url, folder), sql)
  await story.expectOneFile()
  await story.giveBack()
  return wasCut
}

/** @returns the number of deaths before the export had ended. */
export async function dieAtMessages(moment: CutAt['moment'], first: number, step: number): Promise<number> {
  let points = 0
  for (let message = first; await dieAt({ message, moment }); message += step) points += 1
  return points
}
