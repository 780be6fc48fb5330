import { Anchor, Box, Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { Link } from 'wouter'
import {
  listAutoresponderPeople,
  listCampaignPeople,
  type PeopleQuery,
} from '../../../../src/contract/campaigns/results/people.ts'
import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { keyOf } from '../../../app/api.ts'
import { useInOrganization, useZone } from '../../../app/places.ts'
import { useOrganizationId, useSession } from '../../../app/session.tsx'
import { count, instantWithoutZone } from '../../../design/figures.ts'
import { Empty, Failure, Loading } from '../../../design/states.tsx'
import { Rows, type Column } from '../../../design/table.tsx'
import { Status } from '../../../subscribers/status.tsx'
import type { Mailing } from './clauses.ts'
import { peopleOfWords as words } from '../../../words/report/people.ts'

const perPage = 100

export type Person = z.output<(typeof listCampaignPeople)['data']>[number]

/** The people behind a number, page by page. */
export function usePeopleOf(of: Mailing, query: PeopleQuery) {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const found = useInfiniteQuery({
    queryKey: keyOf(organizationId, listCampaignPeople, { of, query }),
    queryFn: ({ pageParam, signal }) => {
      const { content_id: contentId, ...common } = query
      const asked = { ...common, per_page: perPage, ...(pageParam === '' ? {} : { page_token: pageParam }) }
      return 'campaignId' in of
        ? client.call(listCampaignPeople, {
            params: { id: of.campaignId },
            query: { ...asked, content_id: contentId },
            signal,
          })
        : client.call(listAutoresponderPeople, {
            params: { mailing_list_id: of.listId, id: of.autoresponderId },
            query: asked,
            signal,
          })
    },
    initialPageParam: '',
    getNextPageParam: ({ paging }) => paging?.next_page_token ?? null,
  })
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? []
  const paging = found.data?.pages[0]?.paging ?? null
  const number =
    paging === null ? null : { records: paging.num_records, isExact: paging.num_records_is_exact !== false }
  return { found, rows, number }
}

type PeopleListProps = {
  people: ReturnType<typeof usePeopleOf>
  kind: PeopleKind
  listId: number
  /** By the id of the content. Empty: there is but one. */
  versions: ReadonlyMap<number, string>
}

export function PeopleList({ people: { found, rows }, kind, listId, versions }: PeopleListProps) {
  const columns = useColumns(kind, listId, versions)
  if (found.isPending) return <Loading rows={8} />
  if (found.isError) return <Failure error={found.error} again={() => void found.refetch()} />
  if (rows.length === 0) return <Empty {...words.empty} />
  return (
    <>
      <Rows caption={words.caption} columns={columns} rows={rows} keyOf={({ subscriber_id: id }) => id} />
      {found.hasNextPage && (
        <Box p="md">
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {words.more}
          </Button>
        </Box>
      )}
    </>
  )
}

const isMessage = (kind: PeopleKind) => ['sent', 'accepted', 'waiting', 'skipped'].includes(kind)

function useColumns(
  kind: PeopleKind,
  listId: number,
  versions: ReadonlyMap<number, string>,
): Column<Person>[] {
  const zone = useZone()
  const columns: (Column<Person> | false)[] = [
    { key: 'person', word: words.person, show: (one) => <Who of={one} listId={listId} /> },
    {
      key: 'at',
      word: words.at(kind, zone),
      show: ({ at }) => (at === null ? words.unknownTime : instantWithoutZone(at, zone)),
    },
    (kind === 'opened' || kind === 'clicked') && {
      key: 'times',
      word: words.times,
      isNumber: true,
      show: ({ times }) => count(times),
    },
    versions.size > 0 && {
      key: 'version',
      word: words.version,
      show: ({ content_id: id }) => (id === null ? '' : (versions.get(id) ?? '')),
    },
    kind === 'bounced' && {
      key: 'severity',
      word: words.severity,
      show: ({ severity }) => (severity === null ? words.unknownTime : words.severityWords[severity]),
    },
    (kind === 'bounced' || (isMessage(kind) && kind !== 'sent' && kind !== 'accepted')) && {
      key: 'reason',
      word: words.reason,
      show: ({ reason }) => (
        <Text size="sm" maw="32rem" style={{ overflowWrap: 'anywhere' }}>
          {reason ?? words.unknownTime}
        </Text>
      ),
    },
    {
      key: 'status',
      word: words.status,
      show: ({ status }) => (status === null ? words.deleted : <Status of={status} />),
    },
  ]
  return columns.filter((column) => column !== false)
}

function Who({ of: { subscriber_id: id, email }, listId }: { of: Person; listId: number }) {
  const at = useInOrganization()
  if (email === null) return <Text c="dimmed">{words.deleted}</Text>
  return (
    <Anchor component={Link} href={at(`/lists/${listId}/people/${id}`)}>
      {email}
    </Anchor>
  )
}
