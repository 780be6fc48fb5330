/** The options of a select field, compiled once for the many cells that are matched against them. */
type Options = {
  names: string[]
  /** Index of an option by its name in lower case. */
  indexes: Map<string, number>
  /** Nothing longer, in UTF-16 units, can be the name of an option. */
  lengthMax: number
  /** How many pieces the name with the most separators falls into. */
  piecesMax: number
}

/** What stands between the options of one cell: all that other products write when they export such a field. */
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

/** One option without regard to case and surrounding white space, in its own spelling; null when there is none. */
export function matchOption(options: Options, text: string): string | null {
  return options.names[indexOf(options, text)] ?? null
}

/** Each text is one option; blank ones are ignored. In the order of the field, each once; null when one is unknown. */
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
 * The options named in one cell, separated by comma, semicolon, vertical bar or line break. A name may itself hold
 * separators: the whole cell is tried first, then from each place the longest run of pieces that is a name, so that
 * `Yes, weekly,No` names two options if one of them is called `Yes, weekly`. Result as of `matchEach`.
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

/** The longest name that begins with a piece, and how many pieces it takes. */
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

/** Where each piece begins, and one past the separator that would end the last. */
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
