import { Box, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState, type KeyboardEvent } from 'react'
import { count, countInShort } from './figures.ts'
import type { Point } from './thinned.ts'

const height = 132
const ticksMax = 4

type Props = { caption: string; series: string; points: readonly Point[] }

/** One line from 0, light enough for the first page; arrow keys read it point by point. */
export default function SmallLine({ caption, series, points }: Props) {
  const { ref, width } = useElementSize()
  const [chosen, choose] = useState<number | null>(null)
  const last = points.length - 1
  const { ticks, up } = scaleOf(points)
  const at = chosen ?? last
  const point = points[at]
  const said = point === undefined ? '' : `${point.name}: ${count(valueOf(point))}`
  const keys = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(Math.min(last, Math.max(0, next)))
  }
  return (
    // Time runs from left to right in every language, as in the other charts.
    <Box dir="ltr" style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 8 }}>
      <Box pos="relative" h={height} miw="2.5rem" aria-hidden>
        {ticks.map((tick) => (
          <Text key={tick} size="xs" c="dimmed" className="figures" style={tickPlace(up(tick))}>
            {countInShort(tick)}
          </Text>
        ))}
      </Box>
      <Box
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={`${caption}: ${series}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={said}
        onKeyDown={keys}
        onBlur={() => choose(null)}
        onPointerLeave={() => choose(null)}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width: wide } = currentTarget.getBoundingClientRect()
          choose(Math.round(Math.min(1, Math.max(0, (clientX - left) / wide)) * last))
        }}
      >
        <Drawn points={points} at={at} width={width} />
      </Box>
      <span />
      <Box pos="relative" h={20} mt={4} aria-hidden>
        <Text size="xs" c="dimmed" pos="absolute" style={{ insetInlineStart: 0 }}>
          {chosen === null ? points[0]?.name : ''}
        </Text>
        <Text
          size="xs"
          c={chosen === null ? 'dimmed' : undefined}
          className="figures"
          pos="absolute"
          style={{ insetInlineEnd: 0 }}
        >
          {chosen === null ? points[last]?.name : said}
        </Text>
      </Box>
    </Box>
  )
}

type DrawnProps = { points: readonly Point[]; at: number; width: number }

function Drawn({ points, at, width }: DrawnProps) {
  const { ticks, up } = scaleOf(points)
  const last = points.length - 1
  const across = (index: number) => (last === 0 ? 0 : index / last)
  const point = points[at]
  return (
    <svg width="100%" height={height} aria-hidden style={{ display: 'block', overflow: 'visible' }}>
      {ticks.map((tick) => (
        <line
          key={tick}
          x2="100%"
          y1={up(tick) * height}
          y2={up(tick) * height}
          stroke={tick === 0 ? 'var(--mantine-color-dimmed)' : 'var(--quiver-hairline)'}
        />
      ))}
      <polyline
        points={points.map((one, index) => `${across(index) * width},${up(valueOf(one)) * height}`).join(' ')}
        fill="none"
        stroke="var(--mantine-color-anchor)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {point !== undefined && (
        <circle
          cx={across(at) * width}
          cy={up(valueOf(point)) * height}
          r="4"
          fill="var(--mantine-color-anchor)"
          stroke="var(--mantine-color-body)"
          strokeWidth="2"
        />
      )}
    </svg>
  )
}

function valueOf({ values }: Point): number {
  return values[0] ?? 0
}

function tickPlace(share: number) {
  return {
    position: 'absolute',
    insetInlineEnd: 0,
    top: share * height,
    transform: 'translateY(-50%)',
  } as const
}

/** Round ticks from 0: 1, 2 or 5 times a power of ten apart. `up`: the share of the height from the top. */
function scaleOf(points: readonly Point[]): { ticks: number[]; up: (value: number) => number } {
  const largest = Math.max(1, ...points.map(valueOf))
  const rough = largest / ticksMax
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough)
  const parts = Math.ceil(largest / step)
  return {
    ticks: Array.from({ length: parts + 1 }, (_, index) => index * step),
    up: (value) => 1 - value / (parts * step),
  }
}
