import { Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldType } from '../../src/contract/lists/field-values.ts'
import type { useContractForm } from '../design/form.ts'
import { fieldWords as words } from '../words/audience/lists.ts'

export const blankField = {
  name: '',
  field_type: 'text' as FieldType,
  required: false,
  instructions: '',
  options: undefined as string[] | undefined,
  minimum_length: undefined as string | undefined,
  maximum_length: undefined as string | undefined,
  minimum_value: undefined as string | undefined,
  maximum_value: undefined as string | undefined,
  default_string: undefined as string | undefined,
  default_integer: undefined as string | undefined,
  default_decimal: undefined as string | undefined,
  number_of_rows: undefined as string | undefined,
  interpolation_html_encode: true,
  interpolation_url_encode: true,
}

type FieldInputsProps = {
  form: ReturnType<typeof useContractForm<typeof blankField>>
  /** Between the name and the rest. */
  children?: ReactNode
}

/** What a new and a known field have in common. */
export function FieldInputs({ form, children }: FieldInputsProps) {
  return (
    <>
      <TextInput label={words.name} required {...form.getInputProps('name')} />
      {children}
      <Limits form={form} />
      <Start form={form} />
      <TextInput label={words.instructions} {...form.getInputProps('instructions')} />
      <Checkbox label={words.required} {...form.getInputProps('required', { type: 'checkbox' })} />
      <Encoding form={form} />
    </>
  )
}

/** What the type has besides the name: choices, or the range of its values. */
function Limits({ form }: Pick<FieldInputsProps, 'form'>) {
  const { field_type: type, options } = form.values
  const bound = (
    name: 'minimum_length' | 'maximum_length' | 'minimum_value' | 'maximum_value',
    label: string,
  ) => (
    <TextInput
      label={label}
      inputMode={type === 'decimal' ? 'decimal' : 'numeric'}
      value={form.values[name] ?? ''}
      error={form.errors[name]}
      onChange={({ currentTarget: { value } }) => form.setFieldValue(name, value === '' ? undefined : value)}
    />
  )
  if (type.startsWith('select')) {
    return (
      <Textarea
        label={words.options}
        rows={4}
        required
        error={form.errors['options'] ?? form.errors['options.0']}
        value={(options ?? []).join('\n')}
        onChange={({ currentTarget: { value } }) =>
          form.setFieldValue('options', value === '' ? undefined : value.split('\n'))
        }
      />
    )
  }
  if (type === 'number' || type === 'decimal') {
    return (
      <Group grow>
        {bound('minimum_value', words.minimum)}
        {bound('maximum_value', words.maximum)}
      </Group>
    )
  }
  if (type !== 'text' && type !== 'text_multiline') return null
  return (
    <Group grow>
      {bound('minimum_length', words.shortest)}
      {bound('maximum_length', words.longest)}
    </Group>
  )
}

/** With what a web form starts, and how large it is there. */
function Start({ form }: Pick<FieldInputsProps, 'form'>) {
  const { field_type: type, default_string: start, number_of_rows: rows } = form.values
  const set = (name: 'default_string' | 'default_integer' | 'default_decimal' | 'number_of_rows') => ({
    error: form.errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      form.setFieldValue(name, value === '' ? undefined : value),
  })
  if (type === 'number' || type === 'decimal') {
    const name = type === 'number' ? 'default_integer' : 'default_decimal'
    return (
      <TextInput
        label={words.start}
        description={words.startHint}
        inputMode={type === 'number' ? 'numeric' : 'decimal'}
        value={form.values[name] ?? ''}
        {...set(name)}
      />
    )
  }
  if (type === 'text') {
    return (
      <TextInput
        label={words.start}
        description={words.startHint}
        value={start ?? ''}
        {...set('default_string')}
      />
    )
  }
  if (type !== 'text_multiline') return null
  return (
    <>
      <Textarea
        label={words.start}
        description={words.startHint}
        rows={3}
        value={start ?? ''}
        {...set('default_string')}
      />
      <TextInput label={words.rows} inputMode="numeric" value={rows ?? ''} {...set('number_of_rows')} />
    </>
  )
}

/** Texts can hold HTML or whole addresses; who may write them is for the organization to know. */
function Encoding({ form }: Pick<FieldInputsProps, 'form'>) {
  if (form.values.field_type !== 'text') return null
  return (
    <>
      <Checkbox
        label={words.encodeHtml}
        description={words.encodeHtmlHint}
        {...form.getInputProps('interpolation_html_encode', { type: 'checkbox' })}
      />
      <Checkbox
        label={words.encodeUrl}
        description={words.encodeUrlHint}
        {...form.getInputProps('interpolation_url_encode', { type: 'checkbox' })}
      />
    </>
  )
}
