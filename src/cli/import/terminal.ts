import { createInterface } from 'node:readline/promises'

/** Removes control characters, because a terminal executes them and some of them enter text for the user. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Cuts long cells and makes all of them printable. */
export function tableOf(rows: readonly (readonly string[])[], cellMax = 32): string {
  const cut = (text: string) => {
    const characters = Array.from(printable(text))
    return characters.length > cellMax ? [...characters.slice(0, cellMax - 1), '…'] : characters
  }
  const cells = rows.map((row) => row.map(cut))
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[][]) =>
    row.map((cell, column) => cell.join('') + ' '.repeat((widths[column] ?? 0) - cell.length)).join('   ')
  return cells.map((row) => `  ${line(row)}`.trimEnd()).join('\n')
}

export function grouped(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 0 })
}

/** `8 s`, `2 min 5 s`, `1 h 2 min`. */
export function spellSeconds(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

export async function confirm(
  question: string,
  { isYesByDefault = true }: { isYesByDefault?: boolean } = {},
): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = (await reader.question(`${question} ${isYesByDefault ? '[Y/n]' : '[y/N]'} `)).trim()
    return answer === '' ? isYesByDefault : /^(y|yes)$/i.test(answer)
  } finally {
    reader.close()
  }
}
