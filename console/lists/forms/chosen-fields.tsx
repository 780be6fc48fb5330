import { ActionIcon, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { CustomField } from '../../../src/contract/lists/custom-fields.ts'
import type { FormField } from '../../../src/contract/lists/forms/definition.ts'
import { formWords as words } from '../../words/audience/forms.ts'

type ChosenProps = {
  fields: readonly CustomField[]
  chosen: readonly FormField[]
  set: (chosen: FormField[]) => void
}

/** Which custom fields the page asks for, in their order. */
export function ChosenFields({ fields, chosen, set }: ChosenProps) {
  const left = fields.filter(({ id }) => !chosen.some((one) => one.custom_field_id === id))
  const change = (place: number, changes: Partial<FormField>) =>
    set(chosen.map((one, at) => (at === place ? { ...one, ...changes } : one)))
  const move = (from: number, to: number) => {
    const moved = [...chosen]
    moved.splice(to, 0, ...moved.splice(from, 1))
    set(moved)
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {words.fieldsHint}
      </Text>
      {chosen.length === 0 && <Text size="sm">{words.noFields}</Text>}
      {chosen.map((one, place) => (
        <Chosen
          key={one.custom_field_id}
          chosen={one}
          field={fields.find(({ id }) => id === one.custom_field_id)}
          place={{ now: place, last: chosen.length - 1 }}
          change={(changes) => change(place, changes)}
          move={(to) => move(place, to)}
          remove={() => set(chosen.filter((_, at) => at !== place))}
        />
      ))}
      {left.length > 0 && (
        <Select
          label={words.addField}
          searchable
          value={null}
          data={left.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => {
            if (id !== null) set([...chosen, { custom_field_id: Number(id), label: '', required: false }])
          }}
        />
      )}
    </Stack>
  )
}

type RowProps = {
  chosen: FormField
  field: CustomField | undefined
  place: { now: number; last: number }
  change: (changes: Partial<FormField>) => void
  move: (to: number) => void
  remove: () => void
}

function Chosen({ chosen, field, place: { now, last }, change, move, remove }: RowProps) {
  const name = field?.name ?? `${chosen.custom_field_id}`
  const isDemanded = field?.required === true
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={words.label(name)}
        placeholder={name}
        value={chosen.label}
        maxLength={200}
        onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        style={{ flex: '1 1 12rem' }}
      />
      <Checkbox
        label={words.required}
        aria-label={words.requiredOf(name)}
        checked={chosen.required || isDemanded}
        disabled={isDemanded}
        onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
        mb={8}
      />
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={words.up(name)}
          disabled={now === 0}
          onClick={() => move(now - 1)}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={words.down(name)}
          disabled={now === last}
          onClick={() => move(now + 1)}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={words.remove(name)} onClick={remove}>
          <IconX size={16} />
        </ActionIcon>
      </ActionIcon.Group>
    </Group>
  )
}
