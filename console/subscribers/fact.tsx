import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" mih={36}>
      <Text size="sm" c="dimmed" style={{ flex: '0 0 9rem', overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text component="div" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
    </Group>
  )
}
