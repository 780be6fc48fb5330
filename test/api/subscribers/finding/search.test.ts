import { describe, expect, test } from 'vitest'
import type { Api } from '../../../harness/core/api.ts'
import { aField, aList } from '../../../harness/core/records.ts'
import { aSubscriberApi, subscribe, type Subscriber } from '../../../harness/records/subscribers.ts'

type Found = Subscriber & { mailing_list: { id: number } }
type Page = {
  data: Found[]
  next_page_token?: string | null
  num_records: number
  num_records_is_exact: boolean
}

async function search({ call }: Api, query: string): Promise<Page> {
  const { body } = await call<Found[]>('GET', `subscribers?${query}`)
  if (!body.success) throw new Error(body.error_message ?? '')
  return body as unknown as Page
}

/** Follows the tokens to the end. */
async function searchAll(api: Api, query: string): Promise<{ emails: string[]; pages: Page[] }> {
  const pages = [await search(api, query)]
  for (
    let token = pages[0]?.next_page_token;
    typeof token === 'string';
    token = pages.at(-1)?.next_page_token
  ) {
    pages.push(await search(api, `${query}&page_token=${encodeURIComponent(token)}`))
  }
  return { emails: pages.flatMap(({ data }) => data.map(({ email }) => email)), pages }
}

describe('the search of subscribers', () => {
  test('finds by the beginning of the address or of the domain what reading everybody finds, on every list', async () => {
    const api = await aSubscriberApi()
    const { organizationId } = api.a
    const one = await aList(api.sql, organizationId)
    const two = await aList(api.sql, organizationId, { name: 'Two' })
    const own = await aList(api.sql, organizationId, { name: 'Own key' })
    const field = await aField(api.sql, organizationId, own, { name: 'Number', required: true })
    await api.sql`update mailing_lists set primary_key_custom_field_id = ${field} where id = ${own}`
    const emails = [
      'Anna@Example.com',
      'anne@example.org',
      'bo%b@example.com',
      'bob@sub.example.com',
      'zoe@exämple.com',
    ]
    await subscribe(api, one, emails)
    await subscribe(api, two, ['anna@example.com', 'ann_a@other.com', 'ann+e@other.com'])
    for (const [number, email] of [
      ['A-7', 'anna@own.com'],
      ['a-8', 'Bob@OWN.com'],
    ]) {
      await api.call('POST', `mailing_lists/${own}/subscribers`, { email, custom_fields: { Number: number } })
    }
    await api.call('POST', 'mailing_lists/1/subscribers', { email: 'anna@foreign.com' }, api.b)
    const everybody = (await searchAll(api, 'per_page=3')).emails
    expect(everybody).toHaveLength(10)
    for (const q of [
      'a',
      'ann',
      'ANNA@',
      'ann_',
      'bo%',
      '%',
      'bob',
      '@ex',
      '@own.com',
      '@',
      'z',
      'zoe@exä',
      'zoe@EXÄMPLE.com',
      '@exäm',
      'nobody',
    ]) {
      const expected = everybody.filter((email) => {
        const address = email.toLowerCase()
        return q.startsWith('@') ? address.includes(q) : address.startsWith(q.toLowerCase())
      })
      const { emails: found, pages } = await searchAll(api, `q=${encodeURIComponent(q)}&per_page=1`)
      expect(found.toSorted(), q).toEqual(expected.concat(q === 'a' ? ['Bob@OWN.com'] : []).toSorted())
      const [first] = pages
      if (first?.num_records_is_exact === true) expect(first.num_records, q).toBe(found.length)
      else expect(found.length, q).toBeGreaterThanOrEqual(first?.num_records ?? 0)
    }
    const inTwo = await searchAll(api, `q=ann&mailing_list_id=${two}`)
    expect(inTwo.pages[0]).toMatchObject({ num_records: 3, num_records_is_exact: true })
    expect(new Set(inTwo.pages.flatMap(({ data }) => data.map((found) => found.mailing_list.id)))).toEqual(
      new Set([two]),
    )
  })

  test('finds the few of a large list, in either order, however many steps it takes', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    await api.sql`
      insert into subscribers (organization_id, mailing_list_id, key, status)
      select ${api.a.organizationId}, ${listId}, 'p' || lpad(n::text, 5, '0') || '@example.com',
        case when n in (4000, 16900) then 'scomp' else 'active' end
      from generate_series(1, 17000) n`
    const { emails } = await searchAll(api, `status=scomp&mailing_list_id=${listId}`)
    expect(emails).toEqual(['p04000@example.com', 'p16900@example.com'])
    const newest = await searchAll(api, `status=scomp&order_by=newest&mailing_list_id=${listId}`)
    expect(newest.emails).toEqual(['p16900@example.com', 'p04000@example.com'])
    const counted = await search(api, 'q=p')
    expect(counted).toMatchObject({ num_records: 1000, num_records_is_exact: false })
  })

  test('rejects a token of another search, and q with an order that no index has', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    await subscribe(api, listId, ['a@example.com', 'b@example.com'])
    const { next_page_token: token } = await search(api, 'per_page=1')
    await expect(search(api, `q=a&page_token=${token}`)).rejects.toThrow(
      'page_token is not valid for this list',
    )
    await expect(search(api, 'q=a&order_by=newest')).rejects.toThrow(
      'q can only be combined with order_by=email',
    )
  })
})
