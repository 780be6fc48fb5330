import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { textOfRights } from '../../../src/contract/users/right-names.ts'
import { userRoleEndpoints, type UserRole } from '../../../src/contract/users/roles.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { Confirm, Danger } from '../../design/confirm.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Save } from '../../design/save.tsx'
import { Answered } from '../../design/states.tsx'
import { roleWords as words } from '../../words/session/roles.ts'
import { RightsMatrix } from './rights-matrix.tsx'

const { show, update, remove } = userRoleEndpoints.own

export default function OneRole() {
  const id = useIdParam('role')
  return <Loaded id={id} />
}

function Loaded({ id }: { id: number }) {
  const at = useInOrganization()
  const role = useCall(show, { params: { id } }) as UseQueryResult<Answer<UserRole>>
  return (
    <Page
      title={role.data?.data.name ?? words.title}
      parent={{ title: words.title, to: at('/settings/roles') }}
    >
      <Answered of={role}>
        {({ data }) => (
          <>
            <Settings key={data.id} of={data} />
            {data.users === 0 && <Removal of={data} />}
          </>
        )}
      </Answered>
    </Page>
  )
}

function Settings({ of: { id, users, ...stored } }: { of: UserRole }) {
  const [name, setName] = useState(stored.name)
  const [permissions, setPermissions] = useState(stored.permissions)
  const save = useChange(update)
  const isDirty = name !== stored.name || textOfRights(permissions) !== textOfRights(stored.permissions)
  return (
    <Panel>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ params: { id }, body: { name, permissions } })
        }}
      >
        <Stack gap="lg">
          <TextInput
            label={words.name}
            required
            maw="28rem"
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Text c="dimmed">{words.count(users)}</Text>
          <RightsMatrix value={permissions} set={setPermissions} />
          <Save of={save} isDirty={isDirty} word={words.save} />
        </Stack>
      </form>
    </Panel>
  )
}

function Removal({ of: { id, name } }: { of: UserRole }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [isOpen, { open, close }] = useDisclosure(false)
  const removal = useChange(remove, { done: () => go(at('/settings/roles')) })
  return (
    <Group>
      <Danger onClick={open}>{words.remove.open}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.remove.title(name)}
        action={words.remove.action}
        act={() => removal.mutate({ params: { id } })}
        close={close}
        isWorking={removal.isPending}
        error={removal.error}
      >
        <Text>{words.remove.text}</Text>
      </Confirm>
    </Group>
  )
}
