import { Resolver } from 'node:dns/promises'
import { createRests } from './rests.ts'
import { createTurns, type Asker } from './turns.ts'

export type Asked = {
  /** Whose look-ups count together. Default: the server's own. */
  asker?: Asker | undefined
  /** Ends the look-up. */
  signal?: AbortSignal | undefined
}

export type Patience = {
  /** For one look-up, whatever the name servers do. */
  patienceMs: number
  /** How long a name is left alone after that. */
  restMs: number
}

const usualPatience: Patience = { patienceMs: 4_000, restMs: 20_000 }

const askedAtOnce = { perAsker: 8, inAll: 256 }
const restingMax = 10_000

/** What c-ares says of a name whose name servers are silent. */
export const silent = 'ETIMEOUT'

/**
 * Asks name servers by c-ares, whose look-ups can be cancelled and hold no thread: those of the system hold one of libuv's
 * until they give up by themselves, and two names without an answer put off everything that needs a name.
 * @param servers none: those of the system
 */
export function createAsking(servers: readonly string[] = [], patience: Partial<Patience> = {}) {
  const { patienceMs, restMs } = { ...usualPatience, ...patience }
  const resting = createRests({ restMs, namesMax: restingMax })
  const inTurn = createTurns(askedAtOnce)

  return function ask<Answer>(
    name: string,
    { asker = 'server', signal }: Asked,
    query: (resolver: Resolver) => Promise<Answer>,
  ): Promise<Answer> {
    return inTurn(asker, async () => {
      signal?.throwIfAborted()
      if (resting.rests(name)) throw unanswered(name)
      // One for each look-up, because it is the resolver that is cancelled.
      const resolver = new Resolver({ timeout: Math.ceil(patienceMs / 3), tries: 2 })
      if (servers.length > 0) resolver.setServers(servers)
      const cancel = () => resolver.cancel()
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        cancel()
      }, patienceMs)
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        return await query(resolver)
      } catch (error) {
        signal?.throwIfAborted()
        if (!isLate && codeOf(error) !== silent) throw error
        resting.add(name)
        throw unanswered(name)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
    })
  }
}

export function unanswered(name: string): Error {
  return Object.assign(new Error(`The name servers of ${name} did not answer.`), { code: silent })
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
