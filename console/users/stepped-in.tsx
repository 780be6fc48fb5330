import { Button, Group, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { leaveBy } from '../app/reach/leaving.tsx'
import { useOpenSession } from '../app/session.tsx'
import { steppingWords as words } from '../words/session/stepping.ts'
import { useStep } from './step.ts'

/** On every page while a system administrator is in an organization of others. */
export function SteppedIn() {
  const { stepped_into: organization } = useOpenSession()
  const step = useStep()
  if (organization === null) return null
  return (
    <Group
      component="aside"
      aria-label={words.label}
      px={{ base: 'md', sm: 'xl' }}
      py="xs"
      gap="sm"
      justify="space-between"
      style={{ background: 'var(--quiver-bar)', color: 'var(--quiver-on-bar)' }}
    >
      <Group gap="xs" wrap="nowrap" style={{ flex: '1 1 18rem' }}>
        <IconEye size={18} stroke={1.75} aria-hidden style={{ flexShrink: 0 }} />
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {words.youAreIn} <strong>{organization.name}</strong> {words.asAdministrator}
        </Text>
      </Group>
      <Button
        variant="outline"
        size="compact-sm"
        color="var(--quiver-on-bar)"
        maw="100%"
        onClick={() => leaveBy(() => void step.out())}
      >
        {words.leave(organization.name)}
      </Button>
    </Group>
  )
}
