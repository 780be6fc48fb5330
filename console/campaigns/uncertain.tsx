import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listUncertainDeliveries, resendUncertainDeliveries } from '../../src/contract/campaigns/reports.ts'
import { useCall, useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useQueryParam, useZone } from '../app/places.ts'
import { instantWithoutZone } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { Rows } from '../design/table.tsx'
import { campaignWords } from '../words/campaigns.ts'

const words = campaignWords.uncertain
const everyMs = 15_000

/** Messages that may or may not have left: who they are, and what to do. Nothing if there are none. */
export function Uncertain({ campaignId: id }: { campaignId: number }) {
  const may = useMay()
  const zone = useZone()
  const [isShown, setShown] = useQueryParam('uncertain')
  const messages = useCall(
    listUncertainDeliveries,
    { params: { id }, query: { per_page: 100 } },
    { enabled: may(listUncertainDeliveries), everyMs },
  )
  const resend = useChange(resendUncertainDeliveries, {
    done: ({ resent }) => notifications.show({ message: words.resent(resent) }),
  })
  const total = messages.data?.paging?.num_records ?? 0
  if (total === 0 || messages.data === undefined) return null
  return (
    <Panel title={words.title(total)}>
      <Text c="dimmed" maw="44rem">
        {words.text} {words.warn}
      </Text>
      {resend.isError && <Failure error={resend.error} />}
      <Group mt="sm">
        <Button variant="default" onClick={() => setShown(isShown === '' ? 'shown' : '')}>
          {isShown === '' ? words.who : words.hide}
        </Button>
        {may(resendUncertainDeliveries) && (
          <Button
            variant="outline"
            loading={resend.isPending}
            onClick={() => resend.mutate({ params: { id }, body: {} })}
          >
            {words.again(total)}
          </Button>
        )}
      </Group>
      {isShown !== '' && (
        <Rows
          caption={words.title(total)}
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
