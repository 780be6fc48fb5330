import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { alwaysApproved, approvalKinds, perhapsApproved } from '../../../src/contract/plans/rules.ts'
import { callTitles } from '../../../src/contract/plans/titles.ts'
import { propertyRuns } from '../../harness/fuzz/runs.ts'
import { aSession, type SessionActor } from '../../harness/records/sessions.ts'
import { aWholeApi, furnish } from '../../harness/records/tenants.ts'

type Called<Data> = { status: number; body: { data: Data; error_message: string | null } }
type Plan = { id: number; state: string; needs: string[]; subject: string; problem: string }
type As = Pick<SessionActor, 'headers'>
type Kind = (typeof approvalKinds)[number]

/** Calls of each kind, and what changes between the decision and the call. */
const calls: { kind: Kind; method: string; path: string; body: object; spoil: string }[] = [
  {
    kind: 'campaign',
    method: 'PUT',
    path: 'campaigns/DRAFT',
    body: { campaign: { dispatch_attributes: { begins_at: 'now' } } },
    spoil: `update campaign_contents set text = 'Else.' where campaign_id = DRAFT`,
  },
  {
    kind: 'autoresponder',
    method: 'PUT',
    path: 'mailing_lists/LIST/autoresponders/AUTORESPONDER',
    body: { autoresponder: { paused: false } },
    spoil: `update autoresponders set content_text = 'Else.' where id = AUTORESPONDER`,
  },
  {
    kind: 'import',
    method: 'POST',
    path: 'subscriber_imports/DRYRUN/import',
    body: { subscriber_import: { begins_at: 'now' } },
    spoil: `update subscriber_imports set added = 0, skipped_active = 1 where id = DRYRUN`,
  },
  {
    kind: 'export',
    method: 'POST',
    path: 'mailing_lists/LIST/subscriber_exports',
    body: { subscriber_export: { begins_at: 'now' } },
    spoil: `update subscriber_counts set active = active + 1 where mailing_list_id = LIST`,
  },
  {
    kind: 'bulk_change',
    method: 'POST',
    path: 'mailing_lists/LIST/subscriber_bulk_changes',
    body: {
      subscriber_bulk_change: { selection: { all: true }, action: 'set_status', status: 'deactivated' },
    },
    spoil: `update subscriber_counts set active = active + 1 where mailing_list_id = LIST`,
  },
  {
    kind: 'erasure',
    method: 'POST',
    path: 'subscribers/erase',
    body: { email: 'a@example.com', despite_unfinished_imports: true },
    spoil: `
      insert into subscribers (organization_id, mailing_list_id, key) values (ORGANIZATION, SECOND, 'a@example.com');
      insert into subscriber_counts (organization_id, mailing_list_id, active) values (ORGANIZATION, SECOND, 1)`,
  },
  {
    kind: 'api_key',
    method: 'PUT',
    path: 'api_keys/KEY',
    body: { api_key: { name: 'Wide', permissions: null } },
    spoil: `update api_keys set permissions = '{}' where id = KEY`,
  },
  {
    kind: 'rights',
    method: 'PUT',
    path: 'users/USER',
    body: { user: { role: 'organization_admin' } },
    spoil: `update users set full_name = 'Somebody else' where id = USER`,
  },
  {
    kind: 'rights',
    method: 'PUT',
    path: 'roles/ROLE',
    body: { role: { permissions: { campaign: ['read', 'send'] } } },
    spoil: `update user_roles set permissions = '{}' where id = ROLE`,
  },
  {
    kind: 'rights',
    method: 'PUT',
    path: 'log_in_providers/PROVIDER',
    body: { log_in_provider: { name: 'Wide' } },
    spoil: `update log_in_providers set creates_users = false where id = PROVIDER`,
  },
  {
    kind: 'webhook',
    method: 'PUT',
    path: 'webhooks/WEBHOOK',
    body: { webhook: { url: 'https://elsewhere.example.com/' } },
    spoil: `update webhooks set name = 'Else' where id = WEBHOOK`,
  },
  {
    kind: 'suppression',
    method: 'PUT',
    path: 'suppression_lists/SUPPRESSION',
    body: { suppression_list: { suppression_scope: 'segment' } },
    spoil: `update suppression_lists set name = 'Else' where id = SUPPRESSION`,
  },
  {
    kind: 'rights',
    method: 'PUT',
    path: 'approval_rules',
    body: { approval_rules: [] },
    spoil: `update approval_rules set above = 7 where kind = 'export'`,
  },
]

