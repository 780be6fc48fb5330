import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Box, Group, Text, useComputedColorScheme } from '@mantine/core'
import { count, countInShort } from './figures.ts'

export type Shape = 'line' | 'bars'

type Props = {
  caption: string
  series: readonly string[]
  points: readonly { name: string; values: readonly number[] }[]
  shape: Shape
}

/** Above 3:1 on both backgrounds, and apart for people who do not see all colours. */
const colours = {
  light: ['#0B5F6B', '#AD661F', '#8C3CDD', '#4D2A1A', '#31136C', '#565c63'],
  dark: ['#5CC3D0', '#E08A1E', '#B58CFF', '#F7E9A0', '#E0559B', '#a3a8ad'],
}

const ticks = 5
const dottedMax = 24

/** From 0, five ticks, each series named beside its colour. Comes with recharts, in a chunk of its own. */
export default function Chart({ caption, series, points, shape }: Props) {
  const scheme = useComputedColorScheme('light')
  const colourOf = (place: number) => colours[scheme][place] ?? colours[scheme][0] ?? ''
  const data = points.map(({ name, values }) =>
    Object.fromEntries([['name', name], ...values.map((value, place) => [`s${place}`, value] as const)]),
  )
  const shared = {
    h: 280,
    data,
    dataKey: 'name',
    series: series.map((label, place) => ({ name: `s${place}`, label, color: colourOf(place) })),
    valueFormatter: count,
    yAxisProps: {
      tickCount: ticks,
      // Otherwise recharts moves the highest label into the chart, below its line.
      interval: 0,
      allowDecimals: false,
      tickFormatter: countInShort,
      domain: [0, 'auto'] as [number, string],
      width: 48,
    },
    xAxisProps: { minTickGap: 32 },
    tooltipAnimationDuration: 0,
    gridAxis: 'x' as const,
  }
  return (
    <Box role="group" aria-label={caption}>
      {series.length > 1 && (
        <Group gap="md" mb="xs">
          {series.map((label, place) => (
            <Group key={label} gap={6} wrap="nowrap">
              <Box w={12} h={12} bg={colourOf(place)} style={{ borderRadius: 2 }} aria-hidden />
              <Text size="sm">{label}</Text>
            </Group>
          ))}
        </Group>
      )}
      {shape === 'line' ? (
        <LineChart
          {...shared}
          curveType="linear"
          // A single point is no line, and few are easier to point at.
          withDots={data.length <= dottedMax}
          strokeWidth={2}
          lineProps={{ isAnimationActive: false }}
        />
      ) : (
        <BarChart {...shared} type="stacked" barProps={{ isAnimationActive: false }} maxBarWidth={48} />
      )}
    </Box>
  )
}
