import { Anchor, Box, Text } from '@mantine/core'
import { Link } from 'wouter'
import { listMessages } from '../../src/contract/messages/endpoints.ts'
import { useCall } from '../app/api.ts'
import { useInOrganization, usePageParam, useZone } from '../app/places.ts'
import { comma, instantWithoutZone } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { messageWords } from '../words/messages.ts'
import { LogFilters, useLogFilter } from './log-filters.tsx'
import { MessageState } from './message-state.tsx'
import type { Message } from './queries.ts'

const words = messageWords.log

/** Every message to a single person, newest first; the states move while the page is open. */
export default function Messages() {
  const [page, turn] = usePageParam()
  const { query, isFiltered } = useLogFilter()
  const messages = useCall(
    listMessages,
    { query: { ...query, page, per_page: 50 } },
    { keep: true, everyMs: 5_000 },
  )
  const columns = useColumns()
  return (
    <Page title={words.title} lead={words.lead}>
      <LogFilters isFiltered={isFiltered} />
      <Panel flush>
        <Answered of={messages}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...(isFiltered ? words.noneFound : words.empty)} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={columns}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={messages.isPlaceholderData}
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

function useColumns(): Column<Message>[] {
  const at = useInOrganization()
  const zone = useZone()
  return [
    {
      key: 'subject',
      word: words.subject,
      show: ({ id, subject }) => (
        <Anchor component={Link} href={at(`/messages/${id}`)} style={{ overflowWrap: 'anywhere' }}>
          {subject === '' ? words.noSubject : subject}
        </Anchor>
      ),
    },
    {
      key: 'to',
      word: words.person,
      show: ({ to }) => (
        <Text component="span" inherit style={{ overflowWrap: 'anywhere' }}>
          {to}
        </Text>
      ),
    },
    { key: 'state', word: words.state, show: (message) => <StateAndWhy of={message} /> },
    { key: 'stream', word: words.stream, show: ({ stream }) => stream },
    { key: 'tags', word: words.tags, show: ({ tags }) => tags.join(comma) },
    { key: 'read', word: words.read, show: readOf },
    {
      key: 'when',
      word: words.when(zone),
      show: ({ created_at: time }) => instantWithoutZone(time, zone),
    },
  ]
}

function readOf({ opens, clicks }: Message): string {
  return clicks > 0 ? words.clicked : opens > 0 ? words.opened : ''
}

/** Why it did not leave, or did not arrive, in one line; the page of the message has all of it. */
function StateAndWhy({ of: { state, diagnostic } }: { of: Message }) {
  const hasReason = state === 'skipped' || state === 'bounced' || state === 'deferred'
  return (
    <Box>
      <MessageState of={state} />
      {hasReason && diagnostic !== null && (
        <Text size="sm" c="dimmed" lineClamp={1} maw="18rem" title={diagnostic}>
          {diagnostic}
        </Text>
      )}
    </Box>
  )
}
