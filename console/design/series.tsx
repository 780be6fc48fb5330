import { Box, Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useQueryParam } from '../app/places.ts'
import { reportWords as words } from '../words/report/reports.ts'
import type { Shape } from './chart.tsx'
import { csvOf, saveText } from './csv.ts'
import { count } from './figures.ts'
import { Loading } from './states.tsx'
import { Rows } from './table.tsx'
import { runOf, thinned, type Point } from './thinned.ts'

const Chart = lazy(() => import('./chart.tsx'))
const SmallLine = lazy(() => import('./small-line.tsx'))

type Props = {
  /** Base and zone: what the figures are of. */
  caption: string
  /** What the points are: the head of the first column. */
  axis: string
  series: readonly string[]
  points: readonly Point[]
  /** small: one line on a page that has other things on it. */
  shape: Shape | 'small'
  /** Where one looks for a graph, also one of few points. */
  isChartFirst?: boolean
  /** Of the file; or the address of a file that the server writes. */
  csv: { fileName: string } | { href: string }
}

/** A chart of fewer points says less than a table. */
const pointsMin = 8
/** A table of all would be as slow to read as to draw. */
const rowsStep = 200

/** A chart, its table one key away, and its figures as a file: all of the same numbers. */
export function Series({ caption, axis, series, points, shape, isChartFirst = false, csv }: Props) {
  const isShort = points.length < pointsMin && !isChartFirst
  const [as, setAs] = useQueryParam('as', isShort ? 'table' : 'chart')
  const [rows, setRows] = useState(rowsStep)
  const isTable = as === 'table'
  const toggle = () => setAs(isTable ? 'chart' : 'table')
  useHotkeys([['t', toggle]])
  return (
    <Box p="md">
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {caption}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={toggle} title={words.tableHint}>
            {isTable ? words.chart : words.table}
          </Button>
          {'href' in csv ? (
            <Button component="a" variant="default" size="xs" href={csv.href} download>
              {words.csv}
            </Button>
          ) : (
            <Button
              variant="default"
              size="xs"
              onClick={() => saveText(csv.fileName, csvOf([axis, ...series], points))}
            >
              {words.csv}
            </Button>
          )}
        </Group>
      </Group>
      {isTable ? (
        <AsTable {...{ caption, axis, series }} points={points.slice(0, rows)} />
      ) : (
        <Suspense fallback={<Loading rows={6} />}>
          {shape === 'small' ? (
            <SmallLine caption={caption} series={series[0] ?? ''} points={thinned(points)} />
          ) : (
            <Chart caption={caption} series={series} points={thinned(points)} shape={shape} />
          )}
        </Suspense>
      )}
      <Beyond {...{ isTable, points, rows }} more={() => setRows(rows + rowsStep)} />
    </Box>
  )
}

type TableProps = Pick<Props, 'caption' | 'axis' | 'series' | 'points'>

/** To the edges of the panel, as other tables. */
function AsTable({ caption, axis, series, points }: TableProps) {
  return (
    <Box mx="-md">
      <Rows
        caption={caption}
        columns={[
          { key: 'name', word: axis, show: ({ name }: Point) => name },
          ...series.map((word, place) => ({
            key: word,
            word,
            isNumber: true,
            show: ({ values }: Point) => count(values[place] ?? 0),
          })),
        ]}
        rows={points}
        keyOf={({ name }) => name}
      />
    </Box>
  )
}

type BeyondProps = { isTable: boolean; points: readonly Point[]; rows: number; more: () => void }

/** What the picture or the table does not show of many points. */
function Beyond({ isTable, points, rows, more }: BeyondProps) {
  const run = runOf(points)
  if (isTable && points.length > rows) {
    return (
      <Button variant="default" mt="sm" onClick={more}>
        {words.more(points.length - rows)}
      </Button>
    )
  }
  return isTable || run === 1 ? null : (
    <Text size="sm" c="dimmed" mt="xs">
      {words.thinned(run)}
    </Text>
  )
}
