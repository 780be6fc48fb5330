import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { createMailbox } from '../files/mailbox.ts'
import type { Mailbox } from '../files/mailbox.ts'
import type { Config } from './config.ts'
import { isLocalOnly } from './local-only.ts'

export type LocalMailbox = { mailbox: Pick<Mailbox, 'list' | 'read'>; token: string }

export function isMailboxOpen(
  config: Pick<Config, 'smtpUrl' | 'host' | 'baseUrl' | 'trustedProxies'>,
): boolean {
  return config.smtpUrl === undefined && isLocalOnly(config)
}

export function mailboxDirOf(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'mailbox')
}

export function openLocalMailbox(config: Config): LocalMailbox | undefined {
  if (!isMailboxOpen(config)) return undefined
  return { mailbox: createMailbox(mailboxDirOf(config)), token: randomBytes(24).toString('base64url') }
}

export function mailboxLink(url: string, { token }: Pick<LocalMailbox, 'token'>): string {
  return `${url}/dev/mailbox?token=${token}`
}
