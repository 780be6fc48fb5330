/** The options of a select field, compiled once for the many cells that are matched against them. */
type Options = {
  names: string[]
  /** Option index by lower-case name. */
  indexes: Map<string, number>
  /** Length of the longest name, in UTF-16 units. */
  lengthMax: number
  /** The largest number of pieces into which separators split a name. */
  piecesMax: number
}

/** The separators that other products write when they export such a field. */
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

/** Ignores case and surrounding white space and returns the option's own spelling; null if there is none. */
export function matchOption(options: Options, text: string): string | null {
  return options.names[indexOf(options, text)] ?? null
}

/**
 * Each text is one option; blank ones are ignored. The result is in field order without repeats; null if one is
 * unknown.
 */
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
 * The options in one cell, separated by comma, semicolon, vertical bar or line break. Names may contain separators:
 * the whole cell is tried first, then at each position the longest run of pieces that is a name, so that `Yes,
 * weekly,No` means two options if one is called `Yes, weekly`. Result as for `matchEach`.
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

/** The longest name that starts at a piece, and its number of pieces. */
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

/** The start of each piece, and the end of the last plus one. */
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
