import { useState } from 'react'
import type { FailedRow } from './load.ts'

/** A row with other cells than those that failed. */
export type Edited = { cells: readonly string[]; problems: readonly string[] }

/** What was corrected, by the ids of rows, and which problems are left out with their rows. */
export function useEdits() {
  const [edited, setEdited] = useState<ReadonlyMap<string, Edited>>(new Map())
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const setCells = (changes: readonly [FailedRow, readonly string[]][]) =>
    setEdited((now) => {
      const next = new Map(now)
      for (const [row, cells] of changes) {
        if (isSame(cells, row.cells)) next.delete(row.id)
        else next.set(row.id, { cells, problems: problemsIn(row) })
      }
      return next
    })
  const isOut = ({ problems }: Pick<Edited, 'problems'>) => problems.some((problem) => out.has(problem))
  const cellsOf = (row: FailedRow): readonly string[] => edited.get(row.id)?.cells ?? row.cells
  return {
    out,
    cellsOf,
    isChanged: ({ id }: FailedRow) => edited.has(id),
    isOut: (row: FailedRow) => isOut({ problems: problemsIn(row) }),
    edit: (row: FailedRow, column: number, text: string) =>
      setCells([[row, withCell(cellsOf(row), column, text)]]),
    reset: (row: FailedRow) => setCells([[row, row.cells]]),
    /** @returns how many cells were `from`. */
    replace: (
      rows: readonly FailedRow[],
      column: number,
      { from, to }: { from: string; to: string },
    ): number => {
      const theirs = rows.filter((row) => (cellsOf(row)[column] ?? '').trim() === from.trim())
      setCells(theirs.map((row) => [row, withCell(cellsOf(row), column, to)]))
      return theirs.length
    },
    leaveOut: (problem: string, is: boolean) =>
      setOut((now) => new Set(is ? [...now, problem] : [...now].filter((one) => one !== problem))),
    /** The cells of the rows to import. */
    ready: [...edited.values()].filter((one) => !isOut(one)).map(({ cells }) => cells),
  }
}

export type Edits = ReturnType<typeof useEdits>

function problemsIn(row: FailedRow): string[] {
  return (row.problems ?? []).map(({ problem }) => problem)
}

function withCell(cells: readonly string[], column: number, text: string): string[] {
  const padded = Array.from({ length: Math.max(cells.length, column + 1) }, (_, index) => cells[index] ?? '')
  return padded.with(column, text)
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((cell, index) => cell === other[index])
}
