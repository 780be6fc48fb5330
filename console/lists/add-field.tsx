import { Button, Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { createCustomField } from '../../src/contract/lists/custom-fields.ts'
import { customFieldInput } from '../../src/contract/lists/field-definition.ts'
import type { FieldType } from '../../src/contract/lists/field-values.ts'
import { useChange } from '../app/api.ts'
import { useContractForm } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { fieldWords as words } from '../words/lists.ts'

const blank = {
  name: '',
  field_type: 'text' as FieldType,
  required: false,
  instructions: '',
  options: undefined as string[] | undefined,
  minimum_length: undefined as string | undefined,
  maximum_length: undefined as string | undefined,
  minimum_value: undefined as string | undefined,
  maximum_value: undefined as string | undefined,
}

export function AddField({ listId }: { listId: number }) {
  const form = useContractForm(customFieldInput, blank)
  const add = useChange(createCustomField, { done: () => form.reset() })
  const submit = form.onSubmit((body) => add.mutate({ params: { mailing_list_id: listId }, body }))
  return (
    <Panel title={words.add}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw="28rem">
          <TextInput label={words.name} required {...form.getInputProps('name')} />
          <Select
            label={words.type}
            data={Object.entries(words.types).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps('field_type')}
          />
          <Limits form={form} />
          <TextInput label={words.instructions} {...form.getInputProps('instructions')} />
          <Checkbox label={words.required} {...form.getInputProps('required', { type: 'checkbox' })} />
          {add.isError && <Failure error={add.error} />}
          <Group>
            <Button type="submit" loading={add.isPending}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

/** What the type has besides the name: choices, or the range of its values. */
function Limits({ form }: { form: ReturnType<typeof useContractForm<typeof blank>> }) {
  const { field_type: type, options } = form.values
  const bound = (
    name: 'minimum_length' | 'maximum_length' | 'minimum_value' | 'maximum_value',
    label: string,
  ) => (
    <TextInput
      label={label}
      inputMode="numeric"
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
  if (type === 'number') {
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
