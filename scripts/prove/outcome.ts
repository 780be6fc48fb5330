import { nightFiles } from '../../test/harness/night-files.ts'
import type { Promised } from './promise.ts'
import type { FileResult } from './run-tests.ts'

export type Outcome = {
  promised: Promised
  state: 'proven' | 'in part' | 'FAILED' | 'not run' | 'no test'
  /** Tests that passed, what they counted, and why others did not run. */
  words: string
}

export function runsOnlyAtNight(file: string): boolean {
  return file.endsWith('.nightly.test.ts') || nightFiles.includes(file)
}

/** What the results say about a promise. Without a result a file has not run. */
export function outcomeOf(promised: Promised, results: ReadonlyMap<string, FileResult>): Outcome {
  const { tests } = promised
  if (tests.length === 0) return { promised, state: 'no test', words: '' }
  const ran = tests.flatMap((file) => results.get(file) ?? [])
  const sum = (part: 'passed' | 'failed' | 'seconds') => ran.reduce((total, one) => total + one[part], 0)
  const missing = tests.filter((file) => !results.has(file))
  const failed = tests.filter((file) => (results.get(file)?.failed ?? 0) > 0)
  const silent = tests.filter((file) => results.get(file)?.passed === 0)
  const skipped = ran.flatMap((one) => one.skipped)
  const words = [
    ...(failed.length > 0 ? [`${sum('failed')} failed in ${failed.join(', ')}`] : []),
    ...(ran.length > 0 ? [`${sum('passed')} tests in ${sum('seconds')} s`] : []),
    // The last one is that of the largest test: the document is a table, not the log of its tests.
    ...ran.flatMap(({ figures }) => figures).slice(-1),
    ...(skipped.length > 0
      ? [`${skipped.length} skipped (night, or a tool is missing): ${some(skipped)}`]
      : []),
    ...(missing.length > 0 ? [`not run: ${reasonFor(missing)}`] : []),
  ].join('; ')
  if (failed.length > 0) return { promised, state: 'FAILED', words }
  if (ran.length === 0) return { promised, state: 'not run', words }
  const isWhole = missing.length + silent.length + skipped.length === 0
  return { promised, state: isWhole ? 'proven' : 'in part', words }
}

/** Names of tests as a cell of a table can hold them. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 1).map((name) => `“${name.replaceAll('|', '/')}”`)
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : ''
  return shown.join(', ') + more
}

function reasonFor(files: readonly string[]): string {
  const atNight = files.filter(runsOnlyAtNight)
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`
  return atNight.length === files.length ? `${count} of the night` : count
}
