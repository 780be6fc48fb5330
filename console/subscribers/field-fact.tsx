import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import type { CustomField } from '../../src/contract/lists/custom-fields.ts'
import { updateSubscriber } from '../../src/contract/subscribers/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useAskBeforeClosing } from '../app/reach/unsaved.ts'
import { useMay } from '../app/may.ts'
import { Failure } from '../design/states.tsx'
import { words as common } from '../words/app.ts'
import { personWords as words, shown } from '../words/audience/subscribers.ts'
import { Fact } from './fact.tsx'
import { FieldInput } from './field-input.tsx'
import type { FieldValue, PersonRecord } from './record.ts'

type FieldFactProps = { field: CustomField; person: PersonRecord }

/** Enter saves, Esc leaves it as it was; after a change one press gives the former value back. */
export function FieldFact({ field, person }: FieldFactProps) {
  const may = useMay()
  const [draft, setDraft] = useState<{ value: FieldValue } | null>(null)
  const [former, setFormer] = useState<{ value: FieldValue } | null>(null)
  const current: FieldValue = person.custom_fields[field.name]?.value ?? null
  const change = useChange(updateSubscriber)
  useAskBeforeClosing(draft !== null && draft.value !== current)
  const save = (value: FieldValue, undo: { value: FieldValue } | null) => {
    const params = { mailing_list_id: person.mailing_list_id, id_or_email: String(person.id) }
    const body = { custom_fields: { [field.name]: value } }
    change.mutate({ params, body }, { onSuccess: () => (setDraft(null), setFormer(undo)) })
  }
  if (draft === null) {
    return (
      <Group justify="space-between" wrap="nowrap">
        <Fact name={field.name} value={shown(current)} />
        <Group gap={4} wrap="nowrap">
          {former !== null && (
            <Act word={words.undoWord} label={words.undo(field.name)} act={() => save(former.value, null)} />
          )}
          {may(updateSubscriber) && (
            <Act
              word={words.editWord}
              label={words.edit(field.name)}
              act={() => setDraft({ value: current })}
            />
          )}
        </Group>
      </Group>
    )
  }
  const keys = ({ key }: KeyboardEvent) => key === 'Escape' && setDraft(null)
  return (
    <form
      onKeyDown={keys}
      onSubmit={(event) => {
        event.preventDefault()
        save(draft.value, { value: current })
      }}
    >
      <Stack gap="xs" py="xs">
        <FieldInput field={field} value={draft.value} change={(value) => setDraft({ value })} />
        {change.isError && <Failure error={change.error} />}
        <Group gap="xs">
          <Button type="submit" size="xs" loading={change.isPending}>
            {words.save}
          </Button>
          <Button variant="default" size="xs" onClick={() => setDraft(null)}>
            {common.cancel}
          </Button>
          {field.required && (
            <Text size="xs" c="dimmed">
              {words.required}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** One word beside each field; screen readers also announce the field. */
function Act({ word, label, act }: { word: string; label: string; act: () => void }) {
  return (
    <Button variant="subtle" size="compact-sm" aria-label={label} onClick={act}>
      {word}
    </Button>
  )
}
