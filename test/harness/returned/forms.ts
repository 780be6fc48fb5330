import { onTestFinished } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { webFormRoutes } from '../../../src/http/lists/forms/routes.ts'
import { createSubmissionPace } from '../../../src/http/public/forms/pace.ts'
import { publicRoutes } from '../../../src/http/public/routes.ts'
import { erasureRoutes } from '../../../src/http/subscribers/erasure.ts'
import { sendingRuleRoutes } from '../../../src/http/resources/special-sending-rules.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { signUpMailLoop } from '../../../src/sending/system/sign-ups.ts'
import type { CampaignEnvironment } from '../../../src/sending/environment.ts'
import { signUps } from '../../../src/upkeep/sign-ups.ts'
import { aList } from '../core/records.ts'
import { aSubscriberApi } from '../records/subscribers.ts'
import { upkeepEnvironment } from '../records/upkeep.ts'
import { readSunk, startSmtpSink, type SinkOptions } from '../smtp/sink.ts'
import { sendingEnvironment } from '../sending/sender.ts'
import { setEarlier } from '../postgres/earlier.ts'

export const baseUrl = 'https://quiver.example.com'

export type WebForm = {
  id: number
  url: string
  embed_html: string
  consent_version: number
  figures: { submitted: number; confirmed: number; pending: number }
}

const timesOfSignUps = [
  'given_at',
  'expires_at',
  'mailed_at',
  'reminder_at',
  'told_at',
  'mail_due_at',
  'leased_until',
]

type Given = {
  list?: object
  form?: object
  sink?: SinkOptions
  /** Submissions of one client in a minute. */
  perMinute?: number
}

/** A list with a form, the public pages, a mail server, and a sender that works when it is told to. */
export async function aFormWorld({ list = {}, form = {}, sink: options = {}, perMinute = 0 }: Given = {}) {
  const api = await aSubscriberApi(
    (route) => webFormRoutes(route, { baseUrl }),
    (route, secrets) => erasureRoutes(route, secrets),
    segmentRoutes,
    sendingRuleRoutes,
  )
  const { sql } = api
  const { organizationId } = api.a
  const database = connect(api.url, { max: 6, applicationName: 'test public', role: applicationRole })
  onTestFinished(() => database.end())
  const clock = { ms: Date.parse('2026-05-01T10:00:00Z') }
  publicRoutes(api.app, {
    database,
    secrets: api.secrets,
    baseUrl,
    submissionPace: createSubmissionPace(perMinute, () => 0),
    now: () => clock.ms,
  })
  const listId = await aList(sql, organizationId, {
    name: 'News & <more>',
    d_from_email: 'news@example.com',
    d_from_name: 'The News',
    ...list,
  })
  const made = await api.call<WebForm>('POST', `mailing_lists/${listId}/web_forms`, { name: 'Door', ...form })
  if (!made.body.success) throw new Error(made.body.error_message ?? 'refused')
  const { id: formId, url } = made.body.data
  const sink = await startSmtpSink(options)
  onTestFinished(() => sink.stop())
  const env = sendingEnvironment(api, { smtpUrl: sink.url, timeouts: { socket: 2_000 } })
  onTestFinished(() => env.end())
  const path = new URL(url).pathname
  const visit = (
    method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS',
    at: string,
    more: { payload?: string; headers?: Record<string, string>; remoteAddress?: string } = {},
  ) => api.app.inject({ method, url: at, headers: { 'user-agent': 'test' }, ...more })
  const ticketOf = (body: string) => /name="ticket" value="([^"]+)"/.exec(body)?.[1] ?? ''
  /** The page is opened, and after a while sent. */
  const submit = async (
    entries: Record<string, string | string[]>,
    { language = 'en', seconds = 5, remoteAddress = '192.0.2.7', at = path } = {},
  ) => {
    const headers = { 'accept-language': language }
    const page = await visit('GET', at, { headers })
    clock.ms += seconds * 1000
    const values = Object.entries({ ticket: ticketOf(page.body), ...entries })
    const body = new URLSearchParams(
      values.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    )
    return visit('POST', at, { payload: body.toString(), headers, remoteAddress })
  }
  return {
    api,
    sql,
    database,
    organizationId,
    listId,
    formId,
    path,
    url,
    sink,
    env,
    clock,
    visit,
    ticketOf,
    submit,
    work: (changes: Partial<CampaignEnvironment> = {}) => sendAll({ ...env, ...changes }),
    upkeep: () => signUps.run(upkeepEnvironment(database), new AbortController().signal),
    /** Also what the sign-ups wait for. */
    daysPass: (days: number) => setEarlier(sql, { table: 'sign_ups', times: timesOfSignUps }, `${days} days`),
    /** Of the mails since the last call, in any order. */
    mails: () => Promise.all(sink.messages.splice(0).map((message) => readSunk(message))),
    form: async () => {
      const { body } = await api.call<WebForm>('GET', `web_forms/${formId}`)
      return body.data
    },
    change: (changes: object) => api.call<WebForm>('PUT', `web_forms/${formId}`, changes),
    people: async () =>
      [
        ...(await sql`
          select key, status, confirmed, custom_fields, subscribe_ip, confirm_time is not null as has_confirmed
          from subscribers order by key`),
      ].map((row) => ({ ...row })),
    proofs: async () =>
      [
        ...(await sql`
          select c.email, t.text, c.consent_version as version, c.given_ip, c.confirmed_ip,
            c.confirmed_at >= c.given_at as is_later, c.subscriber_id
          from consents c join consent_texts t on t.organization_id = c.organization_id
            and t.web_form_id = c.web_form_id and t.version = c.consent_version order by c.id`),
      ].map((row) => ({ ...row })),
  }
}

export type FormWorld = Awaited<ReturnType<typeof aFormWorld>>

/** The path of the link in a mail of a form, or of a change of an address. */
export function linkIn({ text }: { text?: string | undefined }): string {
  return /https?:\/\/[^/\s]+(\/(?:s|p\/change)\/\S+)/.exec(text ?? '')?.[1] ?? ''
}

/** Until no mail is due. */
export async function sendAll(env: CampaignEnvironment): Promise<void> {
  const loop = signUpMailLoop(env)
  const { signal } = new AbortController()
  for (;;) {
    const piece = await loop.take()
    if (piece === null) return
    await loop.run(piece, signal)
  }
}
