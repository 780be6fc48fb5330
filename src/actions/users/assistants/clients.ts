import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isLoopbackHost } from '../../../outbound/loopback.ts'
import type { Secrets } from '../../../secrets/ring.ts'

/** A program that has registered itself. Nobody has verified what it says. */
export type Client = { name: string; redirectUris: readonly string[] }

const use = 'client of assistants'
const shape = z.tuple([z.string(), z.array(z.string())])
// VS Code names six.
const urisMax = 10
// The id stands in addresses, and in the cookie of a log-in by a provider.
const charactersMax = 600

/**
 * The id of a client is what it has said, signed: a table of clients could be filled by strangers, and would have to be
 * emptied by guesses.
 */
export function clientIdOf(secrets: Secrets, { name, redirectUris }: Client): string {
  const said = Buffer.from(JSON.stringify([name, redirectUris])).toString('base64url')
  return `${said}.${signed(secrets.keyFor(use), said)}`
}

/** null: this server did not give it. */
export function readClient(secrets: Secrets, id: string): Client | null {
  const [said = '', signature = '', ...rest] = id.split('.')
  if (rest.length > 0) return null
  const given = Buffer.from(signature)
  const isOwn = secrets.keysFor(use).some((key) => {
    const expected = Buffer.from(signed(key, said))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  if (!isOwn) return null
  const [name, redirectUris] = shape.parse(JSON.parse(Buffer.from(said, 'base64url').toString()))
  return { name, redirectUris }
}

function signed(key: Buffer, said: string): string {
  return createHmac('sha256', key).update(said).digest('base64url')
}

const metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(urisMax),
  client_name: z.string().optional(),
})

/** RFC 7591. @returns a sentence if it is refused. */
export function readRegistration(given: unknown): Client | { error: string; description: string } {
  const { data } = metadata.safeParse(given)
  const wrong = (description: string) => ({ error: 'invalid_redirect_uri', description })
  if (data === undefined) return wrong(`redirect_uris must be a list of one to ${urisMax} addresses`)
  const { redirect_uris: redirectUris, client_name: said = '' } = data
  if (redirectUris.join('').length > charactersMax) {
    return wrong(`redirect_uris must have at most ${charactersMax} characters together`)
  }
  const bad = redirectUris.find((uri) => !isRedirectUri(uri))
  if (bad !== undefined) {
    return wrong(
      'redirect_uris must use https, or http on the person’s own machine, without user and fragment',
    )
  }
  const name = said
    .slice(0, 60)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return { name: name === '' ? 'A program without a name' : name, redirectUris }
}

function isRedirectUri(text: string): boolean {
  // Spaces and controls would be left out by the parser, and the text compared is not what is opened.
  if (!/^[\u0021-\u007e]+$/.test(text) || text.includes('#') || text.includes('\\') || !URL.canParse(text))
    return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isOwnMachine(hostname))
}

export function isOwnMachine(hostname: string): boolean {
  return isLoopbackHost(hostname)
}

/** Exactly one of those that were registered; on the person's own machine any port will do (RFC 8252). */
export function isRegistered({ redirectUris }: Client, given: string): boolean {
  return redirectUris.some((one) => one === given || withoutPort(one) === (withoutPort(given) ?? ''))
}

/** null: not on the person's own machine. */
function withoutPort(text: string): string | null {
  if (!isRedirectUri(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'http:') return null
  url.port = ''
  return url.href
}
