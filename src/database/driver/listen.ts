import { openSession } from './session.ts'
import type { Session, SessionOptions } from './session.ts'
import { connectionLost } from './socket.ts'

export type Listener = { stop: () => Promise<void> }

export type Listening = {
  channel: string
  heard: (payload: string) => void
  /** Called whenever listening begins, also anew: what was said before may have gone unheard. */
  listening?: (() => void) | undefined
  /** Held on the connection as long as it lives: others see by it that we do. */
  advisoryLock?: readonly [number, number] | undefined
}

/** Between two attempts to listen again. */
const retryMs = 1_000

/**
 * Listens on a connection of its own; when that is lost, on another one, as soon as the server answers.
 * @throws when the first connection cannot be opened.
 */
export async function listenOn(
  options: Omit<SessionOptions, 'onLost'>,
  { channel, heard, listening, advisoryLock }: Listening,
): Promise<Listener> {
  const driver = { ...options.driver, onnotify: (_: string, payload: string) => heard(payload) }
  let session: Session | undefined
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  const start = async () => {
    session = await openSession({ ...options, driver, onLost: again })
    await listenIn(session, channel, advisoryLock)
    if (isStopped) await session.close()
    else listening?.()
  }
  const again = () => {
    session = undefined
    clearTimeout(retry)
    // A failed attempt loses its connection, and so comes back here.
    if (!isStopped) retry = setTimeout(() => void start().catch(() => {}), retryMs)
  }
  const stop = async () => {
    isStopped = true
    clearTimeout(retry)
    await session?.close()
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

async function listenIn(
  { client, lose }: Session,
  channel: string,
  advisoryLock: Listening['advisoryLock'],
): Promise<void> {
  try {
    await client.unsafe(`listen "${channel.replaceAll('"', '""')}"`)
    if (advisoryLock !== undefined) {
      await client`select pg_advisory_lock(${advisoryLock[0]}, ${advisoryLock[1]})`
    }
  } catch (error) {
    lose(connectionLost('The database does not let us listen.'))
    throw error
  }
}
