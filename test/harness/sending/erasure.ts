import { browser } from '../returned/programs.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { subscribe } from '../../../src/actions/lists/forms/subscribe.ts'
import { connect, type Sql } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { registerApi } from '../../../src/http/server/api.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { reactionLoop } from '../../../src/sending/reactions.ts'
import { createSpool } from '../../../src/files/spool.ts'
import { findPublicForm } from '../../../src/store/lists/forms/public.ts'
import { findSignUp, writeSignUps } from '../../../src/store/lists/forms/sign-ups.ts'
import { createSignUpLinks } from '../../../src/links/forms.ts'
import { createTrackingTokens } from '../../../src/links/token.ts'
import { anApi, type Api } from '../core/api.ts'
import { aWorkFolder, settingsOf, workUntilEnded } from '../importing/stories.ts'
import { aSink } from './mailing.ts'
import { startSenders } from './sender.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Data = Record<string, unknown> & { id: number }

/** The whole API, senders and import workers on a database and a directory of their own, with a log that is kept. */
export async function aLivingOrganization() {
  const api = await anApi()
  const folder = await aWorkFolder()
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const app = createServer(log, 'real')
  onTestFinished(() => app.close())
  const database = connect(api.url, { max: 4, applicationName: 'test api', role: applicationRole })
  onTestFinished(() => database.end())
  const spool = createSpool(join(folder, 'spool'))
  await registerApi(app, { database, secrets: api.secrets, spool, jsonBytesMax: 100_000 })
  const ask = async (method: Method, path: string, body?: unknown, as = api.a) => {
    const reply = await app.inject({
      method,
      url: `/ga/api/v2/${path}`,
      headers: { authorization: `Basic ${as.credential}` },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return { status: reply.statusCode, body: reply.json<{ data: Data; error_message: string | null }>() }
  }
  const call = async (method: Method, path: string, body?: unknown): Promise<Data> => {
    const { status, body: answer } = await ask(method, path, body)
    // As the answer asks: on a busy machine more calls wait at once than an organization may have.
    if (status === 429) return call(method, path, body)
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${answer.error_message}`)
    return answer.data
  }
  const sink = await aSink()
  const senders = startSenders(api, { smtpUrl: sink.url, log })
  return {
    ...api,
    organizationId: api.a.organizationId,
    app,
    log: () => lines.join(''),
    ask,
    call,
    sink,
    folder,
    importAll: () => workUntilEnded(settingsOf(api.url, folder), api.sql),
    /** Sends the reactions that are due. */
    react: async () => {
      const loop = reactionLoop(senders.env)
      const { signal } = new AbortController()
      for (let piece = await loop.take(); piece !== null; piece = await loop.take())
        await loop.run(piece, signal)
    },
  }
}

export type LivingOrganization = Awaited<ReturnType<typeof aLivingOrganization>>

/** The reader opens the message of a campaign, and clicks each of its links. */
export async function readMessage(
  { app, sql, secrets, organizationId }: LivingOrganization,
  ref: { listId: number; sourceId: number; subscriberId: number },
): Promise<void> {
  const tokens = createTrackingTokens(secrets)
  const of = { organizationId, source: 'campaign', ...ref } as const
  const headers = { 'user-agent': browser }
  // A click in the first seconds is no person's.
  await sql`update deliveries set sent_at = now() - interval '1 hour' where campaign_id = ${ref.sourceId}`
  await app.inject({ headers, url: `/o/${tokens.write({ kind: 'open', ...of })}` })
  const links = await sql<{ id: number }[]>`select id from tracked_links where campaign_id = ${ref.sourceId}`
  for (const { id } of links) {
    await app.inject({ headers, url: `/c/${tokens.write({ kind: 'click', linkId: id, ...of })}` })
  }
}

/** Somebody submits a web form, and confirms it by the link of the mail. */
export async function signUp(
  { sql, secrets, organizationId }: LivingOrganization,
  formId: number,
  email: string,
): Promise<void> {
  const form = await findPublicForm(sql, organizationId, { id: formId })
  if (form === null) throw new Error('there is no such form')
  const key = email.toLowerCase()
  const ip = '192.0.2.7'
  const link = createSignUpLinks(secrets).make(organizationId)
  await sql.begin(async (sql) => {
    await writeSignUps(sql, organizationId, form, [
      { email, key, ip, customFields: {}, language: 'en', ...link },
    ])
    const given = await findSignUp(sql, organizationId, link.tokenHash)
    if (given === null) throw new Error('no sign-up')
    await subscribe(sql, { form, signUp: given, confirmedIp: ip, requestId: 'test' })
  })
}

/** The reader asks on the page of preferences for messages at another address. */
export async function askForAddress(
  { app, secrets, organizationId }: LivingOrganization,
  ref: { listId: number; sourceId: number; subscriberId: number },
  email: string,
): Promise<void> {
  const token = createTrackingTokens(secrets).write({
    kind: 'preferences',
    organizationId,
    source: 'campaign',
    ...ref,
  })
  await app.inject({
    method: 'POST',
    url: `/p/${token}/address`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ email }).toString(),
  })
}

/**
 * Every row of every table as text, bytes also as the text that they may be.
 * @returns the tables that contain a word, ignoring case.
 */
export async function tablesWith({ sql }: Pick<Api, 'sql'>, word: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`
  const found: string[] = []
  for (const { name } of tables) if (await stands(sql, name, word)) found.push(name)
  return found
}

async function stands(sql: Sql, table: string, word: string): Promise<boolean> {
  const hex = Buffer.from(word.toLowerCase()).toString('hex')
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select 1 from ${sql(table)} t
      where strpos(lower(t::text), ${word.toLowerCase()}) > 0 or strpos(lower(t::text), ${hex}) > 0) as found`
  return row?.found === true
}

/** The files below a directory whose content or name contains a word, ignoring case. */
export async function filesWith(root: string, word: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const text = entry.isFile() ? await readFile(path, 'latin1') : ''
    if (`${path}\n${text}`.toLowerCase().includes(word.toLowerCase())) found.push(path)
  }
  return found
}