/** Without what only says that something was used. */
const watched = `
  api_keys approval_rules autoresponders campaigns campaign_contents jobs log_in_providers mailing_lists subscriber_bulk_changes
  subscriber_exports subscriber_imports subscribers suppression_lists user_roles users webhooks`
  .trim()
  .split(/\s+/)

/** An organization with a rule for every kind, two administrators, and a key that the author has made before. */
async function aWatchedOrganization(
  before: (url: string) => Promise<string> = (url) => Promise.resolve(url),
) {
  const api = await aWholeApi('both', before)
  const { sql, a } = api
  const own = await furnish(api, a, 'a')
  const admin = () => aSession(api, a.organizationId, { role: 'organization_admin' })
  const [author, other] = [await admin(), await admin()]
  const call = async <Data>(method: string, path: string, as: As, body?: unknown): Promise<Called<Data>> => {
    const { status, text } = await api.send({
      method,
      url: `/ga/api/v2/${path}`,
      headers: as.headers,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return { status, body: JSON.parse(text) }
  }
  const made = await call<{ id: number; api_key: string }>('POST', 'api_keys', author, {
    api_key: { name: 'Mine' },
  })
  const key: As = { headers: { authorization: `Basic ${made.body.data.api_key}` } }
  const draft = await call<{ id: number }>(
    'POST',
    `mailing_lists/${own['mailing_lists']}/campaigns`,
    author,
    {
      campaign: {
        name: 'May news',
        segmentation_criteria_ad_hoc: [],
        contents: [{ subject: 'May', format: 'text', text: 'Good day.' }],
        dispatch_attributes: { from_email: 'a@a.sender.example.com' },
      },
    },
  )
  expect(draft.body.error_message).toBeNull()
  const file = { type: 'json', content: 'email\nnew@example.com' }
  const anImport = { begins_at: '2099-01-01T00:00:00Z', column_mapping: ['email'], file_source: file }
  const dryRun = await call<{ id: number }>(
    'POST',
    `mailing_lists/${own['mailing_lists']}/subscriber_imports`,
    author,
    { subscriber_import: { ...anImport, dry_run: true } },
  )
  const { id: dryRunId } = dryRun.body.data
  // As its worker leaves it.
  for (const state of ['downloading', 'splitting', 'importing', 'finished']) {
    await sql`
      update jobs set state = ${state}, finished_at = ${state === 'finished' ? sql`now()` : sql`null`},
        total = 1, progress = 1
      where kind = 'SubscriberImport' and id = ${dryRunId}`
  }
  await sql`
    update subscriber_imports set added = 1, spool_name = ${'a'.repeat(32)} where id = ${dryRunId}`
  await sql`update autoresponders set paused = true`
  const [second] = await sql<[{ id: number }]>`
    insert into mailing_lists (organization_id, name) values (${a.organizationId}, 'Second') returning id`
  const rules = approvalKinds.map((kind) => ({ kind, emergency_user_ids: [] as number[] }))
  const set = await call('PUT', 'approval_rules', author, { approval_rules: rules })
  expect(set.body.error_message).toBeNull()
  const ids: Record<string, number | string | undefined> = {
    DRAFT: draft.body.data.id,
    LIST: own['mailing_lists'],
    DRYRUN: dryRunId,
    SECOND: second.id,
    ORGANIZATION: a.organizationId,
    AUTORESPONDER: own['autoresponders'],
    KEY: own['api_keys'],
    USER: own['users'],
    ROLE: own['roles'],
    PROVIDER: own['log_in_providers'],
    WEBHOOK: own['webhooks'],
    SUPPRESSION: own['suppression_lists'],
  }
  const named = (text: string) => text.replaceAll(/\b[A-Z]{3,}\b/g, (name) => String(ids[name] ?? name))
  const snapshot = async () => {
    const tables = watched.map(
      (
        table,
      ) => `select '${table}', coalesce(string_agg((to_jsonb(t) - 'last_used_at' - 'last_used_from' - 'last_used_by'
        - 'last_used_endpoint' - 'last_used_address')::text, ' ' order by t::text), '') from ${table} t`,
    )
    const [row] = await sql.unsafe<[{ of: object }]>(
      `select jsonb_object_agg(name, rows) as of from (${tables.join(' union all ')}) as tables (name, rows)`,
    )
    return row.of
  }
  const ask = async ({ method, path, body }: (typeof calls)[number], as: As = author) => {
    const asked = await call<Plan>('POST', 'plans', as, { plan: { method, path: named(path), body } })
    if (asked.status !== 200) throw new Error(`${method} ${path}: ${asked.body.error_message}`)
    return asked
  }
  const on = (verb: string, id: number, as: As, body: object = {}) =>
    call<Plan>('POST', `plans/${id}/${verb}`, as, body)
  return { api, sql, own, author, other, key, call, named, snapshot, ask, on }
}

test(
  'whatever needs an approval: by its author alone, with a key of theirs too, in any order, nothing happens',
  { timeout: 600_000 },
  async () => {
    const { sql, author, key, call, named, snapshot, ask, on } = await aWatchedOrganization()
    const plans: number[] = []
    const last = () => plans.at(-1) ?? 0
    type Verb = (one: (typeof calls)[number], as: As) => Promise<unknown>
    const verbs: Record<string, Verb> = {
      call: ({ method, path, body }, as) => call(method, named(path), as, body),
      'call with a key': ({ method, path, body }, as) =>
        call(method, named(path), { headers: { ...as.headers, 'idempotency-key': 'once' } }, body),
      plan: async (one, as) => {
        const { status, body } = await ask(one, as)
        expect([one.path, status, body.data?.needs]).toEqual([one.path, 200, [one.kind]])
        plans.push(body.data.id)
      },
      approve: (_, as) => on('approve', last(), as),
      refuse: (_, as) => on('refuse', last(), as, { reason: 'No.' }),
      apply: (_, as) => on('apply', last(), as),
      emergency: (_, as) => on('apply', last(), as, { emergency_reason: 'Now.' }),
    }
    const before = await snapshot()
    const step = fc.tuple(fc.constantFrom(...calls), fc.constantFrom(...Object.keys(verbs)), fc.boolean())
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (order) => {
        for (const [one, verb, byKey] of order) await verbs[verb]?.(one, byKey ? key : author)
        expect(await snapshot()).toEqual(before)
        expect(await sql`select id from plans where state not in ('planned', 'waiting')`).toHaveLength(0)
      }),
      propertyRuns(200, 20),
    )
    // Each of them at least once.
    for (const one of calls) {
      for (const as of [author, key]) {
        expect((await call(one.method, named(one.path), as, one.body)).status).toBe(409)
        const { id } = (await ask(one, as)).body.data
        expect((await on('approve', id, author)).status).toBe(403)
        expect((await on('approve', id, key)).status).toBe(403)
        expect((await on('apply', id, as)).status).toBe(409)
        expect((await on('apply', id, as, { emergency_reason: 'Now.' })).status).toBe(403)
      }
    }
    expect(await snapshot()).toEqual(before)
  },
)

