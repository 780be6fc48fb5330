import { connectionLost, openSession } from './session.ts'
import type { Session, SessionOptions } from './session.ts'

export type Listener = { stop: () => Promise<void> }

export type Listening = {
  channel: string
  heard: (payload: string) => void
  /** Called whenever listening begins, also anew: what was said before may have gone unheard. */
  listening?: (() => void) | undefined
}

/** Between two attempts to listen again. */
const retryMs = 1_000

/**
 * Listens on a connection of its own; when that is lost, on another one, as soon as the server answers.
 * @throws when the first connection cannot be opened.
 */
export async function listenOn(
  options: Omit<SessionOptions, 'onLost'>,
  { channel, heard, listening }: Listening,
): Promise<Listener> {
  const driver = { ...options.driver, onnotify: (_: string, payload: string) => heard(payload) }
  let session: Session | undefined
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  const start = async () => {
    session = await openSession({ ...options, driver, onLost: again })
    const { client, close, lose } = session
    try {
      await client.unsafe(`listen "${channel.replaceAll('"', '""')}"`)
    } catch (error) {
      lose(connectionLost('The database does not let us listen.'))
      throw error
    }
    if (isStopped) return close()
    listening?.()
  }
  const again = () => {
    session = undefined
    clearTimeout(retry)
    // A failed attempt loses its connection, and so comes back here.
    if (!isStopped) retry = setTimeout(() => void start().catch(() => {}), retryMs)
  }
  try {
    await start()
  } catch (error) {
    isStopped = true
    clearTimeout(retry)
    throw error
  }
  const stop = async () => {
    isStopped = true
    clearTimeout(retry)
    await session?.close()
  }
  return { stop }
}
