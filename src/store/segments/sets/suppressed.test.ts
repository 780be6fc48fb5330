import { createHash, randomUUID } from 'node:crypto'
import { domainToASCII, domainToUnicode } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../test/harness/core/database.ts'
import { aField, aList } from '../../../../test/harness/core/records.ts'
import { byDay } from '../../../../test/harness/night.ts'
import type { Clause } from '../../../contract/segments/clauses.ts'
import type { Database } from '../../../database/driver/connection.ts'
import { findSuppressing, noSuppression, notSuppressed } from '../../conditions/suppression.ts'
import { addDigests } from '../../conditions/system-suppression.ts'
import { insertOrganization } from '../../conditions/system-organization.ts'
import { adjustCounts } from '../../subscribers/counts.ts'
import { digestAudience } from '../audience.ts'
import { countReachable } from '../counting/reachable.ts'
import type { Target } from '../known.ts'

const scopes = ['organization', 'mailing_list', 'other list', 'segment', 'system'] as const
type Scope = (typeof scopes)[number]
const locals = ['ann', 'Bob', 'C.D+e', 'F']
const domains = ['one.example', 'Two.example', 'bücher.example', 'xn--bcher-kva.example', 'a.bücher.example']
const kinds = ['address', 'domain', 'md5', 'sha256', 'md5 of letters', 'sha256 of letters', 'nobody'] as const

type Entry = { scope: Scope; kind: (typeof kinds)[number]; of: number }
type World = { hasOwnKey: boolean; addresses: string[]; entries: Entry[]; more: number }

const anAddress = fc
  .tuple(fc.constantFrom(...locals), fc.constantFrom(...domains))
  .map(([local, domain]) => `${local}@${domain}`)
const worlds: fc.Arbitrary<World> = fc.record({
  hasOwnKey: fc.boolean(),
  addresses: fc.uniqueArray(anAddress, { selector: keyOf, minLength: 1, maxLength: 14 }),
  entries: fc.array(
    fc.record({ scope: fc.constantFrom(...scopes), kind: fc.constantFrom(...kinds), of: fc.nat(13) }),
    { maxLength: 8 },
  ),
  // With more entries than people, addresses are looked up from the other side.
  more: fc.constantFrom(0, 40),
})

/** The independent model: what an address is known as, and which entries are one of these. */
function keyOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  return `${local}@${domainToASCII(domain)}`
}

function textOf({ kind, of }: Entry, addresses: readonly string[]): string {
  const key = keyOf(addresses[of % addresses.length] ?? '')
  const [local = '', domain = ''] = key.split('@')
  const hash = (name: string, text: string) => createHash(name).update(text).digest('hex')
  switch (kind) {
    case 'address':
      return key
    case 'domain':
      return `@${domain}`
    case 'md5':
    case 'sha256':
      return hash(kind, key)
    case 'md5 of letters':
      return hash('md5', `${local}@${domainToUnicode(domain)}`)
    case 'sha256 of letters':
      return hash('sha256', `${local}@${domainToUnicode(domain)}`)
    case 'nobody':
      return `nobody${of}@one.example`
  }
}

function isSuppressed(address: string, entries: readonly Entry[], addresses: readonly string[]): boolean {
  return entries.some((entry) => {
    const text = textOf(entry, addresses)
    return kinds.some((kind) => textOf({ ...entry, kind, of: 0 }, [address]) === text && kind !== 'nobody')
  })
}

