/** Places for a number of users; who comes when all are taken waits in line. */
export type Semaphore = {
  take: () => Promise<void>
  give: () => void
  /** Refuses everybody from now on, and waits until all places were given back, or `timeoutMs` went by. */
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
