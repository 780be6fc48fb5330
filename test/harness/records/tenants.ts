import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../../src/server/config.ts'
import { failureSchema } from '../../../src/contract/api/envelope.ts'
import type { DatabaseUrl } from '../../../src/database/address.ts'
import {
  connect,
  type Database,
  type Limits,
  type Scoped,
  type Sql,
} from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { buildApi } from '../../../src/server/start.ts'
import { openSecrets, type Secrets } from '../../../src/secrets/ring.ts'
import { insertUpload } from '../../../src/store/imports/uploads.ts'
import {
  ensureSystemOrganization,
  insertOrganization,
} from '../../../src/store/conditions/system-organization.ts'
import { checkAnswer, isDescribed } from '../core/answers.ts'
import { anActor, quietLog, type Actor } from '../core/api.ts'
import { aDatabase } from '../core/database.ts'
import { aSession } from './sessions.ts'
import { aWorkFolder } from '../importing/stories.ts'

/** Which of the two barriers between tenants is on. The other is removed, to prove that each is enough alone. */
export type Walls = 'both' | 'only the application’s filters' | 'only row-level security'

export type Reply = { status: number; text: string }

export type RawRequest = {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: string
  isHostile?: boolean
}

export type WholeApi = {
  /** Any request; the answer is checked against the OpenAPI document. */
  send: (request: RawRequest) => Promise<Reply>
  request: (method: string, path: string, as: Actor, body?: unknown) => Promise<Reply>
  secrets: Secrets
  /** As superuser, to inspect the result. */
  sql: Database
  system: Actor
  a: Actor
  b: Actor
}

/**
 * The whole API, with every route that is installed, on a database of its own.
 * @param front puts a pooler in front of it
 */
