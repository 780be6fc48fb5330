const runs = /^'*[=+\-@\t\r]/
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/**
 * A cell that a spreadsheet would run as a formula gets a leading apostrophe. Plain numbers, with or without a sign, do not
 * change. What has an apostrophe there gets another one, so that `unguarded` gives every value back. In SQL:
 * store/exports/subscribers.ts.
 */
export function guarded(cell: string): string {
  return runs.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell
}

export function unguarded(cell: string): string {
  return cell.startsWith("'") && runs.test(cell) ? cell.slice(1) : cell
}
