import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { createUser } from '../../../src/contract/users/endpoints.ts'
import { userInput } from '../../../src/contract/users/input.ts'
import { useChange } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { useContractForm } from '../../design/form.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { teamWords } from '../../words/team.ts'
import { bodyOf, RightsFields, type UserRights } from './rights.tsx'

const words = teamWords.new

export default function NewUser() {
  const [, go] = useLocation()
  const at = useInOrganization()
  const create = useChange(createUser, { done: () => go(at('/settings/users')) })
  const [rights, setRights] = useState<UserRights>({
    role: 'standard',
    role_id: null,
    permissions: { subscriber: ['read'] },
    mailing_list_ids: null,
  })
  const form = useContractForm(userInput, { full_name: '', email: '', active: true, role: 'standard' })
  const submit = form.onSubmit((values) => create.mutate({ body: { ...values, ...bodyOf(rights) } }))
  const parent = { title: teamWords.title, to: at('/settings/users') }
  return (
    <Page title={words.title} lead={words.lead} parent={parent}>
      <Panel>
        <form onSubmit={submit} noValidate>
          <Stack gap="lg">
            <Stack gap="md" maw="28rem">
              <TextInput label={teamWords.name} required {...form.getInputProps('full_name')} />
              <TextInput label={teamWords.email} type="email" required {...form.getInputProps('email')} />
            </Stack>
            <RightsFields value={rights} set={setRights} />
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
