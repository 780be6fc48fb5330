import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { listCustomFields, type CustomField } from '../../../src/contract/lists/custom-fields.ts'
import { updateMailingList, type MailingList } from '../../../src/contract/lists/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { areMany } from '../../design/choices.ts'
import { Panel } from '../../design/page.tsx'
import { Save } from '../../design/save.tsx'
import { Answered } from '../../design/states.tsx'
import { FieldInput } from '../../subscribers/field-input.tsx'
import type { FieldValue } from '../../subscribers/record.ts'
import { listWords } from '../../words/audience/lists.ts'

type PartProps = { list: MailingList; fields: readonly CustomField[] }

/** What identifies the people of a list, and the values with which messages are previewed. */
export function FieldSettings({ list, people }: { list: MailingList; people: number }) {
  const params = { mailing_list_id: list.id }
  const found = useCall(listCustomFields, { params, query: { per_page: 2000 } })
  return (
    <Answered of={found}>
      {({ data: fields }) => (
        <>
          <PrimaryKey list={list} fields={fields} isFixed={people > 0} />
          {fields.length > 0 && <PreviewValues list={list} fields={fields} />}
        </>
      )}
    </Answered>
  )
}

const keyWords = listWords.primaryKey
const address = ''

function PrimaryKey({ list, fields, isFixed }: PartProps & { isFixed: boolean }) {
  const now = list.primary_key_custom_field_id
  const [chosen, setChosen] = useState(now)
  const save = useChange(updateMailingList)
  const known = fields.filter(
    ({ id, required, field_type: type }) => id === now || (required && ['text', 'number'].includes(type)),
  )
  const submit = () => save.mutate({ params: { id: list.id }, body: { primary_key_custom_field_id: chosen } })
  return (
    <Panel title={keyWords.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md" maw="32rem">
          <Text size="sm" c="dimmed">
            {keyWords.hint}
          </Text>
          <Select
            label={keyWords.label}
            description={isFixed ? keyWords.fixed : keyWords.which}
            disabled={isFixed}
            allowDeselect={false}
            data={[
              { value: address, label: keyWords.address },
              ...known.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            searchable={areMany(known)}
            value={chosen === null ? address : String(chosen)}
            onChange={(value) => setChosen(value === null || value === address ? null : Number(value))}
          />
          {!isFixed && <Save of={save} isDirty={chosen !== now} word={keyWords.save} />}
        </Stack>
      </form>
    </Panel>
  )
}

const previewWords = listWords.previewValues

/** By the name of the field. An empty one is removed. */
function PreviewValues({ list, fields }: PartProps) {
  const stored = list.preview_custom_field_data
  const [given, setGiven] = useState<Record<string, FieldValue>>({})
  const save = useChange(updateMailingList, { done: () => setGiven({}) })
  return (
    <Panel title={previewWords.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ params: { id: list.id }, body: { preview_custom_field_data: given } })
        }}
      >
        <Stack gap="md" maw="32rem">
          <Text size="sm" c="dimmed">
            {previewWords.hint}
          </Text>
          {fields.map((field) => (
            <FieldInput
              key={field.id}
              takesFocus={false}
              field={{ ...field, instructions: '' }}
              value={field.name in given ? (given[field.name] ?? null) : (stored[field.name]?.value ?? null)}
              change={(value) => setGiven({ ...given, [field.name]: value === '' ? null : value })}
            />
          ))}
          <Save of={save} isDirty={Object.keys(given).length > 0} word={previewWords.save} />
        </Stack>
      </form>
    </Panel>
  )
}
