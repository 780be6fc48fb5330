import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FieldType } from '../../../src/contract/lists/field-values.ts'
import type { WorkerSettings } from '../../../src/importing/worker.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import type { ImportRow, NewImport } from '../../../src/store/imports/rows.ts'
import { expectImport, type OracleResult } from '../oracle/import.ts'
import type { OracleImport, OracleSubscriber } from '../oracle/model.ts'
import { aDatabase } from '../core/database.ts'
import { putSubscribers } from './existing.ts'
import { aScheduledImport, aWorkFolder, expectOutcome, settingsOf, workUntilEnded } from './stories.ts'
import { aField, aList, someOptions } from '../core/records.ts'

/** A custom field of a list: its type (default: `text`), its options and rules. */
export type GivenField = { field_type?: FieldType; options?: string[]; [rule: string]: unknown }

export type GivenList = {
  /** An existing list with `before` on it; by default one is created. */
  listId?: number
  before?: Map<string, OracleSubscriber>
  /** Custom fields by name. Other names in the mapping are text fields. */
  fields?: Record<string, GivenField>
  /** Attributes that the oracle does not know: triggers, sources. */
  attributes?: Partial<NewImport>
}

type WholeImport = { importId: number; listId: number; oracle: OracleResult }

/** An organization whose imports, each into a list of its own, are compared with the oracle. */
export async function anImporter({ zone = 'UTC' } = {}) {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const organizationId = await insertOrganization(sql, 'A', zone)
  const scheduled: WholeImport[] = []
  const makeList = async (order: OracleImport, given: GivenList): Promise<number> => {
    const { hasConfirmed = false, hasFormat = false } = order
    const listId = await aList(sql, organizationId, { has_confirmed: hasConfirmed, has_format: hasFormat })
    const fieldIds: Record<string, number> = {}
    for (const [name, { options = [], ...rules }] of Object.entries(fieldsOf(order, given.fields))) {
      const fieldId = await aField(sql, organizationId, listId, { name, ...rules })
      await someOptions(sql, organizationId, fieldId, options)
      fieldIds[name] = fieldId
    }
    const keyField = order.keyField === undefined ? null : (fieldIds[order.keyField] ?? null)
    await sql`update mailing_lists set primary_key_custom_field_id = ${keyField} where id = ${listId}`
    await putSubscribers(sql, organizationId, listId, given.before ?? new Map(), fieldIds)
    return listId
  }
  const schedule = async (order: OracleImport, given: GivenList = {}): Promise<WholeImport> => {
    const listId = given.listId ?? (await makeList(order, given))
    const attributes = { ...attributesOf(order), ...given.attributes }
    const content = attributes.source_type === undefined ? order.file : null
    const importId = await aScheduledImport(sql, organizationId, listId, folder, { content, ...attributes })
    const whole = { importId, listId, oracle: expectImport({ zone, ...order }, given.before ?? new Map()) }
    scheduled.push(whole)
    return whole
  }
  const work = (changes: Partial<WorkerSettings> = {}) =>
    workUntilEnded(settingsOf(url, folder, changes), sql)
  return {
    sql,
    url,
    folder,
    organizationId,
    schedule,
    work,
    /** Puts a file into the upload directory of the organization. @returns its path. */
    upload: async (name: string, content: string | Buffer) => {
      const directory = join(folder, 'uploads', String(organizationId))
      await mkdir(directory, { recursive: true })
      await writeFile(join(directory, name), content)
      return join(directory, name)
    },
    /** Runs a worker, then checks every scheduled import. */
    expectAsOracle: async (changes: Partial<WorkerSettings> = {}): Promise<ImportRow[]> => {
      await work(changes)
      const rows: ImportRow[] = []
      for (const { importId, oracle } of scheduled) {
        rows.push(await expectOutcome(sql, organizationId, importId, oracle))
      }
      return rows
    },
  }
}

export type Importer = Awaited<ReturnType<typeof anImporter>>

const builtIn = /^(|email|status|confirmed|email_format|(subscribe|remove|confirm)_(time|ip))$/

function fieldsOf(order: OracleImport, given: Record<string, GivenField> = {}): Record<string, GivenField> {
  const mapped = order.mapping.filter((name) => !builtIn.test(name))
  const names = [...mapped, ...Object.keys(order.defaultFields ?? {})]
  return { ...Object.fromEntries(names.map((name) => [name, {}])), ...given }
}

/** The import as the API would have stored it. */
function attributesOf(order: OracleImport): Partial<NewImport> {
  const { defaultConfirmed, defaultFormat } = order
  return {
    dry_run: order.dryRun ?? false,
    overwrite: order.overwrite ?? false,
    not_in_file: order.notInFile ?? null,
    prune_limit: '100%',
    overwrite_what: {
      custom_fields: order.overwriteFields ?? true,
      confirmed: order.overwriteConfirmed ?? false,
      format: order.overwriteFormat ?? false,
      status: order.overwriteStatus ?? false,
    },
    overwrite_when_status: {
      active: true,
      unsubscribed: false,
      bounced: false,
      deactivated: false,
      scomp: false,
      ...order.whenStatus,
    },
    column_mapping: order.mapping,
    default_custom_fields: order.defaultFields ?? {},
    subscriber_defaults: {
      status: order.defaultStatus ?? 'active',
      ...(defaultConfirmed === undefined ? {} : { confirmed: defaultConfirmed }),
      ...(defaultFormat === undefined ? {} : { format: defaultFormat }),
    },
    file_format: {
      csv_has_headers: order.hasHeaders ?? true,
      character_set: order.characterSet ?? 'utf-8',
      csv_field_separator: order.separator ?? ',',
      csv_field_enclosure: order.enclosure ?? '"',
      date_format: order.dateFormat ?? 'mdy',
      ...(order.statusColumns === undefined ? {} : { status_columns: order.statusColumns }),
    },
  }
}
