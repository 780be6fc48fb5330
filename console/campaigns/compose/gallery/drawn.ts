/** Pictures of plain shapes, drawn for the templates in the color of whoever sends them. */

const width = 1200
const height = 400

/** Between white (0) and the color (1); above 1 darker. */
type Shade = (share: number) => string

const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
type Box = readonly [x: number, y: number, width: number, height: number]

const box = ([x, y, w, h]: Box, fill: string, round = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${round}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const stroke = (d: string, color: string, size: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${size}" stroke-linecap="round"/>`
const each = (count: number, draw: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => draw(place)).join('')

const motifs = {
  hills: (of: Shade) =>
    circle(860, 170, 90, of(0.45)) +
    shape('M0 300Q250 130 520 280T1200 240V400H0Z', of(0.3)) +
    shape('M0 340Q340 220 700 340T1200 310V400H0Z', of(0.65)) +
    shape('M0 380Q400 300 800 380T1200 360V400H0Z', of(1)),
  rays: (of: Shade) =>
    each(12, (at) => {
      const [from, to] = [at, at + 0.5].map((turn) => (turn * Math.PI) / 6)
      const point = (angle = 0) => `${600 + 800 * Math.cos(angle)} ${200 + 800 * Math.sin(angle)}`
      return shape(`M600 200L${point(from)}L${point(to)}Z`, of(at % 2 === 0 ? 0.25 : 0.4))
    }) + circle(600, 200, 120, of(1)) + circle(600, 200, 70, of(0.15)),
  tags: (of: Shade) =>
    each(3, (at) => {
      const x = 250 + at * 270
      return shape(`M${x} 90L${x + 140} 90L${x + 180} 150V320H${x - 40}V150Z`, of(0.4 + at * 0.3)) + circle(x + 70, 140, 18, of(0.08))
    }),
  bunting: (of: Shade) =>
    stroke('M0 60Q600 200 1200 60', of(1.1), 6) +
    each(12, (at) => {
      const x = 50 + at * 100
      const y = 60 + 140 * 2 * (x / width) * (1 - x / width)
      return shape(`M${x - 36} ${y}H${x + 36}L${x} ${y + 100}Z`, of(at % 3 === 0 ? 1 : at % 3 === 1 ? 0.6 : 0.35))
    }) + circle(220, 360, 60, of(0.25)) + circle(980, 370, 80, of(0.25)),
  path: (of: Shade) =>
    shape('M0 250H1200V400H0Z', of(0.35)) +
    shape('M560 250H640L860 400H340Z', of(0.12)) +
    box([520, 110, 160, 140], of(0.7), 8) +
    shape('M500 120L600 40L700 120Z', of(1)) +
    box([578, 170, 44, 80], of(0.15), 22) +
    each(4, (at) => circle([140, 290, 930, 1080][at] ?? 0, 220, 56, of(0.55)) + box([([140, 290, 930, 1080][at] ?? 0) - 8, 240, 16, 60], of(1))),
  papers: (of: Shade) =>
    each(3, (at) => {
      const x = 330 + at * 190
      return box([x, 60 + at * 24, 170, 250], of(0.3 + at * 0.35), 10) + each(5, (line) => box([x + 24, 100 + at * 24 + line * 38, line === 4 ? 70 : 122, 14], of(0.06), 7))
    }),
  vase: (of: Shade) =>
    box([0, 320, width, 80], of(0.3)) +
    shape('M540 180Q500 260 550 330H650Q700 260 660 180Z', of(1)) +
    stroke('M600 180Q580 120 560 80M600 180Q620 110 650 70M600 180V60', of(0.7), 8) +
    circle(556, 74, 32, of(0.5)) + circle(654, 66, 32, of(0.6)) + circle(600, 50, 36, of(0.8)) +
    box([250, 230, 120, 100], of(0.55), 10) + box([830, 200, 90, 130], of(0.45), 10),
  bubbles: (of: Shade) =>
    box([300, 70, 330, 170], of(0.45), 40) + shape('M380 230L360 310L460 236Z', of(0.45)) +
    box([580, 150, 330, 170], of(1), 40) + shape('M830 310L860 380L750 316Z', of(1)) +
    each(3, (at) => circle(675 + at * 70, 235, 20, of(0.1))),
  balloons: (of: Shade) =>
    each(5, (at) => {
      const x = 300 + at * 150
      const y = 130 + (at % 2) * 50
      return stroke(`M${x} ${y + 80}Q${x + 30} ${y + 150} 600 400`, of(0.5), 4) + `<ellipse cx="${x}" cy="${y}" rx="62" ry="78" fill="${of(0.4 + (at % 3) * 0.3)}"/>`
    }),
  clock: (of: Shade) =>
    circle(600, 200, 150, of(1)) + circle(600, 200, 122, of(0.06)) +
    each(12, (at) => circle(600 + 100 * Math.cos((at * Math.PI) / 6), 200 + 100 * Math.sin((at * Math.PI) / 6), 7, of(0.6))) +
    stroke('M600 200V120M600 200L660 236', of(1.1), 14) + circle(600, 200, 14, of(1.1)),
  flowers: (of: Shade) =>
    each(7, (at) => {
      const x = 180 + at * 140
      const y = 150 + (at % 2) * 60
      return stroke(`M${x} 400V${y}`, of(0.6), 10) + each(6, (leaf) => circle(x + 38 * Math.cos((leaf * Math.PI) / 3), y + 38 * Math.sin((leaf * Math.PI) / 3), 26, of(at % 2 === 0 ? 1 : 0.5))) + circle(x, y, 24, of(0.15))
    }),
  screen: (of: Shade) =>
    box([380, 50, 440, 260], of(1), 18) + box([404, 74, 392, 212], of(0.12), 8) +
    shape('M560 130L680 180L560 230Z', of(0.8)) + box([540, 310, 120, 36], of(0.8)) + box([470, 340, 260, 20], of(1), 10),
} satisfies Record<string, (of: Shade) => string> // oxfmt-ignore

export type Motif = keyof typeof motifs

const host = 'https://drawn.invalid/'
const address = /https:\/\/drawn\.invalid\/([a-z]+)-([\da-f]{6})/g

/** Where a template says which picture it has. Nobody answers there: before anything is saved, it is drawn. */
export function drawnAt(motif: Motif, color: string): string {
  return `${host}${motif}-${color.slice(1).toLowerCase()}`
}

export function isDrawn(src: string): boolean {
  return src.startsWith(host)
}

export function inColor(src: string, color: string): string {
  return src.replaceAll(address, (_, motif: Motif) => drawnAt(motif, color))
}

/** @returns the SVG, or null if the address is not of a picture of ours. */
export function drawingOf(src: string): { name: string; svg: string } | null {
  const [, name = '', color = ''] = [...src.matchAll(address)][0] ?? []
  if (!(name in motifs)) return null
  const parts = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const of: Shade = (share) =>
    `rgb(${parts.map((part) => Math.round(share <= 1 ? 255 - (255 - part) * share : part / share)).join(',')})`
  const inner = box([0, 0, width, height], of(0.12)) + motifs[name as Motif](of)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inner}</svg>`
  return { name, svg }
}

/** In a page of the console, which loads nothing from elsewhere. */
export function withDrawings(html: string): string {
  return html.replaceAll(address, (src) => {
    const drawing = drawingOf(src)
    return drawing === null ? src : `data:image/svg+xml,${encodeURIComponent(drawing.svg)}`
  })
}

/** As mail programs show it: they know no SVG. @returns Base64. */
export async function pngOf(svg: string): Promise<string> {
  const picture = new Image(width, height)
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}