async function write(sql: Database, organizationId: number, { hasOwnKey, addresses, entries, more }: World) {
  const listId = await aList(sql, organizationId)
  const other = await aList(sql, organizationId, { name: 'Other' })
  if (hasOwnKey) {
    const fieldId = await aField(sql, organizationId, listId, { name: 'Number' })
    await sql`update mailing_lists set primary_key_custom_field_id = ${fieldId} where id = ${listId}`
  }
  const rows = addresses.map((address, place) => {
    const key = hasOwnKey ? `number ${place}` : keyOf(address)
    const own = { organization_id: organizationId, mailing_list_id: listId, key }
    return { ...own, email: address === key ? null : address }
  })
  await sql`insert into subscribers ${sql(rows)}`
  await adjustCounts(sql, organizationId, listId, { active: addresses.length })
  const ids: Record<string, number> = {}
  for (const scope of scopes) {
    const organization_id = scope === 'system' ? 1 : organizationId
    const about = { mailing_list: listId, 'other list': other }[scope as string] ?? null
    const suppression_scope = scope === 'other list' ? 'mailing_list' : scope
    const list = { organization_id, name: randomUUID(), suppression_scope, mailing_list_id: about }
    const [made] = await sql<[{ id: number }]>`insert into suppression_lists ${sql(list)} returning id`
    ids[scope] = made.id
    const own = entries.filter((entry) => entry.scope === scope).map((entry) => textOf(entry, addresses))
    const others = scope === 'system' ? [] : Array.from({ length: more }, (_, n) => `other${n}@one.example`)
    const keys = [...new Set([...own, ...others])]
    if (keys.length === 0) continue
    await sql`insert into suppressed_addresses ${sql(keys.map((key) => ({ organization_id, suppression_list_id: made.id, key })))}`
    if (scope === 'system') await sql.begin((sql) => addDigests(sql, made.id, keys))
  }
  return { listId, namedId: ids['segment'] ?? 0 }
}

const clausesWith: Record<string, Clause[]> = {
  'of all': [],
  'of rows': [{ type: 'subscriber_email', operator: 'contains', value: '@' }],
}

test(
  'whom lists of any scope suppress, by address, domain or hash in either spelling, is whom a model finds, from either side',
  async () => {
    const { sql } = await aDatabase()
    const agree = fc.asyncProperty(worlds, async (world) => {
      await sql`delete from system_suppressions`
      const organizationId = await insertOrganization(sql, randomUUID(), 'UTC')
      const { listId, namedId } = await write(sql, organizationId, world)
      const { addresses, entries } = world
      const leftBy = (held: readonly Scope[]) => {
        const some = entries.filter(({ scope }) => held.includes(scope))
        return addresses.filter((address) => !isSuppressed(address, some, addresses)).length
      }
      const target: Target = { organizationId, listId, timeZone: 'UTC' }
      const named: Clause = { type: 'not_in_suppression_list', suppression_list: { id: namedId } }
      await sql.begin(async (sql) => {
        const suppressing = await findSuppressing(sql, target)
        const [{ first, last }] = await sql<[{ first: number; last: number }]>`
        select min(id) as first, max(id) as last from subscribers where mailing_list_id = ${listId}`
        const ids = { from: Math.floor(first / 1024) * 1024, to: Math.ceil((last + 1) / 1024) * 1024 }
        const { condition } = await notSuppressed(sql, target)
        const [each] = await sql<[{ left: number }]>`
        select count(*) as left from subscribers s where s.mailing_list_id = ${listId} and ${condition}`
        const held = ['organization', 'mailing_list', 'system'] as const
        expect(each.left).toBe(leftBy(held))
        for (const clauses of Object.values(clausesWith)) {
          const count = (all: Clause[], by = suppressing, of = target) =>
            countReachable(sql, of, all, by).then(({ reached }) => reached)
          expect(await count(clauses)).toBe(leftBy(held))
          expect(await count(clauses, suppressing, { ...target, ids })).toBe(leftBy(held))
          expect((await digestAudience(sql, { ...target, clauses })).recipients).toBe(leftBy(held))
          expect(await count([...clauses, named], noSuppression)).toBe(leftBy(['segment']))
          expect(await count([...clauses, named])).toBe(leftBy([...held, 'segment']))
        }
      })
    })
    await fc.assert(agree, { numRuns: byDay(8, 400) })
  },
  byDay(30_000, 900_000),
)
