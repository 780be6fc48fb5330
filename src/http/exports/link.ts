import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ExportLink } from '../../actions/exports/download.ts'
import type { Secrets } from '../../secrets/ring.ts'

export type ExportLinks = {
  /** @returns the path of the link, from the root of the server. */
  write: (link: ExportLink) => string
  /** Never throws. @returns null unless this server wrote exactly this token. */
  read: (token: string) => ExportLink | null
}

const tokenLayout = /^(\d{1,10})-(\d{1,15})-([ku])(\d{1,10})-[\w-]{43}$/

/** The token names the caller who got the link, so that downloads are audited and end with the caller's rights. */
export function createExportLinks(secrets: Secrets): ExportLinks {
  const sign = (text: string, key = secrets.keyFor('export link')) =>
    createHmac('sha256', key).update(text).digest('base64url')
  const isSigned = (text: string, signature: string) =>
    secrets
      .keysFor('export link')
      .some((key) => timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text, key))))
  return {
    write: ({ organizationId, id, holder }) => {
      const who = holder.user_id === null ? `k${holder.api_key_id}` : `u${holder.user_id}`
      const text = `${organizationId}-${id}-${who}`
      return `/exports/${text}-${sign(text)}`
    },
    read: (token) => {
      const found = tokenLayout.exec(token)
      if (found === null || !isSigned(token.slice(0, -44), token.slice(-43))) return null
      const [, organizationId, id, kind, who] = found
      return {
        organizationId: Number(organizationId),
        id: Number(id),
        holder: {
          api_key_id: kind === 'k' ? Number(who) : null,
          user_id: kind === 'u' ? Number(who) : null,
        },
      }
    },
  }
}
