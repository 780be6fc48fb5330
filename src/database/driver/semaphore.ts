/** How many places one name may have, and how many users of a name wait for one, how long. */
export type Share = { max: number; waitingMax: number; waitMs: number }

/** Places for users, each of whom may have a name, such as an organization. */
export type Semaphore = {
  /** @throws the error of `tooManyWaiting` if the share of the name is used up for too long. */
  take: (name?: number) => Promise<void>
  give: (name?: number) => void
  /** Refuses further users, and waits up to `timeoutMs` until all places are free. */
  close: (timeoutMs: number) => Promise<void>
}

export const tooManyWaitingCode = 'TOO_MANY_WAITING'

function tooManyWaiting(): Error {
  return Object.assign(new Error('Too many wait for the same share.'), { code: tooManyWaitingCode })
}

type Waiting = { enter: () => void; refuse: (error: Error) => void }

/**
 * Names are served in turn, the users of one name in order: a name with a long line delays nobody but itself. Users
 * without a name are one of them, without a share.
 * @param share absent: names may take all places, and wait for ever
 */
export function semaphore(places: number, share?: Share): Semaphore {
  // The names in the order of their turns.
  const lines = new Map<number | undefined, Waiting[]>()
  const taken = new Map<number, number>()
  let free = places
  let closed: Error | undefined
  let emptied = () => {}

  const mayEnter = (name: number | undefined) =>
    name === undefined || share === undefined || (taken.get(name) ?? 0) < share.max
  const count = (name: number | undefined, difference: 1 | -1) => {
    free -= difference
    if (name === undefined) return
    const left = (taken.get(name) ?? 0) + difference
    if (left === 0) taken.delete(name)
    else taken.set(name, left)
  }
  const take = (name?: number) =>
    new Promise<void>((enter, refuse) => {
      if (closed !== undefined) return refuse(closed)
      if (free > 0 && mayEnter(name)) {
        count(name, 1)
        return enter()
      }
      const line = lines.get(name) ?? []
      if (name !== undefined && line.length >= (share?.waitingMax ?? Infinity))
        return refuse(tooManyWaiting())
      lines.set(name, line)
      line.push(name === undefined ? { enter, refuse } : withDeadline(name, { enter, refuse }))
    })
  const withDeadline = (name: number, { enter, refuse }: Waiting): Waiting => {
    if (share === undefined) return { enter, refuse }
    const giveUp = () => {
      lines.set(name, lines.get(name)?.filter((other) => other !== waiting) ?? [])
      if (lines.get(name)?.length === 0) lines.delete(name)
      refuse(tooManyWaiting())
    }
    const timer = setTimeout(giveUp, share.waitMs).unref()
    const stopping = <Args extends unknown[]>(end: (...args: Args) => void) => (...args: Args) => {
      clearTimeout(timer)
      end(...args)
    } // prettier-ignore
    const waiting = { enter: stopping(enter), refuse: stopping(refuse) }
    return waiting
  }
  const give = (name?: number) => {
    count(name, -1)
    for (const [next, line] of lines) {
      if (!mayEnter(next)) continue
      const first = line.shift()
      lines.delete(next)
      if (line.length > 0) lines.set(next, line)
      count(next, 1)
      return first?.enter()
    }
    if (free === places) emptied()
  }
  const close = async (timeoutMs: number) => {
    closed = Object.assign(new Error('The database connections are closed.'), { code: 'CONNECTION_ENDED' })
    for (const { refuse } of [...lines.values()].flat()) refuse(closed)
    lines.clear()
    if (free === places) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs)
      emptied = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  return { take, give, close }
}
