import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { logInProviderEndpoints, providerPaths } from '../../../src/contract/resources/log-in-providers.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { serverUrl } from '../../app/root.ts'
import { useOpenSession } from '../../app/session.tsx'
import { Copyable } from '../../design/copyable.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { providerWords as words } from '../../words/session/log-in-providers.ts'
import { Edit } from '../edit-resource.tsx'
import { Removal } from '../removal.tsx'
import { ProviderForm } from './provider-form.tsx'
import { emptyProvider, valuesOf, type LogInProvider } from './provider-values.ts'
import { comma } from '../../design/figures.ts'

const { list, create: createProvider, update, remove, test: testProvider } = logInProviderEndpoints

const columns: Column<LogInProvider>[] = [
  { key: 'name', word: words.name, show: ({ name }) => name },
  { key: 'issuer', word: words.issuer, show: ({ issuer }) => issuer },
  { key: 'domains', word: words.domainsColumn, show: ({ email_domains: domains }) => domains.join(comma) },
  { key: 'state', word: words.state, show: stateOf },
  {
    key: 'actions',
    word: words.action,
    isActions: true,
    show: (provider) => <Actions provider={provider} />,
  },
]

function stateOf({ active, required }: LogInProvider): string {
  if (!active) return words.off
  return required ? words.only : words.on
}

export default function Providers() {
  const query = { per_page: 2000, order_by: 'name' }
  const all = useCall(list, { query }) as UseQueryResult<Answer<LogInProvider[]>>
  return (
    <Page title={words.title} lead={words.lead}>
      <Panel flush>
        <Answered of={all}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty {...words.empty} />
            ) : (
              <Rows caption={words.caption} columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Answered>
      </Panel>
      <Answered of={all}>{({ data }) => <Addresses known={data[0]} />}</Answered>
      <Provisioning />
      <Panel title={words.fresh}>
        <NewProvider />
      </Panel>
    </Page>
  )
}

/** The same for all providers of an organization; providers want them before they make the client. */
function Addresses({ known }: { known: LogInProvider | undefined }) {
  const { organization } = useOpenSession()
  const at = (path: string) => `${serverUrl}${path}/${organization.id}`
  return (
    <Panel title={words.register}>
      <Stack>
        <Copyable label={words.redirect} value={known?.redirect_uri ?? at(providerPaths.callback)} />
        <Copyable label={words.logOut} value={known?.log_out_uri ?? at(providerPaths.ended)} />
      </Stack>
    </Panel>
  )
}

/** The same address for all organizations: the key says which one it is. */
function Provisioning() {
  const at = useInOrganization()
  return (
    <Panel title={words.scim.title}>
      <Stack>
        <Text size="sm" maw="44rem">
          {words.scim.text}
        </Text>
        <Copyable label={words.scim.address} value={`${serverUrl}/scim/v2`} />
        <Group>
          <Button component={Link} href={`${at('/settings/keys/new')}?for=scim`} variant="default">
            {words.scim.key}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

function Actions({ provider }: { provider: LogInProvider }) {
  const { id, name } = provider
  const test = useChange(testProvider)
  const answer = test.data?.data
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          aria-label={words.testOf(name)}
          loading={test.isPending}
          onClick={() => test.mutate({ params: { id } })}
        >
          {words.test}
        </Button>
        <Edit name={name}>{(close) => <EditProvider provider={provider} close={close} />}</Edit>
        <Removal endpoint={remove} params={{ id }} name={name} />
      </Group>
      {answer !== undefined && (
        <Text
          size="sm"
          role="status"
          c={answer.works ? 'var(--quiver-success)' : 'var(--quiver-danger)'}
          maw="28rem"
        >
          {answer.problem ?? words.works(answer.offers_log_out)}
        </Text>
      )}
      {test.isError && <Failure error={test.error} />}
    </Stack>
  )
}

function NewProvider() {
  const [created, setCreated] = useState(0)
  const create = useChange(createProvider, { done: () => setCreated((before) => before + 1) })
  return (
    <ProviderForm
      // Empty again after each one.
      key={created}
      initial={emptyProvider}
      isNew
      change={create}
      submit={(body) => create.mutate({ body })}
    />
  )
}

function EditProvider({ provider, close }: { provider: LogInProvider; close: () => void }) {
  const change = useChange(update, { done: close })
  return (
    <ProviderForm
      initial={valuesOf(provider)}
      isNew={false}
      change={change}
      submit={(body) => change.mutate({ params: { id: provider.id }, body })}
      close={close}
    />
  )
}
