import { createServer, type IncomingMessage } from 'node:http'
import postgres from 'postgres'
import { parseAuthorization } from '../../src/contract/api/credential.ts'
import { readAddress } from '../../src/database/address.ts'
import type { Sql } from '../../src/database/driver/connection.ts'
import { createTrackingTokens } from '../../src/links/token.ts'
import { openSecrets } from '../../src/secrets/ring.ts'
import { countApiKeys, findApiKeys, findCaller } from '../../src/store/api-keys/rows.ts'
import { addStats } from '../../src/store/campaigns/stats.ts'
import { findMailingList, findMailingLists } from '../../src/store/lists/rows.ts'
import { addHitCounts, insertHits } from '../../src/store/responses/hits/rows.ts'
import { findTrackedUrls } from '../../src/store/responses/visits.ts'
import { adjustCounts } from '../../src/store/subscribers/counts.ts'
import { subscriberColumns } from '../../src/store/subscribers/rows.ts'

/**
 * The floor of the API: node:http and the driver with the same statements, as superuser and without checks. `/scoped`
 * adds the transaction, role and scope of the API. Arguments: database URL, secret, organization. Prints its port.
 */
const [url = '', secret = '', organizationText = ''] = process.argv.slice(2)
const organizationId = Number(organizationText)
const bigint = { to: 20, from: [20], serialize: String, parse: Number }
const { url: address, path = '' } = readAddress(url)
const client = postgres(address, { path, max: 10, types: { bigint } })
/** Its tag makes and joins statements as ours does. */
const asOurs = (sql: postgres.ISql<{ bigint: number }>) => sql as unknown as Sql
const secrets = openSecrets(secret)
const tokens = createTrackingTokens(secrets)

async function answer(request: IncomingMessage): Promise<unknown> {
  const credential = parseAuthorization(request.headers.authorization)
  if (credential === null) return null
  const target = new URL(request.url ?? '/', 'http://localhost')
  const [, first = '', ...rest] = target.pathname.split('/')
  const fingerprint = secrets.fingerprint(credential.key)
  const [kind = '', text = ''] = rest
  if (kind === 'o' || kind === 'c') return visit(text, request.headers['user-agent'] ?? '')
  if (request.method === 'POST') return write(rest, fingerprint, await bodyOf(request))
  if (request.method === 'PUT') return put(rest, fingerprint, await bodyOf(request))
  if (first !== 'scoped') return find(asOurs(client), [first, ...rest], fingerprint, target)
  return client.begin('read only', async (transaction) => {
    const scope = transaction.unsafe(
      `set local role quiver_app; set local quiver.scope = '${organizationId}'`,
    )
    const found = find(asOurs(transaction), rest, fingerprint, target)
    await scope
    return found
  })
}

async function find(sql: Sql, path: string[], fingerprint: Buffer, target: URL): Promise<unknown> {
  await findCaller(sql, organizationId, [fingerprint])
  const [collection, id] = path
  if (collection === 'mailing_lists' && id !== undefined)
    return findMailingList(sql, organizationId, Number(id))
  if (collection === 'mailing_lists') {
    return findMailingLists(sql, organizationId, { per_page: 100 }, { page: 0, perPage: 100, offset: 0 })
  }
  const filter = { seesSystemKeys: false, nameContains: target.searchParams.get('name_contains') ?? '' }
  const start = { afterId: Number(target.searchParams.get('after')) }
  const [rows, count] = await Promise.all([
    findApiKeys(sql, organizationId, filter, { order: 'id', start, limit: 101 }),
    countApiKeys(sql, organizationId, filter),
  ])
  return { rows: rows.map((row) => ({ ...row, key_sealed: keyOf(row) })), count }
}

/** An open or a click, with the walls: found, kept, and counted for the person and the campaign. */
async function visit(text: string, userAgent: string): Promise<unknown> {
  const token = tokens.read(text)
  if (token === null) return null
  return client.begin(async (transaction) => {
    const sql = asOurs(transaction)
    const scope = transaction.unsafe(
      `set local role quiver_app; set local quiver.scope = '${organizationId}'`,
    )
    const source = { campaignId: token.sourceId }
    const linkId = token.kind === 'click' ? token.linkId : null
    const urls = linkId === null ? null : await findTrackedUrls(sql, organizationId, { source }, [linkId])
    await scope
    const count = linkId === null ? 'opens' : 'clicks'
    const times = new Map([[token.subscriberId, { people: 1, machines: 0 }]])
    const seen = { userAgent, purpose: '', isHead: false, network: null }
    const verdict = { isMachine: false, reason: 'no_sign' } as const
    const hit = { subscriberId: token.subscriberId, linkId, seen, verdict, ageSeconds: null }
    await Promise.all([
      addHitCounts(sql, organizationId, source, { count, times }),
      insertHits(sql, organizationId, source, [hit]),
      addStats(sql, organizationId, source, [{ contentId: null, counts: { [`${count}_total`]: 1 } }]),
    ])
    return urls === null ? null : [...urls.values()]
  })
}

