import { parseSmtpUrl } from '../../contract/resources/smtp-url.ts'
import type { Mailbox } from '../../files/mailbox.ts'
import type { BuiltMessage } from '../../rendering/message.ts'
import type { Lookup } from '../../outbound/names/addresses.ts'
import type { Outcome } from '../outcome.ts'
import type { Route } from '../route.ts'
import { diagnosticOf } from './reply.ts'
import { createPool, type Pool, type PoolLimits } from './pool.ts'
import { openSession, type Opened, type SmtpTimeouts } from './session.ts'

export type Mailer = {
  /** Never rejects. When `signal` aborts, messages that wait for a connection end as `untried`. */
  send: (
    route: Route,
    message: BuiltMessage,
    signal?: AbortSignal,
    /** To one person, beside campaigns. */
    isUrgent?: boolean,
  ) => Promise<Outcome>
  close: () => Promise<void>
}

export type MailerSettings = {
  mailbox: Mailbox
  connectionsPerRoute: number
  timeouts?: Partial<SmtpTimeouts>
  ehloName?: string | undefined
  limits?: Partial<Omit<PoolLimits, 'connections'>>
  /** Finds the addresses of mail servers. */
  lookup?: Lookup
}

const timeouts: SmtpTimeouts = { connect: 10_000, greeting: 10_000, socket: 60_000, message: 600_000 }
const limits = { messagesPerConnection: 1000, idle: 30_000, crowded: 5000 }

/** Resends a message only if an idle connection was closed before the server could have accepted it. */
export function createMailer(settings: MailerSettings): Mailer {
  const pools = new Map<string, Pool>()
  let isClosed = false

  function poolOf(route: Route & { kind: 'smtp' }): Pool {
    const known = pools.get(route.key)
    if (known !== undefined) return known
    const pool = createPool(
      () => open(route, settings, { ...timeouts, ...settings.timeouts }),
      { ...limits, ...settings.limits, connections: settings.connectionsPerRoute },
      () => {
        if (pools.get(route.key) === pool) pools.delete(route.key)
      },
    )
    pools.set(route.key, pool)
    return pool
  }

  return {
    send(route, message, signal, isUrgent) {
      if (isClosed) return Promise.resolve(untried('sending was stopped'))
      if (route.kind === 'smtp') return poolOf(route).send(message, signal, isUrgent)
      return settings.mailbox.deliver(message.envelope, message.raw).then(
        () => ({ kind: 'accepted' }),
        (error: unknown) => untried(diagnosticOf(error instanceof Error ? error.message : String(error))),
      )
    },
    async close() {
      isClosed = true
      await Promise.all([...pools.values()].map((pool) => pool.close()))
    },
  }
}

async function open(
  { url, localAddress, organizationId }: Route & { kind: 'smtp' },
  { ehloName, lookup }: Pick<MailerSettings, 'ehloName' | 'lookup'>,
  within: SmtpTimeouts,
): Promise<Opened> {
  const server = parseSmtpUrl(url)
  if ('problem' in server) return { failure: untried(`the address of the SMTP server ${server.problem}`) }
  return openSession(server, { localAddress, ehloName, organizationId, lookup }, within)
}

function untried(diagnostic: string): Outcome {
  return { kind: 'untried', status: null, diagnostic }
}
