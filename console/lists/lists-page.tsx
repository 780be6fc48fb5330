import { Anchor, Button } from '@mantine/core'
import { Link } from 'wouter'
import { createMailingList, listMailingLists, type MailingList } from '../../src/contract/lists/endpoints.ts'
import { searchSubscribers } from '../../src/contract/subscribers/search.ts'
import { showSubscriberCounts, type SubscriberCounts } from '../../src/contract/subscribers/counts.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization, usePageParam } from '../app/places.ts'
import { comma, count } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { listWords as words } from '../words/audience/lists.ts'

type Counts = SubscriberCounts['counts']

/** All lists of the organization. */
export default function Lists() {
  const may = useMay()
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const lists = useCall(listMailingLists, { query: { page, per_page: 50 } }, { keep: true })
  const sizes = useCall(showSubscriberCounts, {})
  const counts = new Map(
    sizes.data?.data.mailing_lists.map(({ mailing_list: { id }, counts: ofList }) => [id, ofList]),
  )
  const create = may(createMailingList) && (
    <Button component={Link} href={at('/lists/new')}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Panel flush>
        <Answered of={lists}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} pageAction={create} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={columnsOf(counts, at, may(searchSubscribers))}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={lists.isPlaceholderData}
                  isCompact
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

function columnsOf(
  counts: ReadonlyMap<number, Counts>,
  at: (path: string) => string,
  mayReadPeople: boolean,
): Column<MailingList>[] {
  const size = (
    key: string,
    word: string,
    of: (counts: Counts) => number,
    status: string,
  ): Column<MailingList> => ({
    key,
    word,
    isNumber: true,
    show: ({ id }) => {
      const ofList = counts.get(id)
      if (ofList === undefined) return ''
      if (!mayReadPeople) return count(of(ofList))
      return (
        <Anchor component={Link} href={at(`/people?list=${id}${status}`)} c="inherit">
          {count(of(ofList))}
        </Anchor>
      )
    },
  })
  return [
    {
      key: 'name',
      word: words.name,
      place: 'lead',
      show: ({ id, name }) => (
        <Anchor component={Link} href={at(`/lists/${id}`)}>
          {name}
        </Anchor>
      ),
    },
    size('active', words.active, ({ active }) => active, '&status=active'),
    size('left', words.unsubscribed, ({ unsubscribed }) => unsubscribed, '&status=unsubscribed'),
    size('bounced', words.bounced, ({ bounced }) => bounced, '&status=bounced'),
    { key: 'from', word: words.from, place: 'wide', show: senderOf },
  ]
}

function senderOf({ d_from_name: name, d_from_email: email }: MailingList): string {
  return [name, email].filter((part) => part !== '').join(comma)
}
