import { SingleBar } from 'cli-progress'
import { endedStates } from '../../contract/imports/states.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import { grouped, spellSeconds } from './terminal.ts'

export type Progress = {
  show: (record: ImportRecord) => void
  stop: () => void
}

const windowMs = 10_000
const spanMs = 1_000

/** Measures rows per second over the last ten seconds. */
export function createPace(): (nowMs: number, rows: number) => number | undefined {
  const samples: { ms: number; rows: number }[] = []
  return (nowMs, rows) => {
    samples.push({ ms: nowMs, rows })
    while (samples.length > 2 && nowMs - (samples[1]?.ms ?? nowMs) >= windowMs) samples.shift()
    const first = samples[0] ?? { ms: nowMs, rows }
    const isTold = rows > first.rows && nowMs - first.ms >= spanMs
    return isTold ? ((rows - first.rows) / (nowMs - first.ms)) * 1000 : undefined
  }
}

export function createBar(): Progress {
  const bar = new SingleBar({
    stream: process.stdout,
    format: '  {state} {bar} {percentage}%  {done} of {all} rows  {pace}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    gracefulExit: false,
  })
  const pace = createPace()
  let isStarted = false
  return {
    show: ({ state, stats }) => {
      const total = stats.number_of_records
      const done = stats.records_imported
      const rate = pace(performance.now(), done)
      const payload = {
        state,
        done: grouped(done),
        all: total === null ? '?' : grouped(total),
        pace: rate === undefined || total === null ? '' : paceText(rate, total - done),
      }
      // An empty bar would look full.
      const length = total === null || total === 0 ? 1 : total
      if (!isStarted) bar.start(length, done, payload)
      isStarted = true
      bar.setTotal(length)
      bar.update(done, payload)
    },
    stop: () => {
      if (isStarted) bar.stop()
    },
  }
}

const lineMs = 5_000

/** Writes a line for each new state and every five seconds, for files and logs. */
export function createLines(write: (line: string) => void): Progress {
  const pace = createPace()
  let shownState = ''
  let shownMs = 0
  return {
    show: ({ state, stats }) => {
      const nowMs = performance.now()
      const rate = pace(nowMs, stats.records_imported)
      const isEnd = endedStates.some((end) => end === state)
      if (isEnd || (state === shownState && nowMs - shownMs < lineMs)) return
      shownState = state
      shownMs = nowMs
      const total = stats.number_of_records
      const rows = total === null ? '' : `: ${grouped(stats.records_imported)} of ${grouped(total)} rows`
      const left =
        rate === undefined || total === null ? '' : `, ${paceText(rate, total - stats.records_imported)}`
      write(`  ${state}${rows}${left}`)
    },
    stop: () => {},
  }
}

function paceText(rowsPerSecond: number, rowsLeft: number): string {
  const left = rowsLeft > 0 ? `, ${spellSeconds(rowsLeft / rowsPerSecond)} left` : ''
  return `${grouped(rowsPerSecond)} rows/s${left}`
}
