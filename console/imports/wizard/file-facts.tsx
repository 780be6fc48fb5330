import { Anchor, Group, NumberInput, Select, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { characterSetNamed, characterSetNames } from '../../../src/contract/imports/character-sets.ts'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'
import { Panel } from '../../design/page.tsx'
import { columnWords as words } from '../../words/imports.ts'
import type { Format } from './draft.ts'
import { comma } from '../../design/figures.ts'

type Props = { inspection: Inspection; format: Format; change: (format: Format) => void }

/** How the file was read, in one line, and what to change if it was read wrongly. */
export function FileFacts({ inspection, format, change }: Props) {
  const [isOpen, setOpen] = useState(false)
  const {
    csv_has_headers: head,
    character_set: characters,
    csv_field_separator: separator,
    date_format: dates,
  } = inspection.format
  // Also the answer for a file without dates to which the order matters.
  const isMonthFirst = dates.value === 'mdy' && dates.certainty === 'certain'
  const facts = [
    words.facts.separators[separator.value] ?? separator.value,
    `${characters.value} (${words.facts.sure[characters.certainty]})`,
    head.value ? words.facts.head : words.facts.noHead,
    ...(inspection.format.skip_lines.value === 0
      ? []
      : [words.facts.linesAbove(inspection.format.skip_lines.value)]),
    ...(isMonthFirst ? [] : [`${words.facts[dates.value]} (${words.facts.sure[dates.certainty]})`]),
  ]
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {inspection.filename !== null && <Text fw={600}>{inspection.filename}</Text>}
        <Text c="dimmed">{facts.join(comma)}</Text>
        <Anchor component="button" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hide : words.change}
        </Anchor>
      </Group>
      {inspection.skipped_lines.length > 0 && (
        <Text c="dimmed" size="sm" lineClamp={3}>
          {words.skipped(inspection.skipped_lines.filter((line) => line.trim() !== '').join(' / '))}
        </Text>
      )}
      {isOpen && <Details inspection={inspection} format={format} change={change} />}
    </Stack>
  )
}

function Details({ inspection, format, change }: Props) {
  const {
    csv_has_headers: head,
    character_set: characters,
    csv_field_separator: separator,
    date_format: dates,
  } = inspection.format
  return (
    <Panel>
      <Group gap="lg" align="flex-end">
        <Switch
          label={words.format.headings}
          checked={head.value}
          onChange={(event) => change({ ...format, csv_has_headers: event.currentTarget.checked })}
        />
        <NumberInput
          label={words.format.linesAbove}
          min={0}
          max={1000}
          allowDecimal={false}
          w={140}
          value={inspection.format.skip_lines.value}
          onChange={(value) => {
            if (typeof value === 'number') change({ ...format, skip_lines: value })
          }}
        />
        <Select
          label={words.format.separator}
          allowDeselect={false}
          value={separator.value}
          onChange={(value) =>
            change({
              ...format,
              csv_field_separator: value as NonNullable<Format['csv_field_separator']>,
            })
          }
          data={Object.entries(words.facts.separators).map(([value, label]) => ({ value, label }))}
        />
        <Select
          label={words.format.characters}
          allowDeselect={false}
          value={characterSetNamed(characters.value) ?? 'UTF-8'}
          onChange={(value) => change({ ...format, character_set: value ?? 'UTF-8' })}
          data={characterSetNames}
        />
        <Select
          label={words.format.dates}
          allowDeselect={false}
          value={dates.value}
          onChange={(value) => change({ ...format, date_format: value === 'dmy' ? 'dmy' : 'mdy' })}
          data={[
            { value: 'dmy', label: words.format.dmy },
            { value: 'mdy', label: words.format.mdy },
          ]}
        />
        <Decimals inspection={inspection} format={format} change={change} />
      </Group>
    </Panel>
  )
}

function Decimals({ inspection, format, change }: Props) {
  const found = inspection.format.decimal_separator
  if (found === undefined) return null
  return (
    <Select
      label={words.format.decimals}
      allowDeselect={false}
      value={found.value}
      onChange={(value) => change({ ...format, decimal_separator: value === 'comma' ? 'comma' : 'dot' })}
      data={[
        { value: 'comma', label: words.format.comma },
        { value: 'dot', label: words.format.dot },
      ]}
    />
  )
}
