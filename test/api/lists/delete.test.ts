import { describe, expect, test } from 'vitest'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { anActor, anApi, type Api } from '../../harness/core/api.ts'
import { anImport, aSubscriber } from '../../harness/records/lists.ts'
import { aField, aList, anAutoresponder } from '../../harness/core/records.ts'
import { purgeDeletedLists } from '../../../src/store/lists/rows.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'

const aServer = () => anApi(mailingListRoutes, customFieldRoutes)

async function askFor(api: Api, id: number, as = api.a): Promise<string> {
  const path = `mailing_lists/${id}/delete_confirmation_code`
  const { body } = await api.call<{ delete_confirmation_code: string }>('GET', path, undefined, as)
  return body.data.delete_confirmation_code
}

const confirm = (api: Api, id: number, code: string) =>
  api.call('DELETE', `mailing_lists/${id}/confirmed/${code}`)

describe('deleting a list', () => {
  test('takes two steps; the list no longer exists afterwards', async () => {
    const api = await aServer()
    const id = await aList(api.sql, api.a.organizationId)
    const { body } = await api.call<Record<string, string>>(
      'GET',
      `mailing_lists/${id}/delete_confirmation_code`,
    )
    const code = body.data['delete_confirmation_code'] ?? ''
    expect(code).toMatch(/^[0-9a-f]{40}:\d{10}$/)
    const expiresAtMs = Number(code.split(':')[1]) * 1000
    expect(Date.parse(body.data['delete_confirmation_expires_at'] ?? '')).toBe(expiresAtMs)
    const [clock] = await api.sql<{ seconds: number }[]>`
      select abs(extract(epoch from expires_at - now()) - 120)::float8 as seconds from delete_confirmation_codes`
    expect(clock?.seconds).toBeLessThan(10)

    expect(await confirm(api, id, encodeURIComponent(code))).toEqual({
      status: 200,
      body: { success: true, data: null, error_code: null, error_message: null },
    })
    for (const [method, path] of [
      ['GET', `mailing_lists/${id}`],
      ['PUT', `mailing_lists/${id}`],
      ['GET', `mailing_lists/${id}/custom_fields`],
      ['GET', `mailing_lists/${id}/delete_confirmation_code`],
      ['DELETE', `mailing_lists/${id}/confirmed/${code}`],
    ] as const) {
      expect((await api.call(method, path)).body).toMatchObject({ error_message: 'mailing list not found' })
    }
    expect((await api.call('GET', 'mailing_lists')).body).toMatchObject({ data: [], num_records: 0 })
  })

  test('is rejected without the right code, and changes nothing', async () => {
    const api = await aServer()
    const id = await aList(api.sql, api.a.organizationId)
    const otherKey = await anActor(api.sql, api.secrets, api.a.organizationId)
    const refused = async (code: string) => {
      expect(await confirm(api, id, code)).toMatchObject({
        status: 422,
        body: {
          error_code: 'validation_failed',
          error_message: 'delete_confirmation_code is wrong or has expired',
        },
      })
    }
    await refused('wrong')
    await refused(`${'0'.repeat(40)}:9999999999`)
    await refused(await askFor(api, id, otherKey))
    await refused(await askFor(api, await aList(api.sql, api.a.organizationId)))
    const voided = await askFor(api, id)
    const code = await askFor(api, id)
    await refused(voided)
    await refused(`${code.slice(0, 41)}9999999999`)
    await api.sql`update delete_confirmation_codes set expires_at = now()`
    await refused(code)
    expect((await api.call('GET', `mailing_lists/${id}`)).status).toBe(200)
  })

  test('is still possible after a wrong code', async () => {
    const api = await aServer()
    const id = await aList(api.sql, api.a.organizationId)
    const code = await askFor(api, id)
    await confirm(api, id, 'wrong')
    expect((await confirm(api, id, code)).status).toBe(200)
  })

  test('stores the code only as a hash', async () => {
    const api = await aServer()
    const code = await askFor(api, await aList(api.sql, api.a.organizationId))
    const rows = await api.sql<{ dump: string }[]>`
      select c::text as dump from delete_confirmation_codes c`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.dump).not.toContain(code.slice(0, 40))
    expect(rows[0]?.dump).not.toContain(Buffer.from(code.slice(0, 40)).toString('hex'))
  })

  test('happens once, however many calls confirm it at the same time, and is recorded', async () => {
    const api = await aServer()
    const id = await aList(api.sql, api.a.organizationId)
    const code = await askFor(api, id)
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(api, id, code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const events = await api.sql`select kind, api_key_id, subject_type, subject_id from audit_events`
    expect([...events]).toEqual([
      {
        kind: 'mailing_list.deleted',
        api_key_id: api.a.apiKeyId,
        subject_type: 'MailingList',
        subject_id: id,
      },
    ])
  })

  test('cancels only its unfinished imports, paused ones too', async () => {
    const api = await aServer()
    const organizationId = api.a.organizationId
    const id = await aList(api.sql, organizationId)
    const running = await anImport(api.sql, organizationId, id, { leased_until: '2100-01-01', worker: 'w' })
    const paused = await anImport(api.sql, organizationId, id, { state: 'paused', paused_from: 'splitting' })
    const failed = await anImport(api.sql, organizationId, id, { state: 'failed', finished_at: '2020-01-01' })
    const elsewhere = await anImport(api.sql, organizationId, await aList(api.sql, organizationId))
    await confirm(api, id, await askFor(api, id))
    const rows = await api.sql`
      select id, state, finished_at > '2021-01-01' as ended, leased_until, epoch from import_jobs order by id`
    expect([...rows]).toEqual([
      { id: running, state: 'cancelled', ended: true, leased_until: null, epoch: 1 },
      { id: paused, state: 'cancelled', ended: true, leased_until: null, epoch: 1 },
      { id: failed, state: 'failed', ended: false, leased_until: null, epoch: 0 },
      { id: elsewhere, state: 'scheduled', ended: null, leased_until: null, epoch: 0 },
    ])
  })

  test('deletes its fields too: they are not found, and their names are free', async () => {
    const api = await aServer()
    const id = await aList(api.sql, api.a.organizationId)
    const field = await aField(api.sql, api.a.organizationId, id, { name: 'Town' })
    await confirm(api, id, await askFor(api, id))
    expect((await api.call('GET', `custom_fields/${field}`)).body.error_message).toBe(
      'custom field not found',
    )
    expect((await api.call('POST', 'custom_fields', { name: 'Town', field_type: 'text' })).status).toBe(200)
  })
})

