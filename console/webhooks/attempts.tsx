import { Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { listWebhookDeliveries } from '../../src/contract/webhooks.ts'
import { useCall } from '../app/api.ts'
import { useZone } from '../app/places.ts'
import { State } from '../design/facts.tsx'
import { instantWithoutZone } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { webhookWords } from '../words/webhooks.ts'
import type { Delivery } from './queries.ts'

const words = webhookWords.deliveries

/** What was sent last, and the answer: fetched again while the page is open, so that a test appears without a reload. */
export function Attempts({ id }: { id: number }) {
  const zone = useZone()
  const [page, turn] = useState(0)
  const query = { page, per_page: 20 }
  const attempts = useCall(listWebhookDeliveries, { params: { id }, query }, { keep: true, everyMs: 3_000 })
  const columns: Column<Delivery>[] = [
    { key: 'when', word: words.when(zone), show: ({ attempted_at: time }) => instantWithoutZone(time, zone) },
    { key: 'what', word: words.what, show: whatOf },
    { key: 'result', word: words.result, show: (attempt) => <Result of={attempt} /> },
    { key: 'took', word: words.took, isNumber: true, show: ({ duration_ms: ms }) => words.ms(ms) },
  ]
  return (
    <Panel title={words.title} flush>
      <Answered of={attempts}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Text p="md" c="dimmed">
              {words.none}
            </Text>
          ) : (
            <>
              <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
              <Pages paging={paging} turn={turn} />
            </>
          )
        }
      </Answered>
    </Panel>
  )
}

function whatOf({ event_types: [type = ''], event_ids: ids }: Delivery): string {
  const first = webhookWords.eventOf(type)
  return ids.length <= 1 ? first : `${first} ${words.more(ids.length - 1)}`
}

function Result({ of: { delivered, status, error, answer } }: { of: Delivery }) {
  return (
    <Stack gap={2} align="flex-start">
      {delivered && status !== null ? (
        <State icon={IconCircleCheck} tone="success" word={words.taken(status)} />
      ) : (
        <State
          icon={IconAlertTriangle}
          tone="danger"
          word={status === null ? words.silent : String(status)}
        />
      )}
      {error !== null && <Text size="sm">{error}</Text>}
      {answer !== '' && (
        <Code className="copyable" aria-label={words.answer}>
          {answer}
        </Code>
      )}
    </Stack>
  )
}
