import { Alert, Anchor, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { suppressedAddressEndpoints } from '../../src/contract/resources/suppressed-addresses.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, useZone } from '../app/places.ts'
import { instant } from '../design/figures.ts'
import { reasonOf } from '../app/reach/reasons.ts'
import { messageWords } from '../words/messages.ts'
import { useStream, type MessageStream, type MessageWithEvents } from './queries.ts'

const words = messageWords.one.why

/** What the server says of an address that gets nothing. */
const suppressedReason = 'the address is suppressed'

/** Why it has not left, or has not arrived; nothing if there is nothing to say. */
export function Why({ of: message }: { of: MessageWithEvents }) {
  const stream = useStream(message.stream_id)
  const zone = useZone()
  const sentence = sentenceOf(message, stream.data?.data, zone)
  if (sentence === null) return null
  return (
    <Alert variant="outline" color="var(--quiver-warning)">
      <Text>{sentence}</Text>
      {message.diagnostic === suppressedReason && message.state === 'skipped' && (
        <WhereSuppressed of={message} />
      )}
    </Alert>
  )
}

function WhereSuppressed({ of: { to, stream_id: streamId } }: { of: MessageWithEvents }) {
  const at = useInOrganization()
  const may = useMay()
  const address = encodeURIComponent(to)
  return (
    <Group gap="md" mt="xs">
      <Anchor component={Link} href={`${at(`/streams/${streamId}`)}?address=${address}`}>
        {words.inStream}
      </Anchor>
      {may(suppressedAddressEndpoints.own.find) && (
        <Anchor component={Link} href={`${at('/suppression')}?address=${address}`}>
          {words.inLists}
        </Anchor>
      )}
    </Group>
  )
}

function sentenceOf(
  { state, diagnostic, status, send_at: sendAt }: MessageWithEvents,
  stream: MessageStream | undefined,
  zone: string,
): string | null {
  const reason = (diagnostic ?? '').replace(/\.$/, '')
  switch (state) {
    case 'skipped':
      return words.skipped(reason)
    case 'bounced':
      return words.bounced(reason, status ?? '')
    case 'uncertain':
      return words.uncertain
    case 'deferred':
      return words.deferred(reason)
    case 'queued':
      if (Date.parse(sendAt) > Date.now()) return words.later(instant(sendAt, zone))
      if (stream?.paused === true) return words.paused
      return stream === undefined || stream.waiting_for === ''
        ? null
        : words.waits(reasonOf(stream.waiting_for))
    default:
      return null
  }
}
