import { Anchor, Button } from '@mantine/core'
import { Link } from 'wouter'
import { listMessages } from '../../../src/contract/messages/endpoints.ts'
import { listMessageStatistics } from '../../../src/contract/messages/statistics.ts'
import { streamEndpoints } from '../../../src/contract/messages/streams.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { count } from '../../design/figures.ts'
import { orMore } from '../../words/audience/amounts.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { messageWords } from '../../words/messages.ts'
import { useStreams, type MessageStream } from '../queries.ts'
import { StreamState } from './stream-state.tsx'

const words = messageWords.streams

export default function Streams() {
  const may = useMay()
  const at = useInOrganization()
  const streams = useStreams()
  const create = may(streamEndpoints.own.create) && (
    <Button component={Link} href={at('/streams/new')}>
      {words.create}
    </Button>
  )
  const figures = useFigures()
  const columns = [...useColumns(), ...figures]
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Panel flush>
        <Answered of={streams}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty {...words.empty} pageAction={create} />
            ) : (
              <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Answered>
      </Panel>
    </Page>
  )
}

function useColumns(): Column<MessageStream>[] {
  const at = useInOrganization()
  return [
    {
      key: 'name',
      word: words.name,
      show: ({ id, name }) => (
        <Anchor component={Link} href={at(`/streams/${id}`)} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Anchor>
      ),
    },
    { key: 'state', word: words.state, show: (stream) => <StreamState of={stream} /> },
    {
      key: 'sender',
      word: words.sender,
      show: ({ from_email: email }) => (email === '' ? words.ownSender : email),
    },
  ]
}

/** For those who may see messages. Each number leads to its messages. */
function useFigures(): Column<MessageStream>[] {
  const at = useInOrganization()
  const may = useMay()
  const isAllowed = may(listMessageStatistics)
  const found = useCall(listMessageStatistics, { query: {} }, { enabled: isAllowed, everyMs: 10_000 })
  if (!isAllowed) return []
  const known = new Map((found.data?.data ?? []).map((one) => [one.stream_id, one]))
  const door = (stream: MessageStream, state: string, { value, word = count(value) }: Door) =>
    value === 0 || !may(listMessages) ? (
      word
    ) : (
      <Anchor
        component={Link}
        href={`${at('/messages')}?stream=${encodeURIComponent(stream.name)}&state=${state}`}
      >
        {word}
      </Anchor>
    )
  const openIn = (state: 'queued' | 'deferred' | 'uncertain'): Column<MessageStream> => ({
    key: state,
    word: messageWords.states[state],
    isNumber: true,
    show: (stream) => {
      const now = known.get(stream.id)?.now
      const value = now?.[state] ?? 0
      return door(stream, state, { value, word: orMore(count(value), now?.is_exact ?? true) })
    },
  })
  const counted = (state: 'accepted' | 'bounced', word: string): Column<MessageStream> => ({
    key: state,
    word,
    isNumber: true,
    show: (stream) => door(stream, state, { value: known.get(stream.id)?.total[state] ?? 0 }),
  })
  return [
    openIn('queued'),
    openIn('deferred'),
    openIn('uncertain'),
    counted('accepted', words.accepted),
    counted('bounced', words.bounced),
  ]
}

type Door = { value: number; word?: string }
