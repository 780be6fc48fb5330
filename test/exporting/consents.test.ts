import { expect, test } from 'vitest'
import type { ExportRecord } from '../../src/contract/exports/endpoints.ts'
import { consentColumns } from '../../src/contract/imports/plan.ts'
import { aField } from '../harness/core/records.ts'
import { anExportApi, exporterOf, exportUntilEnded } from '../harness/exporting/stories.ts'
import { aLivingOrganization, signUp } from '../harness/sending/erasure.ts'

type Consent = {
  key: string
  version: number
  given: string
  confirmed: string | null
}

/** Ann agreed twice, Bob once by single opt-in, Cy never. */
async function aProvenList() {
  const api = await anExportApi()
  const { sql, organizationId, listId } = api
  for (const key of ['ann@example.com', 'bob@example.com', 'cy@example.com']) {
    await sql`
      insert into subscribers (organization_id, mailing_list_id, key) values (${organizationId}, ${listId}, ${key})`
  }
  const [form] = await sql<{ id: number }[]>`
    insert into web_forms (organization_id, mailing_list_id, token, name, deleted_at)
    values (${organizationId}, ${listId}, ${'x'.repeat(22)}, ${'Door, "left"'}, now()) returning id`
  for (const version of [1, 2]) {
    await sql`
      insert into consent_texts (organization_id, web_form_id, version, text)
      values (${organizationId}, ${form?.id ?? 0}, ${version}, 'News')`
  }
  const agree = ({ key, version, given, confirmed }: Consent) => sql`
    insert into consents (organization_id, mailing_list_id, subscriber_id, email, email_key, web_form_id,
      consent_version, given_at, given_ip, confirmed_at, confirmed_ip)
    select organization_id, mailing_list_id, id, key, key, ${form?.id ?? 0}, ${version}, ${given}, '192.0.2.7',
      ${confirmed}, ${confirmed === null ? null : '2001:db8::9'}
    from subscribers where key = ${key}`
  await agree({
    key: 'ann@example.com',
    version: 2,
    given: '2026-03-01T10:00:00Z',
    confirmed: '2026-03-02T11:00:00Z',
  })
  await agree({
    key: 'ann@example.com',
    version: 1,
    given: '2025-01-01T10:00:00Z',
    confirmed: '2025-01-02T11:00:00Z',
  })
  await agree({ key: 'bob@example.com', version: 1, given: '2026-01-01T10:00:00Z', confirmed: null })
  return api
}

const columns = ['email', ...consentColumns]

const rows = [
  'ann@example.com,"Door, ""left""",2,2026-03-01T10:00:00+00:00,192.0.2.7,2026-03-02T11:00:00+00:00,2001:db8::9',
  'bob@example.com,"Door, ""left""",1,2026-01-01T10:00:00+00:00,192.0.2.7,,',
  'cy@example.com,,,,,,',
]

test('the latest consent of each person is exported where its columns are named, and only there', async () => {
  const { sql, organizationId, listId, ...api } = await aProvenList()
  const named = ['email', ...consentColumns.map((name) => name.toUpperCase())]
  expect((await api.fileOf({ columns: named })).toString()).toBe([columns.join(','), ...rows, ''].join('\n'))
  const json = (await api.fileOf({ columns, file_format: { type: 'jsonl' } })).toString().split('\n')
  expect(JSON.parse(json[0] ?? '')).toEqual({
    email: 'ann@example.com',
    consent_form: 'Door, "left"',
    consent_version: 2,
    consent_given_at: '2026-03-01T10:00:00+00:00',
    consent_given_ip: '192.0.2.7',
    consent_confirmed_at: '2026-03-02T11:00:00+00:00',
    consent_confirmed_ip: '2001:db8::9',
  })
  expect(JSON.parse(json[2] ?? '')).toEqual(
    Object.fromEntries(columns.map((name) => [name, name === 'email' ? 'cy@example.com' : null])),
  )
  expect((await api.fileOf({ columns: ['consent_version'] })).toString()).toBe('consent_version\n2\n1\n""\n')
  expect((await api.fileOf({})).toString()).not.toContain('consent')
  await aField(sql, organizationId, listId, { name: 'consent_form' })
  expect((await api.fileOf({ columns: ['email', 'consent_form'] })).toString()).not.toContain('Door')
})

test('whoever has confirmed a sign-up is exported with the proof of it', async () => {
  const world = await aLivingOrganization()
  const { call, sql, folder, url } = world
  const { id: listId } = await call('POST', 'mailing_lists', {
    name: 'News',
    d_from_email: 'a@sender.example',
  })
  const { id: formId } = await call('POST', `mailing_lists/${listId}/web_forms`, {
    name: 'Door',
    consent_text: 'News',
  })
  await signUp(world, formId, 'ann@example.com')
  const { id } = await call('POST', `mailing_lists/${listId}/subscriber_exports`, { columns })
  await exportUntilEnded(exporterOf(url, folder), sql)
  const { file } = (await call('GET', `subscriber_exports/${id}`)) as unknown as ExportRecord
  const reply = await world.app.inject({ url: new URL(file?.download_url ?? '').pathname })
  const time = String.raw`20[\d-]+T[\d:.]+\+00:00`
  expect(reply.body.split('\n')[1]).toMatch(
    new RegExp(`^ann@example\\.com,Door,1,${time},192\\.0\\.2\\.7,${time},192\\.0\\.2\\.7$`),
  )
})

test('a file with the columns of consents imports again, and makes no proof', async () => {
  const { sql, listId, ...api } = await aProvenList()
  const proofs = () => sql`select * from consents order by id`
  const before = [...(await proofs())]
  const content = (await api.fileOf({ columns })).toString()
  const source = { type: 'json', content }
  const path = `mailing_lists/${listId}/subscriber_imports`
  const inspected = await api.call<{ columns: { header: string; meaning: string; field: string }[] }>(
    'POST',
    `${path}/inspect`,
    { subscriber_import: { file_source: source } },
  )
  expect(inspected.body.data.columns.map(({ header, meaning }) => [header, meaning])).toEqual([
    ['email', 'subscriber_field'],
    ...consentColumns.map((name) => [name, 'not_imported']),
  ])
  await sql`delete from subscribers where key = 'cy@example.com'`
  const made = await api.call<{ id: number }>('POST', path, {
    subscriber_import: { column_mapping: columns, file_source: source },
  })
  expect(made.body.error_message).toBeNull()
  await api.importAll()
  const [done] = await sql`select added, failed from import_jobs where id = ${made.body.data.id}`
  expect(done).toEqual({ added: 1, failed: 0 })
  expect([...(await proofs())]).toEqual(before)
})
