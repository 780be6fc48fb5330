import { request } from 'node:http'
import { expect, test } from 'vitest'
import { aList } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'
import { until } from '../../harness/core/until.ts'
import { active, aSegmentList } from '../../harness/records/segments.ts'
import { countWaiting } from '../../harness/postgres/waiting.ts'

const inTwo = (id: number) => ({
  type: 'any',
  clauses: [{ type: 'in_mailing_list', operator: 'is_in', mailing_list: { id } }],
})

test('a preview counts what the saved segment would select, with a sample and a sentence', async () => {
  const { call, sql, organizationId, listId, path, create } = await aSegmentList()
  const two = await aList(sql, organizationId, { name: 'Two' })
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, status)
    select ${organizationId}, list, n || '@example.com', case when n % 3 = 0 then 'bounced' else 'active' end
    from generate_series(1, 60) n, unnest(array[${listId}, ${two}]::integer[]) list where list = ${listId} or n > 20`
  const clauses = [active, inTwo(two)]
  const { body } = await call<{ count: number; sample: { id: number }[]; explanation: string }>(
    'POST',
    `${path}/preview`,
    { segment: { clauses } },
  )
  const { id } = (await create(clauses)).body.data
  const saved = await call<{ id: number }[]>('GET', `mailing_lists/${listId}/subscribers?segment_id=${id}`)
  expect(body.data.count).toBe(saved.body.num_records)
  expect(body.data.count).toBe(26)
  expect(body.data.sample).toEqual(saved.body.data.slice(0, 20))
  expect(body.data.explanation).toBe('People who are active, and are on “Two”.')
  const nobody = await call<{ count: number }>('POST', `${path}/preview`, {
    segment: { clauses: [{ type: 'subscriber_status', operator: 'is', value: 'scomp' }] },
  })
  expect(nobody.body.data).toMatchObject({ count: 0, sample: [] })
  const uses = await call('GET', `segments/${id}/uses`)
  expect(uses.body.data).toEqual({
    campaigns: [],
    templates: [],
    autoresponders: [],
    segments: [],
    unfinished_exports: [],
  })
})

test('the database stops counting for a caller who has gone', async () => {
  const { sql, port, a } = await aServer()
  const listId = await aList(sql, a.organizationId)
  const runs = async () => (await countWaiting(sql)) === 1
  await sql.begin(async (holding) => {
    await holding`lock table subscribers in access exclusive mode`
    const headers = { authorization: `Basic ${a.credential}`, 'content-type': 'application/json' }
    const path = `/ga/api/v2/mailing_lists/${listId}/segments/preview`
    const call = request({ port, path, headers, method: 'POST' })
    call.on('error', () => {})
    call.end(JSON.stringify({ segment: { clauses: [] } }))
    await until(runs)
    call.destroy()
    await until(async () => !(await runs()))
  })
})
