import { Button, Menu, useMantineColorScheme } from '@mantine/core'
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
import { words } from '../words/app.ts'
import { useOpenSession, useSession } from './session.tsx'

const schemes = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconDeviceDesktop },
] as const

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
          maw={{ base: 132, sm: 260 }}
          styles={{
            label: { display: 'block', height: 'auto', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
          }}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
        >
          {user.full_name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href="/me" leftSection={<IconUser size={16} stroke={1.75} />}>
          {words.ownAccount}
        </Menu.Item>
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
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void logOut()}>
          {words.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
