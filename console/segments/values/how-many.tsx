import { Group, Text, TextInput } from '@mantine/core'
import { segmentWords } from '../../words/audience/segments.ts'

type HowManyProps = { value: string; unit: string; set: (value: string) => void }

/** A number and what it counts: `30 days`. */
export function HowMany({ value, unit, set }: HowManyProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        aria-label={segmentWords.builder.value}
        inputMode="numeric"
        w="4.5rem"
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      <Text size="sm">{unit}</Text>
    </Group>
  )
}

/** For a select: values and their words. */
export function optionsOf(of: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(of).map(([value, label]) => ({ value, label }))
}
