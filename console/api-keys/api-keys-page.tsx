import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { createApiKey, listApiKeys, type ApiKey } from '../../src/contract/api-keys.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, usePageParam, useZone } from '../app/places.ts'
import { Copyable } from '../design/copyable.tsx'
import { instantWithoutZone } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { apiKeyWords as words } from '../words/api-keys.ts'
import { KeyState } from './state.tsx'

export default function ApiKeys() {
  const may = useMay()
  const at = useInOrganization()
  const zone = useZone()
  const [page, turn] = usePageParam()
  const keys = useCall(listApiKeys, { query: { page, per_page: 50, order_by: 'name' } }, { keep: true })
  const create = may(createApiKey) && (
    <Button component={Link} href={at('/settings/keys/new')}>
      {words.create}
    </Button>
  )
  const time = (value: string | null) => (value === null ? words.never : instantWithoutZone(value, zone))
  const columns: Column<ApiKey>[] = [
    {
      key: 'name',
      word: words.name,
      show: ({ id, name }) => (
        <Anchor component={Link} href={at(`/settings/keys/${id}`)}>
          {name}
        </Anchor>
      ),
    },
    { key: 'state', word: words.state, show: (key) => <KeyState of={key} /> },
    { key: 'role', word: words.role, show: ({ role }) => words.roles[role] },
    { key: 'used', word: words.used(zone), show: ({ last_used_at: used }) => time(used) },
    { key: 'expires', word: words.expires(zone), show: ({ expires_at: end }) => time(end) },
  ]
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Panel flush>
        <Answered of={keys}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} pageAction={create} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={columns}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={keys.isPlaceholderData}
                />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
      <Assistant />
    </Page>
  )
}

/** An assistant needs an address and a key; it shows itself in the list once it has used one. */
function Assistant() {
  const address = `${window.location.origin}/mcp`
  const { title, text, ...labels } = words.assistant
  return (
    <Panel title={title}>
      <Stack gap="md">
        <Text>{text}</Text>
        <Copyable label={labels.address} value={address} />
        <Copyable label={labels.settings} value={labels.settingsOf(address)} />
      </Stack>
    </Panel>
  )
}
