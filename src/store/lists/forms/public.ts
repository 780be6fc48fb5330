import type { FormSettings } from '../../../contract/lists/forms/definition.ts'
import type { FieldRules } from '../../../contract/lists/field-values.ts'
import type { Language, OwnTexts } from '../../../contract/responses/words.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { frameJoins, nameAndBrand, ownTexts, type PublicBrand } from '../../responses/frame.ts'
import { findFieldRules } from '../custom-fields.ts'

/** A form as its page shows it. */
export type PublicForm = FormSettings & {
  organizationId: number
  id: number
  listId: number
  token: string
  consent_version: number
  listName: string
  brand: PublicBrand
  brandLanguage: Language | null
  texts: OwnTexts
  /** Form, list and organization are there and active. */
  isOpen: boolean
  /** The list has a sender for the mails. */
  hasSender: boolean
  ofList: FieldRules[]
}

type By = { token: string } | { id: number }

/** Deleted forms and lists included, because visitors may still have their address. null: there never was one. */
export async function findPublicForm(sql: Sql, organizationId: number, by: By): Promise<PublicForm | null> {
  const [row] = await sql<Omit<PublicForm, 'ofList'>[]>`
    select f.organization_id as "organizationId", f.id, f.mailing_list_id as "listId", f.token, f.name, f.active,
      f.opt_in, f.proof_of_work, f.language, f.title, f.introduction, f.button_label, f.fields, f.consent_text,
      f.consent_version, f.allowed_origins, f.mail_subject, f.mail_text, f.mail_button, f.thanks_title, f.thanks_text,
      f.redirect_url, ${nameAndBrand(sql, organizationId)}, coalesce(b.language, ob.language) as "brandLanguage", ${ownTexts(sql, organizationId)} as texts,
      f.active and f.deleted_at is null and l.deleted_at is null and o.active and o.deleted_at is null as "isOpen",
      l.d_from_email <> '' as "hasSender"
    from web_forms f
    join organizations o on o.id = f.organization_id
    join mailing_lists l on l.organization_id = f.organization_id and l.id = f.mailing_list_id
    ${frameJoins(sql, organizationId)}
    where f.organization_id = ${organizationId}
      and ${'token' in by ? sql`f.token = ${by.token}` : sql`f.id = ${by.id}`}`
  if (row === undefined) return null
  return { ...row, ofList: await findFieldRules(sql, organizationId, row.listId) }
}
