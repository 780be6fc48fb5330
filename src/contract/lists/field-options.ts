/** Compiled once, because many cells are matched against them. */
type Options = {
  names: string[]
  /** By lower-case name. */
  indexes: Map<string, number>
  /** In UTF-16 units. */
  lengthMax: number
  /** The most pieces into which separators split a name. */
  piecesMax: number
}

/** What other products write between options when they export such a field. */
const separators = ',;|\r\n'

export function compileOptions(names: string[]): Options {
  const keys = names.map((name) => name.trim().toLowerCase())
  return {
    names,
    indexes: new Map(keys.map((key, index) => [key, index])),
    lengthMax: keys.reduce((max, key) => Math.max(max, key.length), 0),
    piecesMax: keys.reduce((max, key) => Math.max(max, edgesOf(key).length - 1), 1),
  }
}

/** Ignores case and surrounding white space and returns the option's own spelling. */
export function matchOption(options: Options, text: string): string | null {
  return options.names[indexOf(options, text)] ?? null
}

/** Blank texts are ignored. The result is in field order without repeats; null if an option is unknown. */
export function matchEach(options: Options, texts: string[]): string[] | null {
  const found = new Set<number>()
  for (const text of texts) {
    const index = indexOf(options, text)
    if (index >= 0) found.add(index)
    else if (/\S/.test(text)) return null
  }
  return inFieldOrder(options, found)
}

/**
 * A name may contain separators, so the longest run of pieces that is a name wins: `Yes, weekly,No` is two options if
 * one is called `Yes, weekly`. Result as for `matchEach`.
 */
export function matchList(options: Options, text: string): string[] | null {
  const whole = indexOf(options, text)
  if (whole >= 0) return inFieldOrder(options, new Set([whole]))
  const edges = edgesOf(text)
  const found = new Set<number>()
  let piece = 0
  while (piece < edges.length - 1) {
    if (!/\S/.test(pieceText(text, edges, piece, 1))) {
      piece++
      continue
    }
    const run = longestRun(options, text, edges, piece)
    if (run === null) return null
    found.add(run.index)
    piece += run.pieces
  }
  return inFieldOrder(options, found)
}

function longestRun(options: Options, text: string, edges: number[], piece: number) {
  for (let pieces = Math.min(options.piecesMax, edges.length - 1 - piece); pieces > 0; pieces--) {
    const index = indexOf(options, pieceText(text, edges, piece, pieces))
    if (index >= 0) return { pieces, index }
  }
  return null
}

function pieceText(text: string, edges: number[], piece: number, pieces: number): string {
  return text.slice(edges[piece], (edges[piece + pieces] ?? 0) - 1)
}

/** Includes the end of the last piece plus one. */
function edgesOf(text: string): number[] {
  const edges = [0]
  for (let index = 0; index < text.length; index++) {
    if (separators.includes(text.charAt(index))) edges.push(index + 1)
  }
  edges.push(text.length + 1)
  return edges
}

function indexOf(options: Options, text: string): number {
  const trimmed = text.trim()
  return trimmed.length > options.lengthMax ? -1 : (options.indexes.get(trimmed.toLowerCase()) ?? -1)
}

function inFieldOrder(options: Options, found: Set<number>): string[] {
  return options.names.filter((_, index) => found.has(index))
}
