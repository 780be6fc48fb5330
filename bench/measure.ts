import { readFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** @returns a function that stops measuring. */
export function watchLatency(ask: () => Promise<unknown>) {
  const answersMs: number[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const startMs = performance.now()
      await ask()
      answersMs.push(performance.now() - startMs)
      await pause(20)
    }
  })()
  return async () => {
    isOver = true
    await done
    answersMs.sort((a, b) => a - b)
    const at = (share: number) => answersMs[Math.floor(answersMs.length * share)] ?? 0
    return { answers: answersMs.length, p50Ms: at(0.5), p99Ms: at(0.99), slowestMs: answersMs.at(-1) ?? 0 }
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Processor time of a process. Linux only: the scheduler counts nanoseconds, where `stat` has hundredths of a second. */
export function cpuMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** CPU seconds of a process and of its descendants, which are the embedded PostgreSQL. */
export async function cpuSeconds(pid: number): Promise<{ server: number; database: number }> {
  let server = 0
  let database = 0
  const parents = new Map<number, number>()
  const used = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    parents.set(Number(name), Number(fields[1]))
    used.set(Number(name), [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0) / 100)
  }
  for (const [one, seconds] of used) {
    if (one === pid) server += seconds
    else
      for (let up = parents.get(one); up !== undefined && up > 1; up = parents.get(up))
        if (up === pid) database += seconds
  }
  return { server, database }
}
