/** One small chart for each measure: sizes on a logarithmic axis, values from zero. */
export type Panel = { title: string; unit: string; points: readonly { size: number; value: number }[] }

const columns = 3
const panelWidth = 300
const panelHeight = 168
const gap = 20
const plot = { left: 10, right: 26, top: 62, bottom: 28 }

const style = `
  text { font: 12px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; fill: #5b6470 }
  .title { font-size: 13px; font-weight: 600; fill: #1c2024 }
  .value { fill: #1c2024 }
  .ground { fill: #ffffff }
  .panel { fill: none; stroke: #e3e6ea }
  .axis { stroke: #c9ced6 }
  .line { fill: none; stroke: #2f6fdb; stroke-width: 2; stroke-linejoin: round }
  .point { fill: #2f6fdb }
  @media (prefers-color-scheme: dark) {
    text { fill: #9aa4b2 }
    .title, .value { fill: #e6e9ee }
    .ground { fill: #14171c }
    .panel { stroke: #2b3038 }
    .axis { stroke: #444b56 }
    .line { stroke: #78a7ff }
    .point { fill: #78a7ff }
  }`

export function chartOf(panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / columns)
  const width = columns * panelWidth + (columns + 1) * gap
  const height = rows * panelHeight + (rows + 1) * gap
  const drawn = panels.map((panel, index) => {
    const x = gap + (index % columns) * (panelWidth + gap)
    const y = gap + Math.floor(index / columns) * (panelHeight + gap)
    return `<g transform="translate(${x} ${y})">${panelOf(panel)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What calls, imports and campaigns take while a list grows">
<style>${style}
</style>
<rect class="ground" width="${width}" height="${height}" />
${drawn.join('\n')}
</svg>
`
}

function panelOf({ title, unit, points }: Panel): string {
  const sizes = points.map(({ size }) => Math.log10(size))
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  const top = Math.max(...points.map(({ value }) => value))
  const across = panelWidth - plot.left - plot.right - 30
  const down = panelHeight - plot.top - plot.bottom
  const at = ({ size, value }: Panel['points'][number]) => ({
    x: plot.left + 20 + (most === least ? 0 : ((Math.log10(size) - least) / (most - least)) * across),
    y: plot.top + down * (1 - (top === 0 ? 0 : value / top)),
  })
  const ground = plot.top + down
  const marks = points.map((point, index) => {
    const { x, y } = at(point)
    const next = points[index + 1]
    // Otherwise the line that rises from here crosses the label.
    const isSteep = next !== undefined && y - at(next).y > 25
    const label = isSteep ? { x: x - 7, anchor: 'end' } : { x, anchor: 'middle' }
    return (
      `<circle class="point" cx="${place(x)}" cy="${place(y)}" r="3.5" />` +
      `<text class="value" x="${place(label.x)}" y="${place(y - 9)}" text-anchor="${label.anchor}">${shortValue(point.value)}</text>` +
      `<text x="${place(x)}" y="${ground + 18}" text-anchor="middle">${shortSize(point.size)}</text>`
    )
  })
  const line = points.map((point) => `${place(at(point).x)},${place(at(point).y)}`).join(' ')
  return (
    `<rect class="panel" width="${panelWidth}" height="${panelHeight}" rx="8" />` +
    `<text class="title" x="14" y="24">${title}</text><text x="${panelWidth - 14}" y="24" text-anchor="end">${unit}</text>` +
    `<line class="axis" x1="${plot.left}" x2="${panelWidth - plot.left}" y1="${ground}" y2="${ground}" />` +
    `<polyline class="line" points="${line}" />${marks.join('')}`
  )
}

const place = (value: number) => value.toFixed(1)

/** Two or three figures are enough to compare. */
export function shortValue(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(0) : value.toFixed(1)
}

function shortSize(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000} M` : `${size / 1_000} k`
}
