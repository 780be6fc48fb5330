import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showUser, updateUser } from '../../../src/contract/users/endpoints.ts'
import { userChanges } from '../../../src/contract/users/input.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { useContractForm } from '../../design/form.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { teamWords as words } from '../../words/team.ts'
import { Account } from './account.tsx'
import { bodyOf, RightsFields, rightsOf } from './rights.tsx'
import { UserState, type User } from './state.tsx'

export default function OneUser() {
  const id = useIdParam('user')
  return <Loaded id={id} />
}

function Loaded({ id }: { id: number }) {
  const at = useInOrganization()
  const user = useCall(showUser, { params: { id } })
  const known = user.data?.data
  return (
    <Page
      title={known?.full_name ?? words.title}
      aside={known && <UserState of={known} />}
      parent={{ title: words.title, to: at('/settings/users') }}
    >
      <Answered of={user}>
        {({ data }) => (
          <>
            <Settings key={data.id} of={data} />
            <Account of={data} />
          </>
        )}
      </Answered>
    </Page>
  )
}

function Settings({ of: user }: { of: User }) {
  const save = useChange(updateUser)
  const [rights, setRights] = useState(() => rightsOf(user))
  const { full_name, email, active, second_factor_required, emergency_log_in } = user
  const form = useContractForm(userChanges, {
    full_name,
    email,
    active,
    second_factor_required,
    emergency_log_in,
  })
  const submit = form.onSubmit((values) =>
    save.mutate({
      params: { id: user.id },
      body: { ...values, ...bodyOf(rights) },
    }),
  )
  return (
    <Panel>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <Stack gap="md" maw="28rem">
            <TextInput label={words.name} required {...form.getInputProps('full_name')} />
            <TextInput label={words.email} type="email" required {...form.getInputProps('email')} />
            <Switch label={words.active} {...form.getInputProps('active', { type: 'checkbox' })} />
            <Switch
              label={words.factorRequired}
              {...form.getInputProps('second_factor_required', { type: 'checkbox' })}
            />
            {rights.role !== 'standard' && (
              <Switch
                label={words.emergency}
                {...form.getInputProps('emergency_log_in', { type: 'checkbox' })}
              />
            )}
          </Stack>
          <RightsFields value={rights} set={setRights} />
          {save.isError && <Failure error={save.error} />}
          <Group>
            <Button type="submit" loading={save.isPending}>
              {words.save}
            </Button>
            <Text role="status" c="dimmed">
              {save.isSuccess ? words.saved : ''}
            </Text>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
