import { Button, Stack, Text } from '@mantine/core'
import { deliverWebhook } from '../../src/contract/webhooks.ts'
import { useChange } from '../app/api.ts'
import { useZone } from '../app/places.ts'
import { instant } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { webhookWords } from '../words/webhooks.ts'
import type { Webhook } from './queries.ts'

const words = webhookWords.waiting

/** How many events wait, until when and why, and the way to end the pause. */
export function WaitingEvents({ of: webhook }: { of: Webhook }) {
  const zone = useZone()
  const deliver = useChange(deliverWebhook)
  const { id, active, pending, pending_is_exact: isExact, next_attempt_at: next, last_error: error } = webhook
  const isPaused = active && next !== null && Date.parse(next) > Date.now()
  const now = isPaused && (
    <Button variant="default" onClick={() => deliver.mutate({ params: { id } })} loading={deliver.isPending}>
      {words.now}
    </Button>
  )
  return (
    <Panel title={words.title} actions={now}>
      <Stack gap="xs">
        <Text>{words.text(pending, isExact, isPaused ? instant(next, zone) : null)}</Text>
        {!active && <Text c="dimmed">{words.off}</Text>}
        {error !== null && <Text c="dimmed">{words.lastError(error)}</Text>}
        <Text role="status" hidden={!deliver.isSuccess}>
          {words.done}
        </Text>
        {deliver.isError && <Failure error={deliver.error} />}
      </Stack>
    </Panel>
  )
}
