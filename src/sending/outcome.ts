import type { BuiltMessage } from '../rendering/message.ts'

/** Where messages are handed over. Two routes of one key share their connections. */
export type Route =
  | {
      kind: 'smtp'
      key: string
      url: string
      /** The address to connect from; null: the system's choice. */ localAddress: string | null
    }
  /** Files in the data directory, where no server is configured. */
  | { kind: 'mailbox'; key: string }

/**
 * What became of one message.
 * - `accepted`: the server took it.
 * - `bounced`: it refused for good (5xx): trying again is no use.
 * - `deferred`: it refused for now (4xx), or went away before it had the whole message: nothing was taken.
 * - `untried`: there was no server to try, or it refuses us altogether (no connection, no log-in, 421): not this message's
 *   fault, all others of the route fare alike.
 * - `uncertain`: the whole message was written, and no answer came: it may have been taken.
 */
export type Outcome =
  | { kind: 'accepted' }
  | {
      kind: 'bounced' | 'deferred' | 'untried' | 'uncertain'
      /** The enhanced status code (RFC 3463) as the server gave it, or one for its reply code; null: none. */
      status: string | null
      /** What the server said, one line of at most 500 characters. */
      diagnostic: string
    }

export type Mailer = {
  /**
   * Waits for a free connection of the route, hands the message over. Never rejects.
   * @param signal when it aborts, what still waits for a connection does not leave: it is `untried`.
   */
  send: (route: Route, message: BuiltMessage, signal?: AbortSignal) => Promise<Outcome>
  /** Ends idle connections; those at work finish their message first. */
  close: () => Promise<void>
}
