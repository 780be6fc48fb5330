import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import type { CustomField } from '../../src/contract/lists/custom-fields.ts'
import { areMany } from '../design/choices.ts'
import { personWords as words } from '../words/audience/subscribers.ts'
import type { FieldValue } from './record.ts'

type FieldInputProps = {
  field: CustomField
  value: FieldValue
  change: (value: FieldValue) => void
  /** false: one of several. */
  takesFocus?: boolean
}

/** The control that fits the field's type. Texts go to the server as typed: it reads numbers, dates and days. */
export function FieldInput({ field, value, change, takesFocus = true }: FieldInputProps) {
  const common = {
    label: field.name,
    description: field.instructions || undefined,
    'data-autofocus': takesFocus || undefined,
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const typed = ({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value)
  const options = (field.options ?? []).map(({ name }) => name)
  const chosen = { ...common, data: options, searchable: areMany(options) }
  switch (field.field_type) {
    case 'boolean':
      return (
        <Select
          {...common}
          data={[
            { value: 'true', label: words.yes },
            { value: 'false', label: words.no },
          ]}
          value={value === null ? null : String(value)}
          onChange={(chosen) => change(chosen === null ? null : chosen === 'true')}
          clearable
        />
      )
    case 'select_single_dropdown':
    case 'select_single_radio':
      return <Select {...chosen} value={text === '' ? null : text} onChange={change} clearable />
    case 'select_multiple_checkboxes':
      return <MultiSelect {...chosen} value={Array.isArray(value) ? value : []} onChange={change} />
    case 'text_multiline':
      return <Textarea {...common} value={text} onChange={typed} rows={field.number_of_rows ?? 3} />
    case 'date':
      return <TextInput {...common} type="date" value={text} onChange={typed} autoFocus={takesFocus} />
    default:
      return <TextInput {...common} value={text} onChange={typed} autoFocus={takesFocus} />
  }
}
