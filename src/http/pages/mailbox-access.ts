import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, notFound } from '../../contract/api/errors.ts'
import { isLoopbackAddress, isLoopbackHost } from '../../outbound/loopback.ts'
import { unmapped } from '../../outbound/network.ts'

/**
 * Only direct callers from this machine with the token that the terminal printed have access, because the messages
 * contain links for setting passwords. The link with `?token=` sets a cookie and redirects, which keeps the token out
 * of the address bar and the history.
 * @returns false if it has answered with that redirect.
 * @throws AppError `not_found` for callers from elsewhere, `not_authorized` (403) without the token.
 */
export async function admitToMailbox(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<boolean> {
  requireThisMachine(request)
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (isSame(searchParams.get('token') ?? '', token)) {
    await reply
      .header('set-cookie', `${cookieName(request)}=${token}; Path=/dev/mailbox; HttpOnly; SameSite=Strict`)
      .redirect(pathname, 303)
    return false
  }
  if (!isSame(cookieOf(request), token)) {
    throw forbidden('open the local mailbox by the link with ?token= that the terminal printed at the start')
  }
  return true
}

/** Refuses DNS rebinding, by the name in Host, and proxies, by the headers that most of them add. */
function requireThisMachine({ headers, ip }: FastifyRequest): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isProxied = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some(
    (name) => headers[name] !== undefined,
  )
  if (isProxied || !isLoopbackHost(host) || !isLoopbackAddress(unmapped(ip) ?? '')) throw notFound('path')
}

/** By port, because browsers send cookies to all servers on this machine. */
function cookieName({ headers }: FastifyRequest): string {
  return `quiver_mailbox_${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? '80'}`
}

function cookieOf(request: FastifyRequest): string {
  const start = `${cookieName(request)}=`
  const cookies = (request.headers.cookie ?? '').split(/; */)
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? ''
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
