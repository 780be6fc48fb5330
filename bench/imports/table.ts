import type { Cpu } from '../cpu.ts'
import { ratesByTenth, type Run } from './run.ts'

export type Line = Record<string, string>

export type Measured = {
  name: string
  existing: number
  run: Run
  floors: number[]
  cpu: Cpu
  /** Bytes. */
  wal: number
  peakMb: number
  p99Ms: number
}

const round = (value: number) => Math.round(value).toLocaleString('en')

export function lineOf({ name, existing, run, floors, cpu, wal, peakMb, p99Ms }: Measured): Line {
  const sorted = floors.toSorted((a, b) => a - b)
  const floor = ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
  const rate = run.records / run.seconds
  const rates = ratesByTenth(run)
  const perRow = (seconds: number) => ((seconds * 1e6) / run.records).toFixed(1)
  const sum = Object.values(cpu).reduce((total, seconds) => total + seconds, 0)
  return {
    state: name,
    'rows, on the list before': `${round(run.records)}, ${round(existing)}`,
    'rows/s': round(rate),
    seconds: `${run.seconds.toFixed(1)}, splitting ${run.splitSeconds.toFixed(1)}`,
    'floor, rows/s': `${round(floor)} (${floors.map(round).join(' / ')})`,
    'ratio to the floor': (rate / floor).toFixed(3),
    'last tenth to the best': ((rates.at(-1) ?? 0) / Math.max(...rates)).toFixed(2),
    'us of CPU a row': perRow(sum),
    '- main thread, import thread': `${perRow(cpu.main)}, ${perRow(cpu.worker)}`,
    '- V8, other threads': `${perRow(cpu.helpers)}, ${perRow(cpu.others)}`,
    '- PostgreSQL: backends, others': `${perRow(cpu.backends)}, ${perRow(cpu.database)}`,
    'WAL, bytes a row': round(wal / run.records),
    'peak memory, MB': round(peakMb),
    'API p99, ms': p99Ms.toFixed(1),
    classes: JSON.stringify(run.counts),
  }
}

/** Markdown, a column for each state. */
export function printTable(lines: readonly Line[]): void {
  const names = Object.keys(lines[0] ?? {})
  for (const [index, name] of names.entries()) {
    console.log(`| ${[name, ...lines.map((line) => line[name] ?? '')].join(' | ')} |`)
    if (index === 0) console.log(`|${' --- |'.repeat(lines.length + 1)}`)
  }
}
