import { SimpleGrid, Text } from '@mantine/core'
import { subscriberStatuses } from '../../../src/contract/imports/states.ts'
import type { MailingListGrowth as Growth } from '../../../src/contract/lists/endpoints.ts'
import { OpenLink } from '../../app/reach/open-link.tsx'
import { count, dayName } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Series } from '../../design/series.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { listWords } from '../../words/audience/lists.ts'
import { overviewWords } from '../../words/session/overview.ts'
import { StatusRows } from './people.tsx'

const words = listWords.home

/** The active people day by day. */
export function GrowthOfList({ days }: { days: Growth['days'] }) {
  return (
    <Panel title={words.growth} flush>
      {days.length < 2 ? (
        <Text c="dimmed" px="md" pb="md">
          {overviewWords.firstDay}
        </Text>
      ) : (
        <Series
          caption={words.growthCaption}
          axis={overviewWords.day}
          series={[listWords.active]}
          points={days.map(({ day, active }) => ({ name: dayName(day), values: [active] }))}
          shape="small"
          csv={{ fileName: overviewWords.growthFile }}
        />
      )}
    </Panel>
  )
}

type ComesAndGoesProps = { listId: number; growth: Growth }

/** What has added people, and why others have left. */
export function ComesAndGoes({ listId, growth: { now, days, sources } }: ComesAndGoesProps) {
  const [first] = days
  const left = subscriberStatuses
    .filter((status) => status !== 'active')
    .map((status) => [status, now[status] - (first?.[status] ?? 0)] as const)
    .filter(([, value]) => value > 0)
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
      <Sources listId={listId} sources={sources} />
      <Panel title={words.left} flush>
        {left.length === 0 ? (
          <Text c="dimmed" px="md" pb="md">
            {words.nobodyLeft}
          </Text>
        ) : (
          <StatusRows caption={words.left} head={words.reason} listId={listId} counts={left} />
        )}
      </Panel>
    </SimpleGrid>
  )
}

type Source = { name: string; people: number; to: string }

function Sources({
  listId,
  sources: { imported, web_forms: forms },
}: Pick<Growth, 'sources'> & { listId: number }) {
  const rows: Source[] = [
    { name: words.imported, people: imported, to: '/imports' },
    ...forms.map(({ id, name, confirmed }) => ({
      name,
      people: confirmed,
      to: `/lists/${listId}/forms/${id}`,
    })),
  ]
  const columns: Column<Source>[] = [
    {
      key: 'source',
      word: words.source,
      place: 'lead',
      show: ({ name, to }) => <OpenLink to={to}>{name}</OpenLink>,
    },
    { key: 'people', word: listWords.one.people, isNumber: true, show: ({ people }) => count(people) },
  ]
  return (
    <Panel title={words.sources} flush>
      <Rows caption={words.sources} columns={columns} rows={rows} keyOf={({ to }) => to} />
    </Panel>
  )
}
