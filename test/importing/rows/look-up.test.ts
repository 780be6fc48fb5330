import { expect, test } from 'vitest'
import { aDatabase } from '../../harness/core/database.ts'
import { aList } from '../../harness/core/records.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { joined, scansKeys } from '../../../src/store/subscribers/by-key.ts'
import { findExisting } from '../../../src/store/imports/merge.ts'

/** Beginnings of each other, and characters whose order as bytes is not that of JavaScript. */
const starts = ['a', 'ab', 'b', 'z', 'é', '\uffee', '😀', 'a😀']
const keys = starts.flatMap((start) => ['', '!', '0', 'a', '~', 'é'].map((end) => `${start}${end}`))
const inOrder = [...new Set(keys)].toSorted((one, other) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)),
)

test.each([true, false])(
  'a look-up finds the place and status of each key that the list has, in one scan: %s',
  async (inOneScan) => {
    const { sql } = await aDatabase()
    const [server] = await sql<
      [{ version: number }]
    >`select current_setting('server_version_num')::integer as version`
    expect(await scansKeys(sql)).toBe(server.version >= 170_000)
    const organizationId = await insertOrganization(sql, 'A', 'UTC')
    const [listId, otherListId] = [
      await aList(sql, organizationId),
      await aList(sql, organizationId, { name: 'Other' }),
    ]
    const statusOf = (index: number) => (index % 2 === 0 ? 'active' : 'bounced')
    const onList = inOrder.filter((_, index) => index % 3 !== 1)
    await sql`
      insert into subscribers (organization_id, mailing_list_id, key, status)
      select ${organizationId}, ${listId}, u.*
      from unnest(${onList}::text[], ${onList.map((_, index) => statusOf(index))}::text[]) u`
    await sql`
      insert into subscribers (organization_id, mailing_list_id, key)
      select ${organizationId}, ${otherListId}, unnest(${inOrder}::text[])`
    const places = await sql<{ key: string; place: string }[]>`
      select key, ctid::text as place from subscribers where mailing_list_id = ${listId}`
    const placeOf = new Map(places.map(({ key, place }) => [key, place]))
    for (const asked of [inOrder, onList, inOrder.filter((_, index) => index % 3 === 1), inOrder.slice(-1)]) {
      const existing = await sql.within(organizationId).begin(async (inner) => {
        await inner`set local role quiver_app`
        return findExisting(inner, organizationId, listId, { keys: joined(asked), inOneScan })
      })
      const found = asked.map((_, position) => existing.statusOf(position))
      expect(found).toEqual(asked.map((key) => (placeOf.has(key) ? statusOf(onList.indexOf(key)) : null)))
      const met = Uint32Array.from(asked.keys()).filter((position) => found[position] !== null)
      expect(existing.places(met)).toBe(joined(Array.from(met, (at) => placeOf.get(asked[at] ?? '') ?? '')))
    }
  },
)
