import { randomBytes } from 'node:crypto'
import type { SharedScopes } from '../database/driver/connection.ts'
import { createMailbox, type Mailbox } from '../files/mailbox.ts'
import type { Config } from './config.ts'
import { isLocalOnly } from './settings/local-only.ts'

export type LocalMailbox = { mailbox: Pick<Mailbox, 'list' | 'read'>; token: string }

export function isMailboxOpen(
  config: Pick<Config, 'smtpUrl' | 'host' | 'baseUrl' | 'trustedProxies'>,
): boolean {
  return config.smtpUrl === undefined && isLocalOnly(config)
}

export function openLocalMailbox(config: Config, database: SharedScopes): LocalMailbox | undefined {
  if (!isMailboxOpen(config)) return undefined
  return { mailbox: createMailbox(database), token: randomBytes(24).toString('base64url') }
}

export function mailboxLink(url: string, { token }: Pick<LocalMailbox, 'token'>): string {
  return `${url}/dev/mailbox?token=${token}`
}
