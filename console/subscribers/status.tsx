import { Group, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconMailX,
  IconPlayerPause,
  type Icon,
} from '@tabler/icons-react'
import type { SubscriberStatus } from '../../src/contract/imports/states.ts'
import { statusWords } from '../words/audience/subscribers.ts'

const looks: Record<SubscriberStatus, { icon: Icon; color: string }> = {
  active: { icon: IconCircleCheck, color: 'var(--quiver-success)' },
  unsubscribed: { icon: IconCircleMinus, color: 'var(--mantine-color-dimmed)' },
  bounced: { icon: IconMailX, color: 'var(--quiver-warning)' },
  scomp: { icon: IconAlertTriangle, color: 'var(--quiver-danger)' },
  deactivated: { icon: IconPlayerPause, color: 'var(--mantine-color-dimmed)' },
}

export function Status({ of: status }: { of: SubscriberStatus }) {
  const { icon: Icon, color } = looks[status]
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex" style={{ verticalAlign: 'middle' }}>
      <Icon size={16} stroke={1.75} color={color} aria-hidden />
      <Text component="span" size="sm" c={color} lh={1.4}>
        {statusWords[status]}
      </Text>
    </Group>
  )
}
