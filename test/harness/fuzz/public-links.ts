import { preferenceSteps } from '../../../src/contract/responses/preferences.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import type { Secrets } from '../../../src/secrets/ring.ts'
import { insertChangeToken } from '../../../src/store/responses/address-changes.ts'
import { createSignUpLinks } from '../../../src/links/forms.ts'
import { createFormTickets } from '../../../src/links/form-tickets.ts'
import { createTrackingTokens, type MessageRef } from '../../../src/links/token.ts'

/** `body`: what the path reads. */
export type PublicPath = { method: 'GET' | 'POST' | 'OPTIONS'; path: string; body?: 'form' | 'json' }

/** Every path of readers; the part in braces is a link. */
export const publicPaths: readonly PublicPath[] = [
  ...['/o/{token}', '/c/{token}', '/w/{token}'].flatMap(asked),
  ...['/u/{token}', '/u/{token}/again', '/p/{token}', '/s/{place}'].flatMap(asked),
  ...preferenceSteps.map((step) => `/p/{token}/${step}`).flatMap(asked),
  ...['/p/change/{handle}', '/p/change/{handle}/stop', '/f/{place}'].flatMap(asked),
  { method: 'OPTIONS', path: '/f/{place}/json' },
  { method: 'GET', path: '/f/{place}/json' },
  { method: 'POST', path: '/f/{place}/json', body: 'json' },
]

function asked(path: string): PublicPath[] {
  return [
    { method: 'GET', path },
    { method: 'POST', path, body: 'form' },
  ]
}

export type PublicLinks = {
  /** Valid links by the part of the path before them. */
  links: Record<string, string>
  /** Links to changes of an address, one of each wisher: a link of another one stays when one is stopped. */
  changes: readonly string[]
  /** What the forms of all pages take, by name. */
  entries: Record<string, readonly string[]>
}

type Parts = {
  sql: Database
  secrets: Secrets
  /** Whose page of preferences it is. */
  ref: MessageRef
  /** A link that is counted as clicked. */
  linkId: number
  /** Of the same list: each wishes another address. */
  wishers: readonly number[]
  form: { id: number; url: string; consent_version: number }
  fieldId: number
  otherListIds: readonly number[]
  post: (url: string, payload: string) => Promise<unknown>
}

const newcomer = 'newcomer@example.com'

/** The links that a message, a form and their mails have brought to people. */
export async function somePublicLinks({ sql, secrets, post, ...parts }: Parts): Promise<PublicLinks> {
  const { ref, form, fieldId } = parts
  const { organizationId, listId } = ref
  await sql`update mailing_lists set d_from_email = 'news@example.com' where id = ${listId}`
  await sql`insert into editable_fields values (${organizationId}, ${listId}, ${fieldId}) on conflict do nothing`
  const { write } = createTrackingTokens(secrets)
  const place = new URL(form.url).pathname.split('/').at(-1) ?? ''
  // Made so long ago that nobody typed too fast.
  const tickets = createFormTickets(secrets, () => Date.now() - 60_000)
  const ticket = tickets.write({ organizationId, ...form })
  const changes: string[] = []
  for (const subscriberId of parts.wishers) {
    const page = write({ kind: 'preferences', ...ref, subscriberId })
    await post(`/p/${page}/address`, `email=wish${subscriberId}%40example.com`)
    changes.push(await changeLink(sql, ref, subscriberId))
  }
  await post(`/f/${place}`, new URLSearchParams({ email: newcomer, ticket }).toString())
  return {
    links: {
      o: write({ kind: 'open', ...ref }),
      c: write({ kind: 'click', ...ref, linkId: parts.linkId }),
      u: write({ kind: 'unsubscribe', ...ref }),
      w: write({ kind: 'web_view', ...ref }),
      p: write({ kind: 'preferences', ...ref }),
      f: place,
      s: await signUpLink({ sql, secrets }, organizationId),
      change: changes[0] ?? '',
    },
    changes,
    entries: {
      email: ['second@example.com', 'bob@example.com', 'third@example.com'],
      ticket: [ticket],
      l: [listId, ...parts.otherListIds].map(String),
      s: [listId, ...parts.otherListIds].map(String),
      weeks: ['1', '4', '12'],
      [`f${fieldId}`]: ['Ann', ''],
      [`w${fieldId}`]: ['x', ''],
      consent: ['1'],
      topic_2: [''],
      work: ['7'],
    },
  }
}

async function signUpLink(
  { sql, secrets }: Pick<Parts, 'sql' | 'secrets'>,
  organizationId: number,
): Promise<string> {
  const [link] = await sql<{ nonce: Buffer; tokenHash: Buffer }[]>`
    select nonce, token_hash as "tokenHash" from sign_ups
    where organization_id = ${organizationId} and email = ${newcomer}`
  if (link === undefined) throw new Error('the form took no submission')
  return createSignUpLinks(secrets).write(organizationId, link)
}

async function changeLink(
  sql: Database,
  { organizationId, listId }: MessageRef,
  subscriberId: number,
): Promise<string> {
  const [change] = await sql<{ id: number }[]>`
    select id from address_changes
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and subscriber_id = ${subscriberId}`
  const token = await sql.begin((sql) =>
    insertChangeToken(sql, organizationId, { id: change?.id ?? 0, isNew: false }),
  )
  if (token === null) throw new Error('the page of preferences took no wish')
  return token.handle
}
