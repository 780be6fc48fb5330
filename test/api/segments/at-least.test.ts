import { expect, test } from 'vitest'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { largeList } from '../../../src/store/segments/counting/second-core.ts'
import { subscriberRoutes } from '../../../src/http/subscribers/routes.ts'
import { anApi, type Answer } from '../../harness/core/api.ts'
import { aList } from '../../harness/core/records.ts'

/** Each call has time for 1,024 ids, whatever the machine does. */
const noTime = { timeMs: 0, atOnceMax: 0, rangeIds: 1_024 }
/** All are active. */
const ids = [1, 2, 3, 1_030, 1_031, 500_000]

/** What is known only by reading the rows. */
const everybody = { type: 'subscriber_email_domain', operator: 'is', value: 'example.com' }

type Estimate = { number: number; from: number; to: number }
type Person = { id: number }
type Page = Answer<Person[]>['body'] & {
  num_records_is_exact?: boolean
  num_records_estimate?: Estimate | null
}

async function aLargeList({ bound = noTime, active: size = ids.length } = {}) {
  const { call, sql, a } = await anApi(
    (route, secrets) => subscriberRoutes(route, createPageTokens(secrets), bound),
    segmentRoutes,
  )
  const listId = await aList(sql, a.organizationId)
  const rows = ids.map((id) => ({
    organization_id: a.organizationId,
    mailing_list_id: listId,
    id,
    key: `${id}@example.com`,
  }))
  await sql`insert into subscribers ${sql(rows)}`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active)
    values (${a.organizationId}, ${listId}, ${size})`
  const path = `mailing_lists/${listId}`
  const segment = { name: 'All', clauses: [everybody] }
  const { id } = (await call<Person>('POST', `${path}/segments`, { segment })).body.data
  const ask = (query: string) =>
    call<Person[]>('GET', `${path}/subscribers?segment_id=${id}&${query}`) as Promise<{ body: Page }>
  return { ask, sql }
}

test('a segment that cannot be counted in time says about how many there are, and its pages have everybody', async () => {
  const { ask } = await aLargeList()
  const first = (await ask('per_page=2')).body
  expect(first).toMatchObject({ num_records_is_exact: false, page: 0 })
  // All of the few blocks can be in the sample.
  expect(first.num_records).toBeLessThanOrEqual(6)
  expect(first.num_records_estimate?.number).toBe(6)
  const found = first.data.map(({ id }) => id)
  expect(found).toEqual([1, 2])
  let token = first.next_page_token
  let calls = 0
  while (token !== null && calls < 20) {
    const page = (await ask(`per_page=2&page_token=${token}`)).body
    expect(page).toMatchObject({
      num_records_is_exact: false,
      num_records_estimate: first.num_records_estimate,
      page: null,
      page_token: token,
    })
    expect(page.num_records).toBeGreaterThanOrEqual(page.data.length)
    found.push(...page.data.map(({ id }) => id))
    token = page.next_page_token
    calls += 1
  }
  expect(found).toEqual(ids)
})

test('a page behind those who could be counted is refused, with a way to reach it', async () => {
  const { ask } = await aLargeList()
  expect((await ask('per_page=2&page=1')).body.data.map(({ id }) => id)).toEqual([3])
  const { body } = await ask('per_page=2&page=2')
  expect(body.error_code).toBe('validation_failed')
  expect(body.error_message).toBe(
    'page begins behind the first 3 subscribers of the segment, and no more could be counted in time: follow next_page_token instead',
  )
})

test('a large list is counted with its first page, and its other pages say the same', async () => {
  const exact = { timeMs: 60_000, atOnceMax: largeList, rangeIds: 1_024 }
  const { ask, sql } = await aLargeList({ bound: exact, active: largeList })
  const first = (await ask('per_page=2')).body
  expect(first).toMatchObject({ num_records: 6, num_records_is_exact: true, num_pages: 3 })
  await sql`delete from subscribers where id = 500000`
  const second = (await ask(`per_page=2&page_token=${first.next_page_token}`)).body
  expect(second).toMatchObject({ num_records: 6, num_records_is_exact: true, num_pages: 3 })
  expect(second.data.map(({ id }) => id)).toEqual([3, 1_030])
  const third = (await ask(`per_page=2&page_token=${second.next_page_token}`)).body
  expect(third.data.map(({ id }) => id)).toEqual([1_031])
  expect(third.next_page_token).toBe(null)
})
