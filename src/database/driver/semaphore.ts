/** A counting semaphore whose waiters are served in order. */
export type Semaphore = {
  take: () => Promise<void>
  give: () => void
  /** Refuses further users, and waits up to `timeoutMs` until all places are free. */
  close: (timeoutMs: number) => Promise<void>
}

export function semaphore(places: number): Semaphore {
  const line: { enter: () => void; refuse: (error: Error) => void }[] = []
  let free = places
  let closed: Error | undefined
  let emptied = () => {}
  const take = () =>
    new Promise<void>((enter, refuse) => {
      if (closed !== undefined) return refuse(closed)
      if (free === 0) return line.push({ enter, refuse })
      free -= 1
      enter()
    })
  const give = () => {
    const next = line.shift()
    if (next !== undefined) return next.enter()
    free += 1
    if (free === places) emptied()
  }
  const close = async (timeoutMs: number) => {
    closed = Object.assign(new Error('The database connections are closed.'), { code: 'CONNECTION_ENDED' })
    for (const { refuse } of line.splice(0)) refuse(closed)
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
