import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  promoteCustomField,
  updateCustomField,
  type CustomField,
} from '../../src/contract/lists/custom-fields.ts'
import { customFieldInput } from '../../src/contract/lists/field-definition.ts'
import { useChange } from '../app/api.ts'
import { Dialog } from '../design/confirm.tsx'
import { useContractForm } from '../design/form.ts'
import { Failure } from '../design/states.tsx'
import { words as common } from '../words/app.ts'
import { fieldWords as words } from '../words/audience/lists.ts'
import { FieldInputs, type blankField } from './field-inputs.tsx'

/** A button that opens the field in a dialog. Its type stays: the values have it. */
export function EditField({ field }: { field: CustomField }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        color="gray"
        aria-label={words.edit(field.name)}
        onClick={() => setOpen(true)}
      >
        {words.editWord}
      </Button>
      <Dialog isOpen={isOpen} title={words.edit(field.name)} close={() => setOpen(false)}>
        <FieldForm field={field} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function FieldForm({ field, close }: { field: CustomField; close: () => void }) {
  const form = useContractForm(customFieldInput, valuesOf(field))
  const save = useChange(updateCustomField, { done: close })
  const submit = form.onSubmit((body) =>
    save.mutate({ params: { id: field.id }, body: { ...cleared(field), ...body } }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FieldInputs form={form}>
          <Text size="sm" c="dimmed">
            {words.typeStays(words.types[field.field_type])}
          </Text>
        </FieldInputs>
        {field.options !== undefined && (
          <Text size="sm" c="dimmed">
            {words.choicesStay}
          </Text>
        )}
        {!field.is_global && <Promote field={field} close={close} />}
        {save.isError && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Of one list before, of all lists afterwards; there is no way back. */
function Promote({ field, close }: { field: CustomField; close: () => void }) {
  const promote = useChange(promoteCustomField, { done: close })
  return (
    <Stack gap={4} align="flex-start">
      <Button
        variant="default"
        size="compact-sm"
        loading={promote.isPending}
        onClick={() => promote.mutate({ body: { custom_field_id: field.id } })}
      >
        {words.promote}
      </Button>
      <Text size="sm" c="dimmed">
        {words.promoteHint}
      </Text>
      {promote.isError && <Failure error={promote.error} />}
    </Stack>
  )
}

const texts = [
  'minimum_length',
  'maximum_length',
  'minimum_value',
  'maximum_value',
  'default_string',
  'default_integer',
  'default_decimal',
  'number_of_rows',
] as const

function valuesOf(field: CustomField): typeof blankField {
  const { name, field_type, required, instructions } = field
  const given = Object.fromEntries(
    texts.map((text) => [text, field[text] == null ? undefined : String(field[text])]),
  ) as Pick<typeof blankField, (typeof texts)[number]>
  return {
    name,
    field_type,
    required,
    instructions,
    options: field.options?.map((option) => option.name),
    interpolation_html_encode: field.interpolation_html_encode ?? true,
    interpolation_url_encode: field.interpolation_url_encode ?? true,
    ...given,
  }
}

/** What is left out keeps its value: what was emptied has to be sent. */
function cleared(field: CustomField) {
  return Object.fromEntries(texts.filter((text) => field[text] !== undefined).map((text) => [text, null]))
}
