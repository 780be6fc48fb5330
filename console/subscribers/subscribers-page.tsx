import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { createSubscriberExport } from '../../src/contract/exports/endpoints.ts'
import { createSubscriberImport } from '../../src/contract/imports/endpoints.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, useQueryParam, useZone } from '../app/places.ts'
import { Page, Panel } from '../design/page.tsx'
import { Empty, Failure, Loading } from '../design/states.tsx'
import { peopleWords as words } from '../words/audience/subscribers.ts'
import { createBulkChange } from '../../src/contract/subscribers/bulk-changes.ts'
import { BulkBar } from './bulk/bar.tsx'
import { BulkProgress } from './bulk/progress.tsx'
import { columnsOf, useShown } from './columns.tsx'
import { Filters } from './filters.tsx'
import { PeopleRows } from './rows.tsx'
import { useSearch } from './search.ts'
import { useSelection } from './bulk/selection.ts'

const statuses = ['active', 'unsubscribed', 'bounced', 'scomp', 'deactivated'] as const

/** All subscribers, found as the user types. */
export default function People() {
  const [q] = useQueryParam('q')
  const [list] = useQueryParam('list')
  const [status] = useQueryParam('status')
  const [order] = useQueryParam('order')
  const { search, rows, total } = useSearch({
    q: q === '' ? undefined : q,
    mailing_list_id: /^\d+$/.test(list) ? Number(list) : undefined,
    status: statuses.find((one) => one === status),
    order_by: q === '' && (order === 'newest' || (order === '' && status !== '')) ? 'newest' : 'email',
  })
  const zone = useZone()
  const may = useMay()
  const selection = useSelection(rows, [list, status, q].join(' '))
  const isOne = /^\d+$/.test(list)
  const matching = { listId: Number(list), q, status }
  const { columns, choose } = useShown(list)
  const isSearching = search.hasNextPage && rows.length === 0
  return (
    <Page title={words.title} lead={words.lead}>
      <Filters choose={choose} total={total} isSearching={isSearching} />
      {isOne && <BulkProgress listId={matching.listId} />}
      <Panel flush>
        {isOne && <BulkBar selection={selection} matching={matching} />}
        {search.isError && <Failure error={search.error} again={() => void search.refetch()} />}
        {search.isPending && <Loading rows={10} />}
        {search.isSuccess && rows.length === 0 && !isSearching && (
          <Nobody q={q} isFiltered={q !== '' || status !== '' || list !== ''} />
        )}
        {rows.length > 0 && (
          <PeopleRows
            rows={rows}
            columns={columnsOf(columns, zone)}
            selection={isOne && (may(createBulkChange) || may(createSubscriberExport)) ? selection : null}
            isOld={search.isPlaceholderData}
            more={search.hasNextPage && !search.isFetching ? () => void search.fetchNextPage() : null}
          />
        )}
      </Panel>
    </Page>
  )
}

function Nobody({ q, isFiltered }: { q: string; isFiltered: boolean }) {
  const may = useMay()
  const at = useInOrganization()
  const [, setQ] = useQueryParam('q')
  if (!isFiltered) {
    const action = may(createSubscriberImport) && (
      <Button component={Link} href={at('/imports/new')}>
        {words.empty.import}
      </Button>
    )
    return <Empty title={words.empty.title} text={words.empty.text} action={action} />
  }
  const isAddress = q !== '' && !q.includes('@')
  const action = isAddress && (
    <Button variant="default" onClick={() => setQ(`@${q}`)}>
      {words.ofDomain(q)}
    </Button>
  )
  return <Empty {...words.none(q)} action={action} />
}
