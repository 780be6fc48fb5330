import { Anchor, Button } from '@mantine/core'
import { Link } from 'wouter'
import { createWebhook } from '../../src/contract/webhooks.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, usePageParam } from '../app/places.ts'
import { count } from '../design/figures.ts'
import { orMore } from '../words/audience/amounts.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { webhookWords as words } from '../words/webhooks.ts'
import { useWebhooks, type Webhook } from './queries.ts'
import { WebhookState } from './state.tsx'

export default function Webhooks() {
  const may = useMay()
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const webhooks = useWebhooks(page)
  const create = may(createWebhook) && (
    <Button component={Link} href={at('/settings/webhooks/new')}>
      {words.create}
    </Button>
  )
  const columns = columnsOf(at)
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Panel flush>
        <Answered of={webhooks}>
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
                  isOld={webhooks.isPlaceholderData}
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

function columnsOf(at: (path: string) => string): Column<Webhook>[] {
  return [
    {
      key: 'name',
      word: words.name,
      show: ({ id, name }) => (
        <Anchor component={Link} href={at(`/settings/webhooks/${id}`)}>
          {name}
        </Anchor>
      ),
    },
    { key: 'state', word: words.state, show: (webhook) => <WebhookState of={webhook} /> },
    { key: 'url', word: words.url, show: ({ url }) => url },
    {
      key: 'pending',
      word: words.pending,
      isNumber: true,
      show: (webhook) => orMore(count(webhook.pending), webhook.pending_is_exact),
    },
    {
      key: 'dead',
      word: words.dead,
      isNumber: true,
      show: ({ id, dead, dead_is_exact: isExact }) =>
        dead === 0 ? (
          count(0)
        ) : (
          <Anchor component={Link} href={at(`/settings/webhooks/${id}`)}>
            {orMore(count(dead), isExact)}
          </Anchor>
        ),
    },
  ]
}
