import { Anchor, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Overview } from '../../../src/contract/organizations/overview.ts'
import { useInOrganization } from '../../app/places.ts'
import { count, dayName } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Series } from '../../design/series.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { overviewWords as words } from '../../words/session/overview.ts'

type Given = Overview['growth']
type List = Given['lists'][number]

export function Growth({ growth: { active, days, lists } }: { growth: Given }) {
  const at = useInOrganization()
  const heads = words.listColumns
  const columns: Column<List>[] = [
    {
      key: 'name',
      word: heads.name,
      show: ({ id, name }) => (
        <Anchor component={Link} href={at(`/lists/${id}`)}>
          {name}
        </Anchor>
      ),
    },
    { key: 'active', word: heads.active, isNumber: true, show: (list) => count(list.active) },
    {
      key: 'change',
      word: heads.change,
      isNumber: true,
      show: ({ active: now, before }) => (before === null ? '' : words.grewBy(now - before)),
    },
  ]
  return (
    <Panel title={words.growth} flush>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={0}>
        <div>
          <Text size="xl" fw={600} className="figures" px="md">
            {words.people(active)}
          </Text>
          {days.length < 2 ? (
            <Text c="dimmed" px="md" pb="md">
              {words.firstDay}
            </Text>
          ) : (
            <Series
              caption={words.growthCaption}
              axis={words.day}
              series={[words.listColumns.active]}
              points={days.map(({ day, active: value }) => ({ name: dayName(day), values: [value] }))}
              shape="small"
              csv={{ fileName: words.growthFile }}
            />
          )}
        </div>
        {lists.length > 0 && (
          <div>
            <Rows caption={words.growth} columns={columns} rows={lists} keyOf={({ id }) => id} />
          </div>
        )}
      </SimpleGrid>
    </Panel>
  )
}
