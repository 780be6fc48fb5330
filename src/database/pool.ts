import { connectionLost, openSession } from './session.ts'
import type { Session, SessionOptions, Statement } from './session.ts'

/** Up to `max` connections, each lent to one user at a time. A lost one is never lent again. */
export type Pool = {
  /** Lends a connection, opened if need be; waits in line while all are lent. @throws as `openSession` does. */
  take: () => Promise<Session>
  give: (session: Session) => void
  /** Executes one statement on any connection. */
  run: (statement: Statement) => void
  /** Waits up to `timeoutMs` for those who still have a connection, then closes all. */
  end: (timeoutMs: number) => Promise<void>
}

/** Connections that nobody used for so long are closed: a burst does not hold them for ever. */
const idleMs = 300_000

export function openPool(options: Omit<SessionOptions, 'onLost'>, max: number): Pool {
  const places = semaphore(max)
  const idle: Session[] = []
  const open = new Set<Session>()
  const idleTimers = new WeakMap<Session, NodeJS.Timeout>()

  const openOne = async () => {
    let session: Session | undefined
    session = await openSession({ ...options, onLost: () => forget(session) })
    open.add(session)
    // Every connection would ask the server for its types; the parsers are shared, so once is enough.
    options.driver.fetch_types = false
    return session
  }
  const forget = (session: Session | undefined) => {
    if (session === undefined) return
    open.delete(session)
    const place = idle.indexOf(session)
    if (place >= 0) idle.splice(place, 1)
  }
  const take = async () => {
    await places.take()
    try {
      const session = idle.pop() ?? (await openOne())
      clearTimeout(idleTimers.get(session))
      return session
    } catch (error) {
      places.give()
      throw error
    }
  }
  const give = (session: Session) => {
    if (session.lost() === undefined) {
      idle.push(session)
      idleTimers.set(session, setTimeout(() => void retire(session), idleMs).unref())
    }
    places.give()
  }
  const retire = (session: Session) => {
    forget(session)
    return session.close()
  }
  const run = (statement: Statement) => {
    take().then(
      (session) => session.run(statement, () => give(session)),
      (error: unknown) => statement.reject(error),
    )
  }
  const end = async (timeoutMs: number) => {
    await places.close(timeoutMs)
    const isIdle = new Set(idle)
    for (const session of open)
      if (!isIdle.has(session)) session.lose(connectionLost('The database is closed.'))
    await Promise.all([...isIdle].map(retire))
  }
  return { take, give, run, end }
}

type Semaphore = {
  take: () => Promise<void>
  give: () => void
  /** Refuses everybody from now on, and waits until all places were given back, or `timeoutMs` went by. */
  close: (timeoutMs: number) => Promise<void>
}

function semaphore(places: number): Semaphore {
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
