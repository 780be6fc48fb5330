import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  listSubscriberEvents,
  type HistoryEvent,
  type HistoryPart,
} from '../../src/contract/subscribers/history.ts'
import { keyOf } from '../app/api.ts'
import { useQueryParam, useZone } from '../app/places.ts'
import { useOrganizationId, useSession } from '../app/session.tsx'
import { instantWithoutZone } from '../design/figures.ts'
import { Empty, Failure, Loading } from '../design/states.tsx'
import { personWords as words, sentenceOf } from '../words/audience/subscribers.ts'

const perPage = 25

function useHistory(listId: number, id: number, part: HistoryPart | undefined) {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const params = { mailing_list_id: listId, id }
  return useInfiniteQuery({
    queryKey: keyOf(organizationId, listSubscriberEvents, { params, part }),
    queryFn: ({ pageParam, signal }) =>
      client.call(listSubscriberEvents, {
        params,
        query: { part, per_page: perPage, ...(pageParam === '' ? {} : { page_token: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ paging }) => paging?.next_page_token ?? null,
  })
}

export function History({ listId, id }: { listId: number; id: number }) {
  const [text, setPart] = useQueryParam('history', 'all')
  const zone = useZone()
  const part = (['messages', 'changes', 'imports'] as const).find((one) => one === text)
  const history = useHistory(listId, id, part)
  const events = history.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.history}
        value={part ?? 'all'}
        onChange={setPart}
        data={Object.entries(words.parts).map(([value, label]) => ({ value, label }))}
      />
      {history.isPending && <Loading />}
      {history.isError && <Failure error={history.error} again={() => void history.refetch()} />}
      {history.isSuccess && events.length === 0 && <Empty {...words.noHistory} />}
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {events.map((event) => (
          <Event key={event.id} event={event} zone={zone} />
        ))}
      </Stack>
      {history.hasNextPage && (
        <Button
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {words.older}
        </Button>
      )}
      <Text size="xs" c="dimmed">
        {words.zone(zone)}
      </Text>
    </Stack>
  )
}

function Event({ event, zone }: { event: HistoryEvent; zone: string }) {
  return (
    <Group component="li" gap="sm" align="baseline" wrap="nowrap">
      <Text
        component="time"
        dateTime={event.at}
        size="sm"
        c="dimmed"
        className="figures"
        style={{ flex: '0 0 9.5rem' }}
      >
        {instantWithoutZone(event.at, zone)}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentenceOf(event, zone)}
      </Text>
    </Group>
  )
}
