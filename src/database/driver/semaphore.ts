export type Share = {
  max: number
  waitingMax: number
  waitMs: number
  /** Of what users of one name read; who has read more, waits until it is made up for. Default: no limit. */
  bytesPerSecond?: number
}

export type Semaphore = {
  /** @throws the error of `tooManyWaiting` if the share of the name is used up for too long. */
  take: (name?: number) => Promise<void>
  /** @param bytes that were read meanwhile. */
  give: (name?: number, bytes?: number) => void
  close: (timeoutMs: number) => Promise<void>
  state: () => { used: number; waiting: number }
}

export const tooManyWaitingCode = 'TOO_MANY_WAITING'

function tooManyWaiting(): Error {
  return Object.assign(new Error('Too many callers wait for the same share.'), { code: tooManyWaitingCode })
}

type Name = number | undefined
type Waiting = { enter: () => void; refuse: (error: Error) => void }

/** Serves names in turn, so a long line delays only its own name. Users without a name have no share. */
export function semaphore(places: number, share?: Share): Semaphore {
  const lines = waitingLines(share)
  const debts = createDebts(share?.bytesPerSecond ?? Infinity, () => serveWaiting())
  const taken = new Map<Name, number>()
  let free = places
  let closed: Error | undefined
  let emptied = () => {}

  const mayEnter = (name: Name) => {
    if (name === undefined || share === undefined) return true
    const owedMs = debts.owedMs(name)
    if (owedMs > aheadMs) return false
    // Together, large answers would keep others waiting as long as one that is larger than may be read at once.
    return (taken.get(name) ?? 0) < (owedMs > aheadMs / 4 ? 1 : share.max)
  }
  const count = (name: Name, difference: 1 | -1) => {
    free -= difference
    const left = (taken.get(name) ?? 0) + difference
    if (left === 0) taken.delete(name)
    else taken.set(name, left)
  }
  const take = (name?: number) =>
    new Promise<void>((enter, refuse) => {
      if (closed !== undefined) return refuse(closed)
      if (free === 0 || !mayEnter(name)) return lines.add(name, { enter, refuse })
      count(name, 1)
      enter()
    })
  const serveWaiting = () => {
    for (let next; free > 0 && (next = lines.next(mayEnter)) !== undefined;) {
      count(next.name, 1)
      next.enter()
    }
  }
  const give = (name?: number, bytes = 0) => {
    count(name, -1)
    if (name !== undefined) debts.add(name, bytes)
    serveWaiting()
    if (free === places) emptied()
  }
  const close = async (timeoutMs: number) => {
    closed = Object.assign(new Error('The database connections are closed.'), { code: 'CONNECTION_ENDED' })
    lines.refuse(closed)
    if (free === places) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs)
      emptied = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  return { take, give, close, state: () => ({ used: places - free, waiting: lines.length() }) }
}

/** Smaller reads cost calls rather than bytes. */
const countedBytes = 16_384
/** What may be read beyond the rate. */
const aheadMs = 1_000

/** @param paid is called when a name may enter again. */
function createDebts(bytesPerSecond: number, paid: () => void) {
  /** Until when a name pays at this rate for what it has read. */
  const untilMs = new Map<number, number>()
  const owedMs = (name: number) => (untilMs.get(name) ?? 0) - performance.now()
  const forget = (name: number) => {
    const leftMs = owedMs(name)
    if (leftMs > 0) setTimeout(forget, leftMs, name).unref()
    else untilMs.delete(name)
  }
  const add = (name: number, bytes: number) => {
    if (bytes < countedBytes || bytesPerSecond === Infinity) return
    const nowMs = performance.now()
    const fromMs = untilMs.get(name)
    const until = Math.max(fromMs ?? 0, nowMs) + (bytes / bytesPerSecond) * 1000
    untilMs.set(name, until)
    if (fromMs === undefined) forget(name)
    for (const leftMs of [until - nowMs - aheadMs, until - nowMs - aheadMs / 4]) {
      if (leftMs > 0) setTimeout(paid, leftMs + 1).unref()
    }
  }
  return { owedMs, add }
}

function waitingLines(share: Share | undefined) {
  const lines = new Map<Name, Waiting[]>()
  const leave = (name: Name, waiting: Waiting) => {
    const left = lines.get(name)?.filter((other) => other !== waiting) ?? []
    if (left.length > 0) lines.set(name, left)
    else lines.delete(name)
  }
  const add = (name: Name, { enter, refuse }: Waiting) => {
    const limits = name === undefined ? undefined : share
    const line = lines.get(name) ?? []
    if (limits !== undefined && line.length >= limits.waitingMax) return refuse(tooManyWaiting())
    const giveUp = () => {
      leave(name, waiting)
      refuse(tooManyWaiting())
    }
    const timer = limits === undefined ? undefined : setTimeout(giveUp, limits.waitMs).unref()
    const stopped = (end: () => void) => {
      clearTimeout(timer)
      end()
    }
    const waiting: Waiting = {
      enter: () => stopped(enter),
      refuse: (error) => stopped(() => refuse(error)),
    }
    line.push(waiting)
    lines.set(name, line)
  }
  const next = (mayEnter: (name: Name) => boolean) => {
    for (const [name, line] of lines) {
      if (!mayEnter(name)) continue
      const first = line.shift()
      lines.delete(name)
      if (line.length > 0) lines.set(name, line)
      if (first !== undefined) return { name, enter: first.enter }
    }
    return undefined
  }
  const refuse = (error: Error) => {
    for (const waiting of [...lines.values()].flat()) waiting.refuse(error)
    lines.clear()
  }
  const length = () => [...lines.values()].reduce((sum, line) => sum + line.length, 0)
  return { add, next, refuse, length }
}
