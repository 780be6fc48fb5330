import { readFile, readdir } from 'node:fs/promises'

/** Seconds of CPU. Linux only. */
export type Cpu = {
  main: number
  /** The busiest thread that the server has started itself: the one that imports. */
  worker: number
  /** V8's collector and compiler. */
  helpers: number
  others: number
  backends: number
  /** Walwriter, checkpointer, autovacuum, and backends that have ended. */
  database: number
}

type Used = { name: string; seconds: number }
export type Snapshot = { threads: Map<number, Used>; processes: Map<number, Used> }

/** Node starts four threads of V8 and two of its own before any other. */
const helperThreads = 6

export async function snapshot(pid: number): Promise<Snapshot> {
  const tids = (await readdir(`/proc/${pid}/task`)).map(Number).toSorted((a, b) => a - b)
  const threads = new Map<number, Used>()
  for (const [index, tid] of tids.entries()) {
    const name = index === 0 ? 'main' : index <= helperThreads ? 'helper' : 'own'
    threads.set(tid, { name, seconds: await secondsOf(`/proc/${pid}/task/${tid}`, 2) })
  }
  const processes = new Map<number, Used>()
  for (const one of await descendantsOf(pid)) {
    const title = await readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')
    const name = /^postgres: .*\[local\]/.test(title) ? 'backend' : 'database'
    processes.set(one, { name, seconds: await secondsOf(`/proc/${one}`, 4) })
  }
  return { threads, processes }
}

export function cpuBetween(before: Snapshot, after: Snapshot): Cpu {
  const used = (kind: keyof Snapshot) =>
    [...after[kind]].map(([id, { name, seconds }]) => ({
      name,
      seconds: Math.max(0, seconds - (before[kind].get(id)?.seconds ?? 0)),
    }))
  const sum = (all: Used[], wanted: string) =>
    all.filter(({ name }) => name === wanted).reduce((total, { seconds }) => total + seconds, 0)
  const threads = used('threads')
  const own = threads.filter(({ name }) => name === 'own').map(({ seconds }) => seconds)
  const worker = Math.max(0, ...own)
  const processes = used('processes')
  return {
    main: sum(threads, 'main'),
    worker,
    helpers: sum(threads, 'helper'),
    others: own.reduce((total, seconds) => total + seconds, -worker),
    backends: sum(processes, 'backend'),
    database: sum(processes, 'database'),
  }
}

/** @param fields 4: also those of children that have ended. */
async function secondsOf(path: string, fields: 2 | 4): Promise<number> {
  const stat = await readFile(`${path}/stat`, 'utf8').catch(() => '')
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return values.slice(11, 11 + fields).reduce((total, value) => total + Number(value), 0) / 100
}

async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one) ?? 0
    return parent === pid || (parent > 1 && isBelow(parent))
  }
  return [...parents.keys()].filter((one) => isBelow(one))
}
