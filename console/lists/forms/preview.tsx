import { useState } from 'react'
import { linkDays, shownFields } from '../../../src/contract/lists/forms/definition.ts'
import { mailWords } from '../../../src/contract/lists/forms/mail.ts'
import { signUpMailHtml } from '../../../src/contract/lists/forms/mail-page.ts'
import { afterPage, formPage } from '../../../src/contract/lists/forms/page.ts'
import { showListPreferences } from '../../../src/contract/lists/preferences.ts'
import type { FieldRules } from '../../../src/contract/lists/field-values.ts'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { showBrand, showListBrand, type BrandRecord } from '../../../src/contract/resources/brands.ts'
import type { CustomField } from '../../../src/contract/lists/custom-fields.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { pictureUrl, serverUrl } from '../../app/root.ts'
import { useOpenSession } from '../../app/session.tsx'
import { PagePreview } from '../../design/page-preview.tsx'
import { formWords as words } from '../../words/audience/forms.ts'
import type { Values } from './values.ts'

type Shown = keyof typeof words.pages

type PreviewProps = { list: MailingList; fields: readonly CustomField[]; values: Values }

/** The pages and the mail as the server renders them from the current values of the form. */
export function FormPreview({ list, fields, values }: PreviewProps) {
  const { organization } = useOpenSession()
  const may = useMay()
  const [page, setPage] = useState<Shown>('form')
  const params = { mailing_list_id: list.id }
  const own = useCall(showListBrand, { params }).data?.data
  const general = useCall(showBrand, {}, { enabled: may(showBrand) }).data?.data
  const preferences = useCall(showListPreferences, { params }).data?.data
  const made = {
    language: values.language ?? own?.language ?? general?.language ?? ('en' as const),
    brand: brandOf(own, general, organization.name),
    listName: preferences?.public_name || list.name,
    values,
    fields: fields.map(rulesOf),
  }
  const mail = page === 'mail' ? mailOf(made, organization.time_zone) : null
  return (
    <PagePreview
      words={words}
      page={page}
      choose={setPage}
      html={mail?.html ?? htmlOf(page, made)}
      height="40rem"
      caption={mail === null ? undefined : words.subjectIs(mail.subject)}
    />
  )
}

type Made = {
  language: NonNullable<Values['language']>
  brand: Parameters<typeof afterPage>[0]['brand']
  listName: string
  values: Values
  fields: FieldRules[]
}

function htmlOf(page: Shown, { values, fields, ...frame }: Made): string {
  if (page === 'form') {
    const shown = shownFields(values.fields, fields)
    return formPage({ ...frame, form: values, fields: shown, action: '', scriptUrl: '', ticket: '' })
  }
  const email = words.someone
  if (page === 'thanks') {
    return afterPage(frame, { kind: 'thanks', title: values.thanks_title, text: values.thanks_text })
  }
  if (page === 'confirm') return afterPage(frame, { kind: 'confirm', email, action: '' })
  return afterPage(frame, { kind: values.opt_in === 'double' ? 'sent' : 'single', email })
}

function mailOf({ values: form, language, listName, brand }: Made, timeZone: string) {
  const expiresAt = new Date(Date.now() + linkDays * 24 * 3_600_000)
  const said = mailWords({ kind: 'confirmation', language, form, listName, expiresAt, timeZone })
  return {
    subject: said.subject,
    html: signUpMailHtml({ language, words: said, link: `${serverUrl}/s/…`, brand }),
  }
}

/** What the list leaves empty is as in the organization. */
function brandOf(own: BrandRecord | undefined, general: BrandRecord | undefined, organization: string) {
  const logo = own?.logo ?? general?.logo ?? null
  return {
    name: own?.name || general?.name || organization,
    color: own?.color ?? general?.color ?? null,
    imprint: own?.imprint || general?.imprint || '',
    imprint_url: own?.imprint_url || general?.imprint_url || '',
    logo: logo === null ? null : { ...logo, url: pictureUrl(logo) },
  }
}

function rulesOf(field: CustomField): FieldRules {
  const { id, name, field_type, required, options = [] } = field
  return {
    id,
    name,
    field_type,
    required,
    options: options.map((option) => option.name),
    default_value: String(field.default_string ?? field.default_integer ?? field.default_decimal ?? ''),
    number_of_rows: field.number_of_rows ?? null,
    minimum_length: field.minimum_length ?? null,
    maximum_length: field.maximum_length ?? null,
    minimum_value: field.minimum_value ?? null,
    maximum_value: field.maximum_value ?? null,
  }
}