type Given = { subscriber?: Person & { subscribe_ip?: string }; subscribers?: Person[]; message?: Message }
type Person = { email: string }
type Message = { to: string; from_email: string; subject: string; html: string }

/** With the walls of the API: the role, the scope and the credential. One person or many, or a message. */
async function write([, listId]: string[], fingerprint: Buffer, given: Given): Promise<unknown> {
  return client.begin(async (transaction) => {
    const scope = transaction.unsafe(
      `set local role quiver_app; set local quiver.scope = '${organizationId}'`,
    )
    await findCaller(asOurs(transaction), organizationId, [fingerprint])
    await scope
    const { subscriber, subscribers = [], message } = given
    if (message !== undefined) return addMessage(asOurs(transaction), message)
    const people = subscriber === undefined ? subscribers : [subscriber]
    return addPeople(asOurs(transaction), Number(listId), people)
  })
}

/** One statement and its commit, with the same walls: a person by id or key; one with nothing to set is added. */
async function put(
  [, listId, , reference = '']: string[],
  fingerprint: Buffer,
  { subscriber }: Given,
): Promise<unknown> {
  return client.begin(async (transaction) => {
    const sql = asOurs(transaction)
    const scope = transaction.unsafe(
      `set local role quiver_app; set local quiver.scope = '${organizationId}'`,
    )
    await findCaller(sql, organizationId, [fingerprint])
    await scope
    const { subscribe_ip: ip } = subscriber ?? {}
    if (ip === undefined) return addPeople(sql, Number(listId), [{ email: reference }])
    const of = reference.includes('@') ? sql`key = ${reference}` : sql`id = ${Number(reference)}`
    return sql`
      update subscribers s set subscribe_ip = ${ip}, updated_at = now()
      where organization_id = ${organizationId} and mailing_list_id = ${Number(listId)} and ${of}
      returning ${subscriberColumns(sql)}`
  })
}

/** And the count of the list. */
async function addPeople(sql: Sql, listId: number, people: readonly Person[]): Promise<unknown> {
  const rows = await sql`
    insert into subscribers as s (organization_id, mailing_list_id, key, status)
    select ${organizationId}, ${listId}::integer, key, 'active'
    from unnest(${people.map(({ email }) => email.toLowerCase())}::text[]) given (key)
    on conflict (organization_id, mailing_list_id, key) do nothing
    returning ${subscriberColumns(sql)}`
  await adjustCounts(sql, organizationId, listId, { active: rows.length })
  return rows
}

/** With its body, in the first stream. */
async function addMessage(sql: Sql, { to, from_email, subject, html }: Message): Promise<unknown> {
  const [row] = await sql<{ id: number; stream_id: number }[]>`
    insert into messages (organization_id, stream_id, email, email_key, from_email, subject, track_opens, track_links, caller, via)
    select ${organizationId}, id, ${to}, ${to}, ${from_email}, ${subject}, true, true, 'api_key:1', 'api'
    from message_streams where organization_id = ${organizationId} limit 1
    returning id, stream_id`
  if (row === undefined) throw new Error('there is no stream')
  await sql`
    insert into message_bodies (organization_id, message_id, stream_id, html)
    values (${organizationId}, ${row.id}, ${row.stream_id}, ${html})`
  return row
}

async function bodyOf(request: IncomingMessage): Promise<Given> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function keyOf({ id, key_sealed }: { id: number; key_sealed: Uint8Array }): string {
  return secrets.unseal(key_sealed, { table: 'api_keys', organizationId, id })
}

const server = createServer((request, response) => {
  void answer(request).then((data) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    return response.end(JSON.stringify({ success: true, data, error_code: null, error_message: null }))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
process.once('SIGTERM', () => process.exit(0))
