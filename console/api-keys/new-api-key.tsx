import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { apiKeyInput, createApiKey, keyRoles } from '../../src/contract/api-keys.ts'
import type { KeyRole } from '../../src/contract/api/endpoint.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { useOpenSession } from '../app/session.tsx'
import { useContractForm } from '../design/form.ts'
import { Page, Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { apiKeyWords } from '../words/api-keys.ts'
import { ScopeFields, scimScopes, unlimited, type Scopes } from './scopes.tsx'
import { Secret } from './secret.tsx'
import { inDays } from './times.ts'

const words = apiKeyWords.new
const systemOrganizationId = 1
const expiryChoices = ['never', '30', '90', '365'].map((value) => ({
  value,
  label: words.expiry[value as keyof typeof words.expiry],
}))

export default function NewApiKey() {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [value, setValue] = useState<string | null>(null)
  return (
    <Page
      title={words.title}
      lead={words.lead}
      parent={{ title: apiKeyWords.title, to: at('/settings/keys') }}
    >
      {value === null ? (
        <KeyForm done={setValue} />
      ) : (
        <Secret value={value} done={() => go(at('/settings/keys'))} />
      )}
    </Page>
  )
}

function KeyForm({ done }: { done: (value: string | null) => void }) {
  const { organization, user } = useOpenSession()
  const isSystem = user.role === 'system_admin' && organization.id === systemOrganizationId
  const create = useChange(createApiKey, { done: ({ api_key: value }) => done(value) })
  const [params] = useSearchParams()
  const isForScim = params.get('for') === 'scim'
  const form = useContractForm<{ name: string; role: KeyRole }>(apiKeyInput, {
    name: isForScim ? 'SCIM' : '',
    role: 'organization_admin',
  })
  const [days, setDays] = useState('never')
  const [scopes, setScopes] = useState<Scopes>(isForScim ? scimScopes : unlimited)
  const submit = form.onSubmit((body) =>
    create.mutate({ body: { ...body, ...scopes, expires_at: inDays(days) } }),
  )
  return (
    <Panel>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" maw="44rem">
          <TextInput
            label={words.name}
            description={words.nameHint}
            required
            {...form.getInputProps('name')}
          />
          {isSystem && (
            <Select
              label={apiKeyWords.role}
              data={keyRoles.map((role) => ({ value: role, label: apiKeyWords.roles[role] }))}
              allowDeselect={false}
              {...form.getInputProps('role')}
            />
          )}
          <Select
            label={words.expires}
            data={expiryChoices}
            value={days}
            onChange={(next) => setDays(next ?? 'never')}
            allowDeselect={false}
          />
          <ScopeFields value={scopes} set={setScopes} />
          {create.isError && <Failure error={create.error} />}
          <Group>
            <Button type="submit" loading={create.isPending}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
