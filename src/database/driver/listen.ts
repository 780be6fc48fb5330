import { openSession, type Session } from './session/open.ts'
import type { SessionOptions } from './session/options.ts'
import { connectionLost } from './session/socket.ts'

export type Listener = { stop: () => Promise<void> }

export type Listening = {
  channel: string
  heard: (payload: string) => void
  /** Called when listening begins or resumes: earlier notifications may have been missed. */
  listening?: (() => void) | undefined
  /** Held while the connection lives; other processes see by it that this one is listening. */
  advisoryLock?: readonly [number, number] | undefined
}

const retryMs = 1_000

/** Replaces the connection when it is lost. @throws if the first connection cannot be opened. */
export async function listenOn(
  options: Omit<SessionOptions, 'onLost'>,
  { channel, heard, listening, advisoryLock }: Listening,
): Promise<Listener> {
  let session: Session | undefined
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  const start = async () => {
    session = await openSession({ ...options, onNotification: heard, onLost: again })
    await listenIn(session, channel, advisoryLock)
    if (isStopped) await session.close()
    else listening?.()
  }
  const again = () => {
    session = undefined
    clearTimeout(retry)
    // A failed attempt loses its connection, which calls `again`.
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
  { send, lose }: Session,
  channel: string,
  advisoryLock: Listening['advisoryLock'],
): Promise<void> {
  try {
    await send(`listen "${channel.replaceAll('"', '""')}"`)
    if (advisoryLock !== undefined) {
      await send(`select pg_advisory_lock(${advisoryLock[0]}, ${advisoryLock[1]})`)
    }
  } catch (error) {
    lose(connectionLost('The database does not let us listen.'))
    throw error
  }
}
