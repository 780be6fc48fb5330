import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { createMailbox } from '../files/mailbox.ts'
import type { Mailbox } from '../files/mailbox.ts'
import { isLoopbackHost } from '../outbound/loopback.ts'
import type { Config } from './config.ts'

export type LocalMailbox = { mailbox: Pick<Mailbox, 'list' | 'read'>; token: string }

type Exposure = Pick<Config, 'smtpUrl' | 'host' | 'baseUrl' | 'trustedProxies'>

/**
 * Whether the messages that stay on this machine can be read in a browser. BASE_URL and TRUSTED_PROXIES count besides
 * HOST: a proxy in front of a loopback address passes on strangers, often without any header that shows it.
 */
export function isMailboxOpen({ smtpUrl, host, baseUrl, trustedProxies }: Exposure): boolean {
  const publicHost = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  return (
    smtpUrl === undefined && isLoopbackHost(host) && isLoopbackHost(publicHost) && trustedProxies.length === 0
  )
}

export function mailboxDirOf(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'mailbox')
}

/** With a token of this start; undefined if nobody may read it here. */
export function openLocalMailbox(config: Config): LocalMailbox | undefined {
  if (!isMailboxOpen(config)) return undefined
  return { mailbox: createMailbox(mailboxDirOf(config)), token: randomBytes(24).toString('base64url') }
}

export function mailboxLink(url: string, { token }: Pick<LocalMailbox, 'token'>): string {
  return `${url}/dev/mailbox?token=${token}`
}
