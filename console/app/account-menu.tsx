import { Box, Button, Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { Link } from 'wouter'
import { deleteCurrentSession } from '../../src/contract/users/sessions.ts'
import { OwnOrganizations } from '../users/own-organizations.tsx'
import { words } from '../words/app.ts'
import { leaveBy } from './reach/leaving.tsx'
import { useOpenSession, useSession } from './session.tsx'

const schemes = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconDeviceDesktop },
] as const

const label = {
  display: 'block',
  height: 'auto',
  lineHeight: 1.5,
  whiteSpace: 'nowrap',
  // Letters below the line are not cut off.
  overflow: 'clip visible',
  textOverflow: 'ellipsis',
} as const

export function AccountMenu() {
  const { client, leave } = useSession()
  const { user } = useOpenSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const logOut = async () => {
    await client.call(deleteCurrentSession).catch(() => null)
    leave()
  }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label={user.full_name}
          maw={260}
          px={{ base: 'xs', sm: 'md' }}
          styles={{ label }}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
        >
          <Who name={user.full_name} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href="/me" leftSection={<IconUser size={16} stroke={1.75} />}>
          {words.ownAccount}
        </Menu.Item>
        <OwnOrganizations />
        <Menu.Divider />
        <Menu.Label>{words.theme.title}</Menu.Label>
        {schemes.map(({ scheme, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            fw={colorScheme === scheme ? 600 : 400}
            leftSection={<Icon size={16} stroke={1.75} />}
            onClick={() => setColorScheme(scheme)}
          >
            {words.theme[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.75} />}
          onClick={() => leaveBy(() => void logOut())}
        >
          {words.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** On a phone the name of the organization needs the room. */
function Who({ name }: { name: string }) {
  return (
    <>
      <Box component="span" visibleFrom="sm" lh={1.6}>
        {name}
      </Box>
      <Box component="span" hiddenFrom="sm" aria-hidden>
        <IconUser size={20} stroke={1.75} style={{ display: 'block' }} />
      </Box>
    </>
  )
}
