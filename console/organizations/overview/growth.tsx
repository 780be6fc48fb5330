import { Anchor, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Overview } from '../../../src/contract/organizations/overview.ts'
import { useInOrganization } from '../../app/places.ts'
import { count } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Rows } from '../../design/table.tsx'
import type { Column } from '../../design/table.tsx'
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
    <Panel title={words.growth}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <div>
          <Text size="xl" fw={600} className="figures">
            {words.people(active)}
          </Text>
          {days.length < 2 ? <Text c="dimmed">{words.firstDay}</Text> : <Line days={days} />}
        </div>
        {lists.length > 0 && (
          <Rows caption={words.growth} columns={columns} rows={lists} keyOf={({ id }) => id} />
        )}
      </SimpleGrid>
    </Panel>
  )
}

const width = 400
const height = 96

/** From 0, so that a small change looks small. The table beside it has the figures. */
function Line({ days }: { days: Given['days'] }) {
  const firstMs = Date.parse(days[0]?.day ?? '')
  const spanMs = Math.max(1, Date.parse(days.at(-1)?.day ?? '') - firstMs)
  const top = Math.max(1, ...days.map(({ active }) => active))
  const points = days.map(({ day, active }) => {
    const x = ((Date.parse(day) - firstMs) / spanMs) * width
    return `${x.toFixed(1)},${(height - (active / top) * (height - 4)).toFixed(1)}`
  })
  const label = words.lineLabel(days[0]?.active ?? 0, days.at(-1)?.active ?? 0, days.length)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      role="img"
      aria-label={label}
      style={{ display: 'block' }}
    >
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--quiver-hairline)" />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--mantine-color-anchor)"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
