import { expect, test } from 'vitest'
import { anAutoresponderList } from '../../harness/records/autoresponders.ts'
import { anAutoresponder } from '../../harness/core/records.ts'

async function aStart() {
  const started = await anAutoresponderList()
  const { api, sql, organizationId, listId, path } = started
  const id = await anAutoresponder(sql, organizationId, listId)
  const other = await anAutoresponder(sql, organizationId, listId, { name: 'Other' })
  const slice = (day: string, counts: object, autoresponder = id) => sql`
    insert into stat_slices ${sql({ organization_id: organizationId, autoresponder_id: autoresponder, day, ...counts })}`
  const read = async (query: string) => (await api.call('GET', `${path}/${id}/statistics${query}`)).body
  return { ...started, id, other, slice, read }
}

test('adds up the days of the range, without those of other autoresponders', async () => {
  const { sql, other, slice, read } = await aStart()
  await slice('2026-01-31', {
    sent_text: 10,
    opens_unique: 5,
    bounces_unique: 1,
    bounces_unique_by_code: sql.json({ '5.1.1': 1 }),
  })
  await slice('2026-02-01', {
    sent_html: 20,
    bounces_unique: 3,
    bounces_unique_by_code: sql.json({ '5.1.1': 2, '4.2.2': 1 }),
  })
  await slice('2026-02-02', { sent_multipart: 40 })
  await slice('2026-02-01', { sent_html: 1000 }, other)
  const all = (await read('')).data
  expect(all).toMatchObject({
    sent_text: 10,
    sent_html: 20,
    sent_multipart: 40,
    messages_sent: 70,
    bounced: 4,
    accepted: 66,
    bounces_unique_by_code: { '5.1.1': 3, '4.2.2': 1 },
  })
  expect((await read('?start_date=20260131&end_date=20260201')).data).toMatchObject({
    messages_sent: 30,
    open_rate: 5 / 26,
  })
  expect((await read('?start_date=20260202')).data).toMatchObject({
    messages_sent: 40,
    bounces_unique_by_code: {},
  })
  expect((await read('?end_date=20260131')).data).toMatchObject({ messages_sent: 10 })
  expect((await read('?start_date=20270101')).data).toMatchObject({ messages_sent: 0, open_rate: 0 })
})

test.each([
  'start_date=2026-01-01',
  'start_date=20260230',
  'end_date=tomorrow',
  'start_date=20260102&end_date=20260101',
])('rejects %s', async (query) => {
  const { read } = await aStart()
  expect(await read(`?${query}`)).toMatchObject({ error_code: 'invalid_request' })
})
