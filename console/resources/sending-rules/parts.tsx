import { Autocomplete, Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { Panel } from '../../design/page.tsx'
import { Builder } from '../../segments/builder.tsx'
import type { Choices, FieldChoice } from '../../segments/row.ts'
import { sendingRuleWords as words } from '../../words/audience/sending-rules.ts'
import type { RuleValues } from './values.ts'

type PartProps = { values: RuleValues; set: (changes: Partial<RuleValues>) => void }

type ConditionProps = PartProps & { choices: Choices; isIncomplete: boolean }

export function Condition({ values, set, choices, isIncomplete }: ConditionProps) {
  const { which, matching, not_matching } = words.condition
  return (
    <Panel title={words.condition.title}>
      <Stack gap="md">
        <Text c="dimmed">{words.condition.text}</Text>
        <Select
          label={which}
          maw="20rem"
          allowDeselect={false}
          data={[
            { value: 'matching', label: matching },
            { value: 'not_matching', label: not_matching },
          ]}
          value={values.skipWhen}
          onChange={(skipWhen) => set({ skipWhen: skipWhen === 'not_matching' ? skipWhen : 'matching' })}
        />
        <Builder
          top={values.top}
          change={(top) => set({ top })}
          choices={choices}
          none={words.condition.none}
        />
        {isIncomplete && <Text size="sm">{words.condition.incomplete}</Text>}
      </Stack>
    </Panel>
  )
}

export function Limit({ values, set }: PartProps) {
  return (
    <Panel title={words.limit.title}>
      <Stack gap="md" maw="32rem">
        <Text c="dimmed">{words.limit.text}</Text>
        <Group gap="md" align="flex-end">
          <NumberInput
            label={words.limit.max}
            placeholder={words.limit.none}
            min={1}
            max={1000}
            allowDecimal={false}
            hideControls
            w="12rem"
            value={values.max}
            onChange={(max) => set({ max })}
          />
          <NumberInput
            label={words.limit.days}
            min={1}
            max={365}
            allowDecimal={false}
            hideControls
            w="12rem"
            value={values.days}
            onChange={(days) => set({ days })}
          />
        </Group>
      </Stack>
    </Panel>
  )
}

const zoneTypes = ['text', 'select_single_dropdown', 'select_single_radio']

export function Hours({ values, set, fields }: PartProps & { fields: readonly FieldChoice[] }) {
  const { hours } = words
  return (
    <Panel title={hours.title}>
      <Stack gap="md" maw="32rem">
        <Text c="dimmed">{hours.text}</Text>
        <Group gap="md" align="flex-end">
          <TextInput
            type="time"
            label={hours.from}
            w="12rem"
            value={values.from}
            onChange={({ currentTarget: { value: from } }) => set({ from })}
          />
          <TextInput
            type="time"
            label={hours.until}
            w="12rem"
            value={values.until}
            onChange={({ currentTarget: { value: until } }) => set({ until })}
          />
        </Group>
        <Text size="sm" c="dimmed" mt={-8}>
          {hours.hint}
        </Text>
        <Checkbox.Group
          label={hours.days}
          value={values.weekdays.map(String)}
          onChange={(days) => set({ weekdays: days.map(Number).toSorted((one, other) => one - other) })}
        >
          <Group gap="sm" mt="xs">
            {hours.dayNames.map((name, place) => (
              <Checkbox key={name} value={String(place + 1)} label={name} />
            ))}
          </Group>
        </Checkbox.Group>
        <Autocomplete
          label={hours.field}
          description={hours.fieldHint}
          maxLength={255}
          data={[...new Set(fields.filter(({ type }) => zoneTypes.includes(type)).map(({ name }) => name))]}
          value={values.zoneField}
          onChange={(zoneField) => set({ zoneField })}
        />
      </Stack>
    </Panel>
  )
}
