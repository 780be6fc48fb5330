// Every step here takes time in proportion to the text: senders of reports choose it.

const lineMax = 500
const breaks = new Set(['br', '/p', '/div', '/tr', '/li', '/h1', '/h2', '/h3', '/h4', '/h5', '/h6', '/table'])
const unread = new Set(['style', 'script', 'head'])
const entities: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Keeps what only looks like a tag: `<anna@example.com>`. */
export function withoutTags(html: string): string {
  const parts: string[] = []
  const closings = createFinder(html.toLowerCase())
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const close = open === -1 ? -1 : html.indexOf('>', open)
    if (close === -1) break
    parts.push(html.slice(at, open))
    const inside = html.slice(open + 1, Math.min(close, open + 1 + lineMax))
    const name = /^\/?[a-z][a-z\d]*/i.exec(inside)?.[0].toLowerCase() ?? ''
    if (inside.includes('@') && !/[\s=]/.test(inside)) parts.push(`<${inside}>`)
    else parts.push(breaks.has(name) ? '\n' : ' ')
    const end = unread.has(name) ? closings(`</${name}`, close) : -1
    at = end === -1 ? close + 1 : end
  }
  parts.push(html.slice(at))
  return parts
    .join('')
    .replaceAll(/&(?:#(\d{1,6})|(nbsp|lt|gt|quot|apos|amp));/gi, (_, code: string | undefined, name = '') =>
      code === undefined ? (entities[String(name).toLowerCase()] ?? ' ') : characterOf(Number(code)),
    )
}

function characterOf(code: number): string {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? ' ' : String.fromCodePoint(code)
}

/** Looks for each text once more only behind its last place, so that no stretch is searched twice. */
function createFinder(text: string): (wanted: string, from: number) => number {
  const places = new Map<string, number>()
  return (wanted, from) => {
    const known = places.get(wanted)
    if (known !== undefined && (known === -1 || known >= from)) return known
    const place = text.indexOf(wanted, from)
    places.set(wanted, place)
    return place
  }
}

/** Lines of at most `lineMax` characters: patterns that look again from each place of a line cost no more than that. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n|\r/).flatMap((line) => (line.length <= lineMax ? [line] : wrapped(line)))
}

function wrapped(line: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < line.length;) {
    const space = line.lastIndexOf(' ', at + lineMax)
    const end = line.length - at <= lineMax ? line.length : space > at ? space : at + lineMax
    pieces.push(line.slice(at, end))
    at = end
  }
  return pieces
}
