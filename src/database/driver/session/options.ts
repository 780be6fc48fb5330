import type { ClientConfig } from 'pg'
import type { Reach, Target } from './socket.ts'

export type SessionOptions = {
  target: Target
  /** Who logs in, and with which settings. */
  login: Pick<ClientConfig, 'user' | 'password' | 'database' | 'types' | 'options'>
  /** Whether the server, or the pooler before it, keeps the plans of statements by name. */
  keepsStatements: boolean
  connectTimeoutMs: number
  /** A statement without an answer after this time ends with its connection. 0: never. */
  answerTimeoutMs: number
  /** How a statement that waits looks whether the server's machine is there. */
  reach?: Reach
  /** How long a read holds its transaction, for the sake of one write to the socket. */
  commitDelayMs: number
  onNotice?: ((severity: string, message: string) => void) | undefined
  onNotification?: ((payload: string) => void) | undefined
  onLost: () => void
}
