import { Group, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHourglass,
  IconPencil,
  IconPlayerPause,
  IconSend,
  type Icon,
} from '@tabler/icons-react'
import { campaignWords as words } from '../words/campaigns.ts'
import type { Stage } from './data.ts'

const looks: Record<Stage, { icon: Icon; colour: string }> = {
  draft: { icon: IconPencil, colour: 'var(--mantine-color-dimmed)' },
  scheduled: { icon: IconClock, colour: 'var(--quiver-info)' },
  sending: { icon: IconSend, colour: 'var(--quiver-info)' },
  waiting: { icon: IconHourglass, colour: 'var(--quiver-warning)' },
  paused: { icon: IconPlayerPause, colour: 'var(--quiver-warning)' },
  finished: { icon: IconCircleCheck, colour: 'var(--quiver-success)' },
  failed: { icon: IconAlertTriangle, colour: 'var(--quiver-danger)' },
  cancelled: { icon: IconCircleX, colour: 'var(--mantine-color-dimmed)' },
}

/** Icon, word and colour: none of them alone. */
export function State({ stage }: { stage: Stage }) {
  const { icon: Symbol, colour } = looks[stage]
  return (
    <Group
      gap={6}
      wrap="nowrap"
      component="span"
      c={colour}
      display="inline-flex"
      style={{ verticalAlign: 'middle' }}
    >
      <Symbol size={16} stroke={1.75} aria-hidden />
      <Text component="span" size="sm" c={colour} style={{ whiteSpace: 'nowrap' }}>
        {words.stages[stage]}
      </Text>
    </Group>
  )
}
