import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { subscriberStatuses } from '../../../src/contract/imports/states.ts'
import type { MailingListGrowth } from '../../../src/contract/lists/endpoints.ts'
import { createSubscriber } from '../../../src/contract/subscribers/endpoints.ts'
import { searchSubscribers } from '../../../src/contract/subscribers/search.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { count } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { listWords } from '../../words/audience/lists.ts'
import { statusWords } from '../../words/audience/subscribers.ts'
import { AddPerson } from '../add-person.tsx'

type Counts = MailingListGrowth['now']
type Status = keyof Counts

export function peopleOf(counts: Counts | undefined): number {
  return counts === undefined ? 0 : Object.values(counts).reduce((sum, one) => sum + one, 0)
}

type RowsProps = {
  caption: string
  head: string
  listId: number
  counts: readonly (readonly [Status, number])[]
}

/** Figures by status, each the way to its people. */
export function StatusRows({ caption, head, listId, counts }: RowsProps) {
  const at = useInOrganization()
  const may = useMay()
  const columns: Column<readonly [Status, number]>[] = [
    { key: 'status', word: head, place: 'lead', show: ([status]) => statusWords[status] },
    {
      key: 'people',
      word: listWords.one.people,
      isNumber: true,
      show: ([status, value]) =>
        may(searchSubscribers) ? (
          <Anchor component={Link} href={at(`/people?list=${listId}&status=${status}`)} c="inherit">
            {count(value)}
          </Anchor>
        ) : (
          count(value)
        ),
    },
  ]
  return <Rows caption={caption} columns={columns} rows={counts} keyOf={([status]) => status} />
}

/** How many there are, by status, and one more. */
export function People({ listId, now }: { listId: number; now: Counts }) {
  const may = useMay()
  const at = useInOrganization()
  const all = listWords.people(peopleOf(now))
  return (
    <Panel title={listWords.one.people} flush>
      <Stack gap="sm" px="md">
        <Group justify="space-between" align="flex-end">
          {may(searchSubscribers) ? (
            <Anchor component={Link} href={at(`/people?list=${listId}`)}>
              {all}
            </Anchor>
          ) : (
            <Text>{all}</Text>
          )}
          {may(createSubscriber) && <AddPerson listId={listId} />}
        </Group>
      </Stack>
      <StatusRows
        caption={listWords.one.people}
        head={listWords.home.status}
        listId={listId}
        counts={subscriberStatuses.map((status) => [status, now[status]] as const)}
      />
    </Panel>
  )
}
