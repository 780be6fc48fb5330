import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Rights } from '../../../src/contract/users/right-names.ts'
import { userRoleEndpoints } from '../../../src/contract/users/roles.ts'
import { useChange } from '../../app/api.ts'
import { useAskBeforeClosing, useIsChanged } from '../../app/reach/unsaved.ts'
import { useInOrganization } from '../../app/places.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { roleWords as words } from '../../words/session/roles.ts'
import { RightsMatrix } from './rights-matrix.tsx'

/** What every page needs a little of. */
const usual: Rights = {
  mailing_list: ['read'],
  custom_field: ['read'],
  organization: ['read'],
  job: ['read'],
  overview: ['read'],
}

export default function NewRole() {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [name, setName] = useState('')
  const [permissions, setPermissions] = useState<Rights>(usual)
  const create = useChange(userRoleEndpoints.own.create, { done: () => go(at('/settings/roles')) })
  useAskBeforeClosing(useIsChanged({ name, permissions }, create))
  return (
    <Page
      title={words.new.title}
      lead={words.lead}
      parent={{ title: words.title, to: at('/settings/roles') }}
    >
      <Panel>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            create.mutate({ body: { name, permissions } })
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
            <RightsMatrix value={permissions} set={setPermissions} />
            {create.isError && <Failure error={create.error} />}
            <Group>
              <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
                {words.new.submit}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </Page>
  )
}
