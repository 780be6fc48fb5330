import { Box, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleMinus, IconHourglass, IconMailX, type Icon } from '@tabler/icons-react'
import type { z } from 'zod'
import type { Outcome, outcomeSchema } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { useZone } from '../../../app/places.ts'
import { whyWords as words } from '../../../words/report/why.ts'
import { reasonOf } from '../../../app/reach/reasons.ts'

const looks: Record<Outcome, { icon: Icon; color: string }> = {
  sent: { icon: IconCircleCheck, color: 'var(--quiver-success)' },
  bounced: { icon: IconMailX, color: 'var(--quiver-warning)' },
  waiting: { icon: IconHourglass, color: 'var(--mantine-color-dimmed)' },
  not_sent: { icon: IconCircleMinus, color: 'var(--mantine-color-dimmed)' },
}

type OutcomeProps = { of: Pick<z.output<typeof outcomeSchema>, 'outcome' | 'reasons'> }

/** What became of a campaign for one person, in a word and in sentences. */
export function OutcomeText({ of: { outcome, reasons } }: OutcomeProps) {
  const zone = useZone()
  const { icon: Icon, color } = looks[outcome]
  return (
    <Box>
      <Group gap={6} wrap="nowrap">
        <Icon size={16} stroke={1.75} color={color} aria-hidden />
        <Text size="sm" fw={500}>
          {words.outcomes[outcome]}
        </Text>
      </Group>
      {reasons.map((reason, place) => (
        <Text key={place} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {words.sentence({ ...reason, text: reason.text === null ? null : reasonOf(reason.text) }, zone)}
        </Text>
      ))}
    </Box>
  )
}
