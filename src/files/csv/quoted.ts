import { stringify } from 'csv-stringify/sync'

/** All cells are quoted, so that spaces and line ends stay as they were. */
export function quotedLines(rows: string[][]): Buffer {
  return Buffer.from(stringify(rows, { quoted: true, quoted_empty: true }))
}