export async function aWholeApi(
  walls: Walls = 'both',
  front: (url: string) => Promise<DatabaseUrl> = (url) => Promise.resolve(url),
): Promise<WholeApi> {
  const { sql, url } = await aDatabase()
  const role = walls === 'only the application’s filters' ? {} : { role: applicationRole }
  const connected = connect(await front(url), { max: 4, applicationName: 'test api', ...role })
  onTestFinished(() => connected.end())
  const database = walls === 'only row-level security' ? withoutFilters(connected) : connected
  const secrets = openSecrets(randomBytes(32).toString('hex'))
  const config = readConfig({
    DATA_DIR: await aWorkFolder(),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
    PUBLIC_HITS_PER_MINUTE: '0',
  })
  const app = await buildApi({ config, database, secrets, log: quietLog })
  onTestFinished(() => app.close())
  await ensureSystemOrganization(sql)
  const send: WholeApi['send'] = async ({ method, url, headers = {}, payload, isHostile = false }) => {
    const reply = await app.inject({
      method: method as 'GET',
      // A stream would not end.
      url: url.endsWith('/stream') ? `${url}?seconds=0` : url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    const isForReaders = /^\/[ocuwpfs]\//.test(url)
    const isJson = reply.headers['content-type']?.toString().includes('json') === true
    // Pages, images and the forms of other web sites are not described by the OpenAPI document.
    if (isForReaders && (!isJson || reply.statusCode === 200))
      return { status: reply.statusCode, text: reply.body }
    if (reply.statusCode === 200 || !isHostile || isDescribed(method, url)) {
      checkAnswer(method, url, reply.statusCode, reply.headers['content-type']?.toString(), reply.body)
    } else if (method !== 'HEAD' && reply.statusCode !== 204) failureSchema.parse(JSON.parse(reply.body))
    return { status: reply.statusCode, text: reply.body }
  }
  const request: WholeApi['request'] = (method, path, as, body) =>
    send({
      method,
      url: `/ga/api/v2/${path}`,
      headers: { authorization: `Basic ${as.credential}` },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  return {
    send,
    request,
    secrets,
    sql,
    system: await anActor(sql, secrets, 1, 'system_admin'),
    a: await anActor(sql, secrets, await insertOrganization(sql, 'A', 'UTC')),
    b: await anActor(sql, secrets, await insertOrganization(sql, 'B canary', 'UTC')),
  }
}

/**
 * A database whose statements have lost the filter of the application, as by a careless change: instead of
 * `organization_id = <mine>` they select every organization.
 */
function withoutFilters(database: Database): Database {
  return {
    ...database,
    ...careless(database),
    ...carelessScopes(database),
    shareOf: (organizationId) => carelessScopes(database.shareOf(organizationId)),
  } as Database
}

function carelessScopes<Some extends Pick<Database, 'within' | 'everywhere'>>(scopes: Some): Some {
  return {
    ...scopes,
    within: (organizationId: number, limits?: Limits | null) =>
      careless(scopes.within(organizationId, limits)),
    everywhere: () => careless(scopes.everywhere()),
  }
}

function careless<Some extends Sql>(sql: Some): Some {
  const tag = (first: TemplateStringsArray | string | object, ...values: never[]) => {
    if (typeof first !== 'object' || !('raw' in first)) return sql(first as never, ...values)
    const strings = first.map((text) => text.replace(/\borganization_id = $/, 'organization_id > 0 * '))
    return sql(Object.assign(strings, { raw: first.raw }), ...values)
  }
  const begin = (...args: unknown[]) => {
    const work = args.at(-1) as (sql: Sql) => Promise<unknown>
    const careful = (sql as unknown as Scoped).begin as (...all: unknown[]) => Promise<unknown>
    return careful(...args.slice(0, -1), (inner: Sql) => work(careless(inner)))
  }
  const savepoint = (work: (sql: Sql) => Promise<unknown>) =>
    (sql as unknown as { savepoint: (work: (sql: Sql) => Promise<unknown>) => Promise<unknown> }).savepoint(
      (inner) => work(careless(inner)),
    )
  return Object.assign(
    tag,
    sql,
    'begin' in sql ? { begin } : {},
    'savepoint' in sql ? { savepoint } : {},
  ) as Some
}

/** The records of an organization: an id for each collection of the API; every text contains the word. */
export type Possessions = Record<string, string>

/** Creates one record of each kind through the API. */
export async function furnish(api: WholeApi, owner: Actor, word: string): Promise<Possessions> {
  const { request, system } = api
  const own: Possessions = { organizations: String(owner.organizationId) }
  const make = async (as: Actor, path: string, wrapper: string, record: object) => {
    const { status, text } = await request('POST', path, as, { [wrapper]: record })
    if (status !== 200) throw new Error(`POST ${path} answered ${status} ${text}`)
    return String(JSON.parse(text).data.id)
  }
  const organization = `organizations/${owner.organizationId}`
  const grant = (name: string, wrapper: string, record: object) =>
    make(system, `${organization}/${name}`, wrapper, record)
  own.virtual_mtas = await grant('virtual_mtas', 'virtual_mta', { name: word, type: 'ip_address' })
  own.url_domains = await grant('url_domains', 'url_domain', { domain: `${word}.example.com` })
  own.bounce_emails = await grant('bounce_emails', 'bounce_email', { email: `${word}@bounce.example.com` })
  own.suppression_lists = await make(owner, 'suppression_lists', 'suppression_list', { name: word })
  await request(
    'POST',
    `suppression_lists/${own.suppression_lists}/suppressed_addresses/create_multiple`,
    owner,
    {
      data: [`${word}@suppressed.example.com`],
    },
  )
  own.seed_lists = await make(owner, 'seed_lists', 'seed_list', {
    name: word,
    addresses_array: [`${word}@seed.example.com`],
  })
  own.special_sending_rules = await make(owner, 'special_sending_rules', 'special_sending_rule', {
    name: word,
    send_days: [1],
  })
  // Only the System Organization has any.
  own.database_connections = await make(system, 'database_connections', 'database_connection', {
    name: word,
    type: 'postgresql',
    host: `${word}.example.com`,
    port: 5432,
    username: word,
    password: word,
    database_name: word,
  })
  own.dkim_keys = await make(owner, 'dkim_keys', 'dkim_key', { domain: `${word}.example.com` })
  own.sender_domains = await make(owner, 'sender_domains', 'sender_domain', {
    domain: `${word}.sender.example.com`,
  })
  own.log_in_providers = await make(owner, 'log_in_providers', 'log_in_provider', {
    name: word,
    issuer: `https://${word}.example.com`,
    client_id: word,
  })
  own.api_keys = await make(owner, 'api_keys', 'api_key', { name: word })
  own.roles = await make(owner, 'roles', 'role', { name: word, permissions: { campaign: ['read'] } })
  own.users = await make(owner, 'users', 'user', {
    full_name: word,
    email: `${word}@user.example.com`,
    active: true,
    role: 'standard',
  })
  await aSession(api, owner.organizationId, Number(own.users))
  const [session] = await api.sql<{ id: number }[]>`select max(id) as id from user_sessions`
  own.sessions = String(session?.id)
  const [passkey] = await api.sql<{ id: number }[]>`
    insert into user_passkeys (organization_id, user_id, name, credential_id, public_key)
    values (${owner.organizationId}, ${own.users}::integer, ${word}, ${word}, '') returning id`
  own.passkeys = String(passkey?.id)
  const [letIn] = await api.sql<{ id: number }[]>`
    insert into assistant_grants (organization_id, user_id, client_sha256, client_name, redirect_uri, code_challenge,
      may_change, has_second_factor, expires_at)
    values (${owner.organizationId}, ${own.users}::integer, '', ${word}, 'https://a.example.com/', '', true, false,
      now() + interval '1 day')
    returning id`
  own.assistant_grants = String(letIn?.id)
  own.mailing_lists = await make(owner, 'mailing_lists', 'mailing_list', { name: word })
  const list = `mailing_lists/${own.mailing_lists}`
  own.custom_fields = await make(owner, `${list}/custom_fields`, 'custom_field', {
    name: word,
    field_type: 'text',
  })
  own.subscribers = await make(owner, `${list}/subscribers`, 'subscriber', {
    email: `${word}@example.com`,
    status: 'active',
  })
  own.web_forms = await make(owner, `${list}/web_forms`, 'web_form', { name: word, title: word })
  own.autoresponders = await make(owner, `${list}/autoresponders`, 'autoresponder', {
    name: word,
    trigger: 'api',
    delay: 'immediately',
    content_subject: word,
    content_format: 'text',
    content_text: word,
  })
  own.steps = await make(owner, `${list}/autoresponders/${own.autoresponders}/steps`, 'step', { name: word })
  own.segments = await make(owner, `${list}/segments`, 'segment', { name: word, clauses: [] })
  own.segmentation_criterias = own.segments
  const message = { contents: [{ name: word, subject: word, format: 'text', text: word }] }
  const saved = { ...message, segmentation_criteria_id: own.segments }
  own.templates = await make(owner, `${list}/templates`, 'template', { name: word, ...saved })
  own.campaigns = await make(owner, `${list}/campaigns`, 'campaign', {
    name: word,
    ...saved,
    dispatch_attributes: { from_email: `${word}@example.com`, begins_at: '2099-01-01T00:00:00Z' },
  })
  own.plans = await make(owner, 'plans', 'plan', {
    method: 'PUT',
    path: `segments/${own.segments}`,
    body: { segment: { name: `${word} again` } },
  })
  // A picture of one pixel.
  const content = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  own.assets = await make(owner, 'assets', 'asset', { filename: word, content })
  own.attachments = await make(owner, `${list}/attachments`, 'attachment', {
    filename: `${word}.gif`,
    content,
  })
  // Their statistics use the id of the campaign.
  own.by_stat = own.campaigns
  own.message_streams = await make(owner, 'message_streams', 'message_stream', {
    name: word,
    from_email: `${word}@example.com`,
  })
  await request('POST', `message_streams/${own.message_streams}/suppressions`, owner, {
    suppression: { email: `${word}@example.com` },
  })
  own.message_templates = await make(owner, 'message_templates', 'message_template', {
    name: word,
    text: word,
  })
  own.messages = await make(owner, 'messages', 'message', {
    to: `${word}@example.com`,
    stream: word,
    subject: word,
    text: word,
    tags: [word],
    send_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  own.webhooks = await make(owner, 'webhooks', 'webhook', {
    name: word,
    url: `https://${word}.example.com/`,
    event_types: ['import_finished'],
  })
  await request('POST', `webhooks/${own.webhooks}/test`, owner)
  own.subscriber_imports = await make(owner, `${list}/subscriber_imports`, 'subscriber_import', {
    begins_at: '2099-01-01T00:00:00Z',
    column_mapping: ['email'],
    file_source: { type: 'json', content: `email\n${word}.imported@example.com` },
  })
  own.uploads = String(
    await insertUpload(api.sql, owner.organizationId, {
      filename: `${word}.csv`,
      size_bytes: 100,
      spool_name: randomBytes(16).toString('hex'),
      data_directory: null,
      api_key_id: owner.apiKeyId,
      user_id: null,
    }),
  )
  own.subscriber_exports = await make(owner, `${list}/subscriber_exports`, 'subscriber_export', {
    begins_at: '2099-01-01T00:00:00Z',
  })
  own.subscriber_bulk_changes = await make(
    owner,
    `${list}/subscriber_bulk_changes`,
    'subscriber_bulk_change',
    { selection: { all: true, q: word }, action: 'set_status', status: 'deactivated' },
  )
  return own
}

/** All rows of an organization as text, table by table. */
export async function rowsOf(sql: Sql, organizationId: number): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' order by 1`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await sql<{ row: string }[]>`
      select t::text as row from ${sql(name)} t where organization_id = ${organizationId} order by 1`
    rows[name] = found.map(({ row }) => row)
  }
  const [own] = await sql<
    { row: string }[]
  >`select t::text as row from organizations t where id = ${organizationId}`
  return { ...rows, organizations: [own?.row ?? ''] }
}