/** Later connections to the database count nothing. */
async function withoutCounts(url: string): Promise<string> {
  const sql = connect(url, { max: 1, applicationName: 'test' })
  await sql.unsafe(`alter database "${new URL(url).pathname.slice(1)}" set track_counts = off`)
  await sql.end()
  return url
}

test.each([
  ['', undefined],
  [' where the database counts no rows, as on a cluster,', withoutCounts],
])(
  'an approval of each kind%s is void once anything has changed that it saw, and nothing happens',
  async (_, before) => {
    const { sql, author, other, named, snapshot, ask, on } = await aWatchedOrganization(before)
    for (const one of calls) {
      const { id } = (await ask(one)).body.data
      expect((await on('approve', id, other)).body.error_message).toBeNull()
      await sql.unsafe(named(one.spoil))
      const unspoilt = await snapshot()
      const { status, body } = await on('apply', id, author)
      expect([one.path, status, body.error_message]).toEqual([
        one.path,
        409,
        expect.stringContaining('since then has changed'),
      ])
      expect(await snapshot()).toEqual(unspoilt)
    }
  },
)

test('who has the right does each kind in an emergency: recorded, and announced with its reason', async () => {
  const { sql, author, other, named, call, ask, on } = await aWatchedOrganization()
  await sql`update approval_rules set emergency_user_ids = ${sql.json([author.userId])}`
  const [decider] = await sql<[{ email: string }]>`select email from users where id = ${other.userId}`
  for (const one of calls.filter(({ path }) => path !== 'approval_rules')) {
    await sql`delete from system_mails`
    const { id } = (await ask(one)).body.data
    expect((await on('apply', id, other, { emergency_reason: 'A recall.' })).status).toBe(403)
    const done = await on('apply', id, author, { emergency_reason: 'A recall.' })
    expect([one.path, done.body.error_message]).toEqual([one.path, null])
    const [event] =
      await sql`select kind, user_id from audit_events where subject_type = 'Plan' order by id desc limit 1`
    expect(event).toEqual({ kind: 'plan.applied_in_emergency', user_id: author.userId })
    const mails = await sql<{ to_email: string; text: string }[]>`
      select to_email, text from system_mails where subject like 'Done in an emergency%'`
    expect(mails.map(({ to_email: to }) => to)).toContain(decider.email)
    expect(mails[0]?.text).toContain('Reason: A recall.')
    expect(await call('GET', named(one.path), author).then(({ status }) => status)).not.toBe(500)
  }
})

