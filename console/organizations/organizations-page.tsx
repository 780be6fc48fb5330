import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { z } from 'zod'
import { listOrganizations } from '../../src/contract/organizations/endpoints.ts'
import { useCall } from '../app/api.ts'
import { usePageParam, useQueryParam } from '../app/places.ts'
import { State } from '../design/facts.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { organizationWords as words } from '../words/organizations.ts'
import { quotaOf } from './quota.ts'

type Listed = z.output<typeof listOrganizations.data>[number]

export default function Organizations() {
  const [page, turn] = usePageParam()
  const [q, search] = useQueryParam('q')
  const query = { page, per_page: 50, order_by: 'name' as const, ...(q !== '' && { name_contains: q }) }
  const organizations = useCall(listOrganizations, { query }, { keep: true })
  const create = (
    <Button component={Link} href="/system/organizations/new">
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <TextInput
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={q}
        onChange={(event) => search(event.currentTarget.value)}
        maw="24rem"
      />
      <Panel flush>
        <Answered of={organizations}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Text p="md">{words.none}</Text>
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={columns}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={organizations.isPlaceholderData}
                />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
    </Page>
  )
}

const columns: Column<Listed>[] = [
  {
    key: 'name',
    word: words.name,
    show: ({ id, name }) => (
      <Anchor component={Link} href={`/system/organizations/${id}`}>
        {name}
      </Anchor>
    ),
  },
  { key: 'state', word: words.state, show: ({ active = true }) => <Activity isOn={active} /> },
  {
    key: 'quota',
    word: words.quota,
    show: ({ sending_quota: quota }) => (quota === undefined ? '' : quotaOf(quota)),
  },
  {
    key: 'people',
    word: words.people,
    show: ({ subscriber_quota: quota }) => (quota === undefined ? '' : quotaOf(quota)),
  },
]

export function Activity({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <State icon={IconCircleCheck} tone="success" word={words.states.active} />
  ) : (
    <State icon={IconCircleOff} tone="calm" word={words.states.off} />
  )
}
