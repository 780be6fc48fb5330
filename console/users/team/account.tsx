import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import {
  deleteUser,
  deleteUserSessions,
  deleteUserTotp,
  inviteUser,
} from '../../../src/contract/users/endpoints.ts'
import { useChange } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { useOpenSession } from '../../app/session.tsx'
import { Confirm, Danger } from '../../design/confirm.tsx'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { teamWords as words } from '../../words/team.ts'
import type { User } from './state.tsx'

/** What an administrator can do for the account of another user. Users cannot remove their own. */
export function Account({ of: user }: { of: User }) {
  const { user: self } = useOpenSession()
  const params = { id: user.id }
  const again = useChange(inviteUser)
  const end = useChange(deleteUserSessions)
  if (user.id === self.id) return null
  return (
    <Panel title={words.account}>
      <Stack gap="md">
        {user.active && !user.password_set && (
          <Group>
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate({ params })}>
              {words.again.action}
            </Button>
            <Text role="status" c="dimmed">
              {again.isSuccess ? words.again.done : words.again.text}
            </Text>
          </Group>
        )}
        {again.isError && <Failure error={again.error} />}
        <Group>
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ params })}>
            {words.sessions.action}
          </Button>
          <Text role="status" c="dimmed">
            {end.isSuccess ? words.sessions.done : ''}
          </Text>
        </Group>
        {end.isError && <Failure error={end.error} />}
        <Group>
          {user.second_factor_enabled && <FactorRemoval of={user} />}
          <Removal of={user} />
        </Group>
      </Stack>
    </Panel>
  )
}

function FactorRemoval({ of: { id, full_name: name } }: { of: User }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useChange(deleteUserTotp, { done: close })
  return (
    <>
      <Danger onClick={open}>{words.reset.action}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.reset.title(name)}
        action={words.reset.confirm}
        act={() => remove.mutate({ params: { id } })}
        close={close}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.reset.text}</Text>
      </Confirm>
    </>
  )
}

function Removal({ of: { id, full_name: name } }: { of: User }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useChange(deleteUser, { done: () => go(at('/settings/users')) })
  return (
    <>
      <Danger onClick={open}>{words.remove.open}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.remove.title(name)}
        action={words.remove.action}
        act={() => remove.mutate({ params: { id } })}
        close={close}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.remove.text}</Text>
      </Confirm>
    </>
  )
}