test('whoever decides reads what it is about in words, exactly what would be done, and no secret', async () => {
  const { sql, author, other, key, call, ask, on } = await aWatchedOrganization()
  const names = [...Object.keys(alwaysApproved), ...perhapsApproved]
  expect(names.filter((name) => !Object.hasOwn(callTitles, name))).toEqual([])
  for (const one of calls) {
    await sql`delete from system_mails`
    const { id } = (await ask(one, key)).body.data
    const [mail] = await sql<{ subject: string; text: string }[]>`
      select subject, text from system_mails where subject like '%asks for your approval%'`
    // Neither paths nor names of calls and fields.
    expect(mail?.subject).toMatch(/^Mine asks for your approval: [A-Z][a-z ]+/)
    expect(mail?.text.replace(/http\S+/, '')).not.toMatch(/[a-z]_[a-z]|[a-z][A-Z]|PUT|POST/)
    expect((await call<{ may_decide: boolean }>('GET', `plans/${id}`, author)).body.data.may_decide).toBe(
      false,
    )
    expect((await call<{ may_decide: boolean }>('GET', `plans/${id}`, other)).body.data.may_decide).toBe(true)
  }
  const provider = {
    name: 'Login',
    issuer: 'https://login.example.com',
    client_id: 'quiver',
    client_secret: 'the secret of the client',
    email_domains: [],
  }
  const asked = await call<Plan & { request: object[] }>('POST', 'plans', author, {
    plan: {
      method: 'POST',
      path: 'log_in_providers',
      body: { log_in_provider: provider },
      note: 'For Monday.',
    },
  })
  expect(asked.body.data).toMatchObject({ subject: 'Login', note: 'For Monday.' })
  expect(asked.body.data.request).toEqual([
    { field: 'name', value: 'Login' },
    { field: 'issuer', value: 'https://login.example.com' },
    { field: 'client_id', value: 'quiver' },
    { field: 'client_secret', value: '(not shown)' },
    { field: 'email_domains', value: '' },
  ])
  await on('refuse', asked.body.data.id, other, { reason: 'No.' })
  const ended = await call<{ request: object[] }>('GET', `plans/${asked.body.data.id}`, other)
  expect(ended.body.data.request).toEqual([])
})

test('a list is deleted after the decision, for which the confirmation of two minutes is kept', async () => {
  const { sql, author, other, call, on } = await aWatchedOrganization()
  const [second] = await sql<[{ id: number }]>`
    with second as (select organization_id, id from mailing_lists where name = 'Second')
    insert into subscribers (organization_id, mailing_list_id, key) select organization_id, id, 'one@example.com' from second
    returning mailing_list_id as id`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active)
    select organization_id, id, 1 from mailing_lists where id = ${second.id}`
  const list = `mailing_lists/${second.id}`
  type Code = { delete_confirmation_code: string }
  const code = (await call<Code>('GET', `${list}/delete_confirmation_code`, author)).body.data
    .delete_confirmation_code
  const path = `${list}/confirmed/${code}`
  expect((await call('DELETE', path, author)).status).toBe(409)
  const asked = await call<Plan>('POST', 'plans', author, { plan: { method: 'DELETE', path } })
  expect(asked.body.data).toMatchObject({ needs: ['bulk_change'], state: 'waiting' })
  const [kept] =
    await sql`select expires_at > now() + interval '6 days' as is_kept from delete_confirmation_codes`
  expect(kept).toEqual({ is_kept: true })
  await on('approve', asked.body.data.id, other)
  expect((await on('apply', asked.body.data.id, author)).body.error_message).toBeNull()
})

test('a rule for one kind leaves the others alone: an import that nobody has counted, too', async () => {
  const { sql, own, author, call } = await aWatchedOrganization()
  await sql`delete from approval_rules where kind <> 'campaign'`
  const path = `mailing_lists/${own['mailing_lists']}/subscriber_imports`
  const file = { type: 'json', content: 'email\nnew@example.com' }
  const body = { subscriber_import: { begins_at: 'now', column_mapping: ['email'], file_source: file } }
  expect((await call('POST', path, author, body)).body.error_message).toBeNull()
  await sql`update approval_rules set kind = 'import', above = 1000`
  expect((await call('POST', path, author, body)).status).toBe(409)
  const planned = await call('POST', 'plans', author, { plan: { method: 'POST', path, body } })
  expect(planned.body.error_message).toContain('planned by a dry run')
})
