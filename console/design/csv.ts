import { guarded } from '../../src/contract/values/spelling/formulas.ts'

type Point = { name: string; values: readonly number[] }

/** As the server writes its files: every value quoted. A name that a spreadsheet takes for a formula is none. */
export function csvOf(head: readonly string[], points: readonly Point[]): string {
  const lines = [head, ...points.map(({ name, values }) => [name, ...values.map(String)])]
  return lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join('')
}

function quoted(cell: string): string {
  return `"${guarded(cell).replaceAll('"', '""')}"`
}

export function saveText(fileName: string, text: string): void {
  saveBlob(fileName, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}

export function saveBlob(fileName: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
