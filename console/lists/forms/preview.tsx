import { Group, SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { shownFields } from '../../../src/contract/lists/forms/definition.ts'
import { afterPage, formPage } from '../../../src/contract/lists/forms/page.ts'
import type { FieldRules } from '../../../src/contract/lists/field-values.ts'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { showListBrand } from '../../../src/contract/resources/brands.ts'
import type { BrandRecord } from '../../../src/contract/resources/brands.ts'
import type { CustomField } from '../../../src/contract/lists/custom-fields.ts'
import { useCall } from '../../app/api.ts'
import { serverUrl } from '../../app/root.ts'
import { useOpenSession } from '../../app/session.tsx'
import { Panel } from '../../design/page.tsx'
import { formWords as words } from '../../words/audience/forms.ts'
import type { Values } from './values.ts'

type Shown = keyof typeof words.pages
type Look = keyof typeof words.looks

type PreviewProps = { list: MailingList; fields: readonly CustomField[]; values: Values }

/** The pages as the server makes them, of what stands in the form. */
export function FormPreview({ list, fields, values }: PreviewProps) {
  const { organization } = useOpenSession()
  const [page, setPage] = useState<Shown>('form')
  const [look, setLook] = useState<Look>('light')
  const brand = useCall(showListBrand, { params: { mailing_list_id: list.id } })
  const own = brand.data?.data
  const html = htmlOf(page, {
    language: values.language ?? own?.language ?? ('en' as const),
    brand: brandOf(own, organization.name),
    listName: list.name,
    values,
    fields: fields.map(rulesOf),
  })
  return (
    <Panel title={words.preview}>
      <Group gap="sm" mb="sm">
        <Select
          aria-label={words.previewPage}
          allowDeselect={false}
          value={page}
          onChange={(to) => setPage(to ?? 'form')}
          data={choicesOf(words.pages)}
          style={{ flex: '1 1 10rem' }}
        />
        <SegmentedControl
          aria-label={words.previewLook}
          value={look}
          onChange={setLook}
          data={choicesOf(words.looks)}
        />
      </Group>
      <iframe
        className="sheet"
        title={words.preview}
        sandbox=""
        srcDoc={inLook(html, look)}
        style={{ width: '100%', height: '40rem', border: 0, colorScheme: look }}
      />
    </Panel>
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

function brandOf(brand: BrandRecord | undefined, organization: string): Made['brand'] {
  const { logo = null, name = '', color = null, imprint = '', imprint_url = '' } = brand ?? {}
  const place = logo?.url.split('/').at(-1) ?? ''
  return {
    name: name || organization,
    color,
    imprint,
    imprint_url,
    logo: logo === null ? null : { ...logo, url: `${serverUrl}/a/${place}` },
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
    minimum_length: field.minimum_length ?? null,
    maximum_length: field.maximum_length ?? null,
    minimum_value: field.minimum_value ?? null,
    maximum_value: field.maximum_value ?? null,
  }
}

function choicesOf<Value extends string>(named: Record<Value, string>) {
  return Object.entries<string>(named).map(([value, label]) => ({ value: value as Value, label }))
}

/** As if the reader's system were so: a frame cannot be told. */
function inLook(html: string, look: Look): string {
  const media = look === 'dark' ? '@media all' : '@media not all'
  return html.replaceAll('@media (prefers-color-scheme: dark)', media)
}
