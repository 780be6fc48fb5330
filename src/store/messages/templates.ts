import { invalid } from '../../contract/api/errors.ts'
import { compileParts } from '../../contract/campaigns/input.ts'
import { singleProblem } from '../../contract/messages/input.ts'
import type { ContentLanguage } from '../../contract/campaigns/language.ts'
import type { MessageTemplateChanges, MessageTemplateInput } from '../../contract/messages/templates.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { insertColumns, setColumns, type Resource } from '../resources/rows.ts'
import { nextVersion } from '../server/next-version.ts'

export const messageTemplates: Resource<MessageTemplateInput, MessageTemplateChanges> = {
  what: 'message template',
  versioned: true,
  subject: 'message_template',
  table: 'message_templates',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select id, name, language, subject, format, html, text, document, sample_data, updated_at
    from message_templates where organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'message_templates_name' },
  insert: async (sql, organizationId, { name, language = 'liquid', ...given }) => {
    const { document, ...parts } = partsOf({ ...given, format: given.format ?? 'both' })
    const id = await insertColumns(sql, organizationId, 'message_templates', { name, language, ...parts })
    await setJson(sql, organizationId, id, { document, sample_data: given.sample_data })
    return id
  },
  update: async (sql, organizationId, row, changes) => {
    const { name, language } = changes
    const { document, ...parts } = partsOf(changes)
    await setColumns(sql, organizationId, messageTemplates, { row, columns: { name, language, ...parts } })
    await setJson(sql, organizationId, Number(row.id), { document, sample_data: changes.sample_data })
    await sql`
      update message_templates set updated_at = ${nextVersion(sql)}
      where organization_id = ${organizationId} and id = ${row.id}`
  },
  users: (sql) => sql`select 'Message' as type, 0 as id where false`,
  release: async () => {},
}

type Parts = Pick<MessageTemplateChanges, 'subject' | 'format' | 'html' | 'text' | 'document'>

/** Blocks replace what is written by hand, and the other way round. @throws AppError `validation_failed`. */
function partsOf({ subject, format, html, text, document }: Parts) {
  if (document === undefined && html === undefined && text === undefined) return { subject, format }
  if (document === undefined || document === null) return { subject, format, html, text, document: null }
  const compiled = compileParts({ format, document })
  const problem = singleProblem(compiled)
  if (problem !== null) throw invalid(problem)
  return { subject, ...compiled }
}

async function setJson(
  sql: Transaction,
  organizationId: number,
  id: number,
  { document, sample_data: data }: { document?: object | null | undefined; sample_data?: object | undefined },
): Promise<void> {
  if (document === undefined && data === undefined) return
  const text = (value: object | null | undefined) => (value == null ? null : JSON.stringify(value))
  await sql`
    update message_templates
    set document = ${document === undefined ? sql`document` : sql`${text(document)}::text::jsonb`},
      sample_data = coalesce(${text(data)}::text::jsonb, sample_data)
    where organization_id = ${organizationId} and id = ${id}`
}

export type TemplateContent = {
  id: number
  language: ContentLanguage
  subject: string
  format: 'html' | 'text' | 'both'
  html: string
  text: string
}

export async function findTemplateContents(
  sql: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, TemplateContent>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<TemplateContent[]>`
    select id, language, subject, format, html, text from message_templates
    where organization_id = ${organizationId} and id = any(${[...ids]}::integer[])`
  return new Map(rows.map((row) => [row.id, row]))
}
