import { semaphore, type Share } from './semaphore.ts'
import { openSession, type Session } from './session/open.ts'
import type { SessionOptions } from './session/options.ts'
import { connectionLost } from './session/socket.ts'

/** Up to `max` connections, each lent to one user at a time. A lost connection is never lent again. */
export type Pool = {
  /** Follows each `begin`. */
  opening: string
  take: (organizationId?: number) => Promise<Session>
  give: (session: Session, organizationId?: number) => void
  end: (timeoutMs: number) => Promise<void>
  state: () => { used: number; waiting: number }
}

const idleMs = 300_000

export function openPool(
  options: Omit<SessionOptions, 'onLost'>,
  { max, share, opening }: { max: number; share?: Share; opening: string },
): Pool {
  const places = semaphore(max, share)
  const sessions = new Set<Session>()
  const idle = idleSessions()

  const forget = (session: Session) => {
    sessions.delete(session)
    idle.remove(session)
  }
  const take = async (organizationId?: number) => {
    await places.take(organizationId)
    try {
      const session = idle.pop() ?? (await open(options, forget))
      sessions.add(session)
      return session
    } catch (error) {
      places.give(organizationId)
      throw error
    }
  }
  const give = (session: Session, organizationId?: number) => {
    if (session.lost() === undefined) idle.push(session)
    places.give(organizationId, session.takeBytes())
  }
  const end = async (timeoutMs: number) => {
    await places.close(timeoutMs)
    const unused = idle.all()
    const used = [...sessions].filter((session) => !unused.includes(session))
    for (const session of used) session.lose(connectionLost('The database connections are closed.'))
    await Promise.all(unused.map((session) => session.close()))
  }
  return { opening, take, give, end, state: places.state }
}

async function open(
  options: Omit<SessionOptions, 'onLost'>,
  forget: (session: Session) => void,
): Promise<Session> {
  let session: Session | undefined
  session = await openSession({ ...options, onLost: () => session && forget(session) })
  return session
}

function idleSessions() {
  const timers = new Map<Session, NodeJS.Timeout>()
  const remove = (session: Session) => {
    clearTimeout(timers.get(session))
    timers.delete(session)
  }
  const push = (session: Session) => {
    timers.set(session, setTimeout(() => void session.close(), idleMs).unref())
  }
  const pop = () => {
    const session = [...timers.keys()].findLast((candidate) => candidate.lost() === undefined)
    if (session !== undefined) remove(session)
    return session
  }
  return { push, pop, remove, all: () => [...timers.keys()] }
}
