import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Role } from '../../../src/contract/api/endpoint.ts'
import { createUser } from '../../../src/contract/users/endpoints.ts'
import { userInput } from '../../../src/contract/users/input.ts'
import type { Permissions } from '../../../src/contract/users/permissions.ts'
import { useChange } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { useContractForm } from '../../design/form.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { teamWords } from '../../words/team.ts'
import { PermissionMatrix, RoleField } from './fields.tsx'

const words = teamWords.new

export default function NewUser() {
  const [, go] = useLocation()
  const at = useInOrganization()
  const create = useChange(createUser, { done: () => go(at('/settings/users')) })
  const [role, setRole] = useState<Role>('standard')
  const [permissions, setPermissions] = useState<Permissions>({ subscriber: ['read'] })
  const form = useContractForm(userInput, { full_name: '', email: '', active: true, role: 'standard' })
  const submit = form.onSubmit((values) =>
    create.mutate({ body: { ...values, role, ...(role === 'standard' && { permissions }) } }),
  )
  const parent = { title: teamWords.title, to: at('/settings/users') }
  return (
    <Page title={words.title} lead={words.lead} parent={parent}>
      <Panel>
        <form onSubmit={submit} noValidate>
          <Stack gap="lg">
            <Stack gap="md" maw="28rem">
              <TextInput label={teamWords.name} required {...form.getInputProps('full_name')} />
              <TextInput label={teamWords.email} type="email" required {...form.getInputProps('email')} />
              <RoleField value={role} set={setRole} />
            </Stack>
            {role === 'standard' && <PermissionMatrix value={permissions} set={setPermissions} />}
            {create.isError && <Failure error={create.error} />}
            <Group>
              <Button type="submit" loading={create.isPending}>
                {words.submit}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </Page>
  )
}
