import type { BuiltMessage } from '../rendering/message.ts'

/** Routes with the same key share their connections. */
export type Route =
  | {
      kind: 'smtp'
      key: string
      url: string
      localAddress: string | null
    }
  | { kind: 'mailbox'; key: string }

/**
 * - `bounced`: refused permanently (5xx).
 * - `deferred`: refused temporarily (4xx), or the connection ended before the whole message was written.
 * - `untried`: no connection, no log-in, or 421. The route failed, not this message; other messages would fail too.
 * - `uncertain`: the whole message was written and no reply came, so the server may have accepted it.
 */
export type Outcome =
  | { kind: 'accepted' }
  | {
      kind: 'bounced' | 'deferred' | 'untried' | 'uncertain'
      /** Enhanced status code (RFC 3463), if necessary derived from the reply code. */
      status: string | null
      /** The reply as one line of at most 500 characters. */
      diagnostic: string
    }

export type Mailer = {
  /** Never rejects. When `signal` aborts, messages that wait for a connection end as `untried`. */
  send: (route: Route, message: BuiltMessage, signal?: AbortSignal) => Promise<Outcome>
  close: () => Promise<void>
}
