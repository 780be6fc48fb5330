import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { listUncertainDeliveries, resendUncertainDeliveries } from '../../src/contract/campaigns/reports.ts'
import { useCall, useChange, type Answer } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useQueryParam, useZone } from '../app/places.ts'
import { instantWithoutZone } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { Rows } from '../design/table.tsx'
import { campaignWords } from '../words/campaigns.ts'

const words = campaignWords.uncertain
export const uncertainEveryMs = 15_000

/** Messages of a campaign that may or may not have left. */
export function Uncertain({ campaignId: id }: { campaignId: number }) {
  const may = useMay()
  const messages = useCall(
    listUncertainDeliveries,
    { params: { id }, query: { per_page: 100 } },
    { enabled: may(listUncertainDeliveries), everyMs: uncertainEveryMs },
  )
  const resend = useChange(resendUncertainDeliveries, { done: tellResent })
  const again = () => resend.mutate({ params: { id }, body: {} })
  return (
    <UncertainMessages
      messages={messages}
      resend={resend}
      again={may(resendUncertainDeliveries) ? again : null}
    />
  )
}

export function tellResent({ resent }: { resent: number }): void {
  notifications.show({ message: words.resent(resent) })
}

type Message = { subscriber_id: number; email: string | null; since: string; message_id: string | null }

type MessagesProps = {
  messages: UseQueryResult<Answer<Message[]>>
  resend: Pick<UseMutationResult, 'isPending' | 'isError' | 'error'>
  /** null: the person may not send them again. */
  again: (() => void) | null
}

/** Who they are, and what to do. Nothing if there are none. */
export function UncertainMessages({ messages, resend, again }: MessagesProps) {
  const zone = useZone()
  const [isShown, setShown] = useQueryParam('uncertain')
  const total = messages.data?.paging?.num_records ?? 0
  const isExact = messages.data?.paging?.num_records_is_exact !== false
  if (total === 0 || messages.data === undefined) return null
  return (
    <Panel title={words.title(total, isExact)}>
      <Text c="dimmed" maw="44rem">
        {words.text} {words.warn}
      </Text>
      {resend.isError && <Failure error={resend.error} />}
      <Group mt="sm">
        <Button variant="default" onClick={() => setShown(isShown === '' ? 'shown' : '')}>
          {isShown === '' ? words.who : words.hide}
        </Button>
        {again !== null && (
          <Button variant="outline" loading={resend.isPending} onClick={again}>
            {words.again(total, isExact)}
          </Button>
        )}
      </Group>
      {isShown !== '' && (
        <Rows
          caption={words.title(total, isExact)}
          columns={[
            { key: 'person', word: words.person, show: ({ email }) => email ?? words.deleted },
            { key: 'since', word: words.since(zone), show: ({ since }) => instantWithoutZone(since, zone) },
            { key: 'id', word: words.messageId, show: ({ message_id: messageId }) => messageId },
          ]}
          rows={messages.data.data}
          keyOf={({ subscriber_id: subscriberId, message_id: messageId }) => `${subscriberId} ${messageId}`}
        />
      )}
    </Panel>
  )
}
