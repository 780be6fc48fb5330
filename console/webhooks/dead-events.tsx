import { Button, Text } from '@mantine/core'
import { listDeadEvents, replayWebhook } from '../../src/contract/webhooks.ts'
import { useCall, useChange } from '../app/api.ts'
import { useZone } from '../app/places.ts'
import { instantWithoutZone } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { Rows, type Column } from '../design/table.tsx'
import { webhookWords } from '../words/webhooks.ts'
import type { DeadEvent, Webhook } from './queries.ts'

const words = webhookWords.deadEvents

type Props = { of: Pick<Webhook, 'id' | 'dead' | 'dead_is_exact'> }

export function DeadEvents({ of: { id, dead, dead_is_exact: isExact } }: Props) {
  const zone = useZone()
  const events = useCall(listDeadEvents, { params: { id }, query: { per_page: 50 } }, { everyMs: 10_000 })
  const replay = useChange(replayWebhook)
  const again = (ids?: number[]) => replay.mutate({ params: { id }, body: ids === undefined ? {} : { ids } })
  const columns: Column<DeadEvent>[] = [
    { key: 'event', word: words.event, show: ({ event_type: type }) => webhookWords.eventOf(type) },
    { key: 'when', word: words.when(zone), show: ({ created_at: time }) => instantWithoutZone(time, zone) },
    { key: 'why', word: words.why, show: ({ last_error: error }) => error ?? '' },
    {
      key: 'again',
      word: words.action,
      isActions: true,
      show: (event) => (
        <Button
          variant="default"
          size="xs"
          onClick={() => again([event.id])}
          aria-label={`${words.one} ${event.event_id}`}
        >
          {words.one}
        </Button>
      ),
    },
  ]
  const all = (
    <Button variant="default" onClick={() => again()} loading={replay.isPending}>
      {words.all(dead, isExact)}
    </Button>
  )
  return (
    <Panel title={words.title} actions={all} flush>
      <Text px="md" pb="xs" c="dimmed">
        {words.text}
      </Text>
      <Text role="status" px="md" hidden={!replay.isSuccess}>
        {words.done(replay.data?.data.replayed ?? 0)}
      </Text>
      {replay.isError && <Failure error={replay.error} />}
      <Answered of={events}>
        {({ data }) => <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />}
      </Answered>
    </Panel>
  )
}