test('the subscribers of deleted lists are removed batch by batch, those of other lists are kept', async () => {
  const api = await aServer()
  const organizationId = api.a.organizationId
  const ids = [await aList(api.sql, organizationId), await aList(api.sql, organizationId)]
  const [gone = 0, kept = 0] = ids
  const empty = (await api.call<MailingList>('POST', 'mailing_lists', { name: 'Empty' })).body.data.id
  for (const listId of ids) {
    const autoresponderId = await anAutoresponder(api.sql, organizationId, listId)
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      const subscriberId = await aSubscriber(api.sql, organizationId, listId, `${key}@example.com`)
      await api.sql`
        insert into autoresponder_reactions
          (organization_id, autoresponder_id, mailing_list_id, subscriber_id, due_at)
        values (${organizationId}, ${autoresponderId}, ${listId}, ${subscriberId}, now())`
    }
    await api.sql`
      insert into subscriber_counts (organization_id, mailing_list_id, active) values (${organizationId}, ${listId}, 5)`
  }
  expect(await purgeDeletedLists(api.sql, 2)).toBe(0)
  for (const id of [empty, gone]) await confirm(api, id, await askFor(api, id))

  const removed = []
  do removed.push(await purgeDeletedLists(api.sql, 2))
  while (removed.at(-1) !== 0)
  expect(removed).toEqual([2, 2, 1, 0])
  const rows = await api.sql`
    select id, purged_at is not null as purged,
      (select count(*) from subscribers s where s.organization_id = ${organizationId} and s.mailing_list_id = l.id) as subscribers,
      (select count(*) from autoresponder_reactions r where r.organization_id = ${organizationId} and r.mailing_list_id = l.id) as reactions,
      (select count(*) from subscriber_counts c where c.organization_id = ${organizationId} and c.mailing_list_id = l.id) as counts
    from mailing_lists l where organization_id = ${organizationId} order by id`
  expect([...rows]).toEqual([
    { id: gone, purged: true, subscribers: 0, reactions: 0, counts: 0 },
    { id: kept, purged: false, subscribers: 5, reactions: 5, counts: 1 },
    { id: empty, purged: true, subscribers: 0, reactions: 0, counts: 0 },
  ])
})
