import { Button, Text } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { steppingWords as words } from '../../words/session/stepping.ts'
import { useOpenSession } from '../../app/session.tsx'

const Others = lazy(() => import('./others.tsx'))

/** Where one is. System administrators go from here to other organizations. */
export function SwitcherDoor() {
  const { organization, user } = useOpenSession()
  const [isWanted, setWanted] = useState(false)
  if (user.role !== 'system_admin') {
    return (
      <Text c="dimmed" truncate dir="auto">
        {organization.name}
      </Text>
    )
  }
  const door = (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      c="dimmed"
      fw={400}
      aria-label={words.switchFrom(organization.name)}
      aria-haspopup="dialog"
      rightSection={<IconSelector size={16} stroke={1.75} aria-hidden />}
      styles={{ root: { minWidth: 0, flexShrink: 1 }, label: { minWidth: 0 } }}
      onClick={() => setWanted(true)}
    >
      <Text component="span" inherit truncate dir="auto">
        {organization.name}
      </Text>
    </Button>
  )
  if (!isWanted) return door
  return (
    <Suspense fallback={door}>
      <Others door={door} close={() => setWanted(false)} />
    </Suspense>
  )
}
