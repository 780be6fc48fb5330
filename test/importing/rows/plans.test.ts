import { expect, test } from 'vitest'
import { aDatabase } from '../../harness/core/database.ts'
import { aList, anAutoresponder } from '../../harness/core/records.ts'
import { readsOf } from '../../harness/postgres/plans.ts'
import type { Database, Sql, Transaction } from '../../../src/database/driver/connection.ts'
import { queueReactions } from '../../../src/store/autoresponders/reactions.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { joined, planByIndex } from '../../../src/store/subscribers/by-key.ts'
import { followRemovals } from '../../../src/store/subscribers/removals.ts'
import { findIdsByKey } from '../../../src/store/subscribers/rows.ts'
import { changeSubscribers, findExisting } from '../../../src/store/imports/merge.ts'
import type { ClaimedUndo } from '../../../src/store/imports/undo-claims.ts'
import { findRemovable, removeAdded, type UndoPiece } from '../../../src/store/imports/undo-pieces.ts'
import { restoreChanged } from '../../../src/store/imports/undo-restore.ts'
import { endPruned, findPeople } from '../../../src/store/imports/prune.ts'
import { isSharded } from '../../harness/postgres/waiting.ts'

const keyOf = (index: number) => `${(Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(36)}@example.com`

/** Two lists of an organization and one of another; statistics only when asked for. */
async function aTable() {
  const { sql } = await aDatabase()
  await sql`alter table subscribers set (autovacuum_enabled = off)`
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const otherListId = await aList(sql, organizationId, { name: 'Other' })
  const fill = (inOrganization: number, list: number, count: number) => sql`
    insert into subscribers (organization_id, mailing_list_id, key, custom_fields)
    select ${inOrganization}, ${list}, key, '{"1": "a"}'
    from unnest(${Array.from({ length: count }, (_, index) => keyOf(index))}::text[]) key`
  const stranger = await insertOrganization(sql, 'B', 'UTC')
  const foreign = { organizationId: stranger, listId: await aList(sql, stranger) }
  return { sql, organizationId, listId, otherListId, foreign, fill }
}

type Table = Awaited<ReturnType<typeof aTable>>

/** As an import's range does. @returns reads that are served neither by a place nor by a subscriber's own index entry. */
async function readsOfLists({ sql, organizationId, listId }: Table): Promise<string[]> {
  const autoresponderIds = [await anAutoresponder(sql, organizationId, listId)]
  const keys = Array.from({ length: 20_000 }, (_, index) => keyOf(index * 2)).toSorted()
  const reads = await asTheWorker(sql, organizationId, async (inner) => {
    return readsOf(inner, 'subscribers', async (explained) => {
      const sorted = { keys: joined(keys), inOneScan: true }
      await findExisting(explained, organizationId, listId, { ...sorted, inOneScan: false })
      const existing = await findExisting(explained, organizationId, listId, sorted)
      await changeSubscribers(explained, organizationId, listId, changesOf(keys, existing))
      await queueReactions(explained, organizationId, listId, { autoresponderIds, keys })
      await findIdsByKey(explained, organizationId, listId, keys)
      const rules = { distribute: true, suppressionListId: null, kind: 'unsub' } as const
      await followRemovals(explained, organizationId, { listId, kind: 'unsub', keys }, rules)
      await prune(explained, organizationId, listId)
    })
  })
  expect(reads.length).toBeGreaterThan(6)
  return reads.filter((read) => !isOfOne(read))
}

async function prune(sql: Transaction, organizationId: number, listId: number): Promise<void> {
  const claim = {
    organization_id: organizationId,
    mailing_list_id: listId,
    kind: 'SubscriberImport',
    id: 0,
    epoch: 0,
  }
  const { ids, versions } = await findPeople(sql, claim, 0, 5_000)
  await endPruned(sql, claim, { number: 0, ids, versions }, 'unsubscribed')
}

function isOfOne(read: string): boolean {
  return /^(Tid Scan|Index (Only )?Scan: .*\((key|id) [>=])/.test(read)
}

function changesOf(keys: string[], existing: Awaited<ReturnType<typeof findExisting>>) {
  const found = Uint32Array.from(keys.keys()).filter((position) => existing.statusOf(position) !== null)
  const each = (text: (position: number) => string) => joined(Array.from(found, text))
  const statusOf = (position: number) => existing.statusOf(position) ?? ''
  return {
    count: found.length,
    places: existing.places(found),
    keys: each((position) => keys[position] ?? ''),
    seen: each(statusOf),
    fields: each(() => '{"1": "b"}'),
    fieldIds: ['1'],
    statuses: each(statusOf),
    confirmed: each(() => 'true'),
    formats: each(() => 'html'),
    kept: null,
    keptFor: null,
  }
}

function asTheWorker<Result>(
  sql: Database,
  organizationId: number,
  work: (sql: Transaction) => Promise<Result>,
): Promise<Result> {
  return sql.within(organizationId).begin(async (inner) => {
    await inner`set local role quiver_app`
    return work(inner)
  })
}

const analyze = (sql: Sql) => sql`vacuum analyze subscribers`

// A cluster explains the plans of its shards in another form.
test.skipIf(isSharded).each<[string, (table: Table) => Promise<unknown>]>([
  ['an empty table', async () => {}],
  ['a table that was empty when it was analyzed', async ({ sql }) => analyze(sql)],
  [
    'a fresh list without statistics',
    async ({ fill, organizationId, listId }) => fill(organizationId, listId, 20_000),
  ],
  [
    'a list of a few subscribers',
    async ({ sql, fill, organizationId, listId }) => {
      await fill(organizationId, listId, 200)
      await analyze(sql)
    },
  ],
  [
    'a list that has grown since it was analyzed',
    async ({ sql, fill, organizationId, listId }) => {
      await fill(organizationId, listId, 100)
      await analyze(sql)
      await sql`delete from subscribers`
      await fill(organizationId, listId, 20_000)
    },
  ],
  [
    'a large list',
    async ({ sql, fill, organizationId, listId }) => {
      await fill(organizationId, listId, 60_000)
      await analyze(sql)
    },
  ],
  [
    'a fresh list beside large ones, of the organization and of another',
    async ({ sql, fill, organizationId, listId, otherListId, foreign }) => {
      await fill(foreign.organizationId, foreign.listId, 60_000)
      await fill(organizationId, otherListId, 20_000)
      await analyze(sql)
      await fill(organizationId, listId, 20_000)
    },
  ],
])('an import finds each subscriber by an index entry of its own: %s', async (_state, prepare) => {
  const table = await aTable()
  await prepare(table)
  expect(await readsOfLists(table)).toEqual([])
})

test.skipIf(isSharded)(
  'the undo of an import finds each subscriber of a fresh list by its own index entry',
  async () => {
    const { sql, organizationId, listId, fill } = await aTable()
    await fill(organizationId, listId, 3_000)
    await sql.begin(async (inner) => {
      // Without the import that the pieces belong to.
      await inner`set local session_replication_role = replica`
      await inner`insert into import_undo_pieces
      (organization_id, import_id, kind, ids, hashes, old_statuses, written_statuses, old_confirmed, written_confirmed,
        old_formats, written_formats, old_fields, written_fields)
      select ${organizationId}, 1, kind, array_agg(id), case when kind = 'added' then array_agg(id) end,
        case when kind = 'changed' then array_agg('active'::text) end,
        case when kind = 'changed' then array_agg('active'::text) end,
        case when kind = 'changed' then array_agg(true) end,
        case when kind = 'changed' then array_agg(true) end,
        case when kind = 'changed' then array_agg('html'::text) end,
        case when kind = 'changed' then array_agg('html'::text) end,
        case when kind = 'changed' then array_agg('{}'::jsonb) end,
        case when kind = 'changed' then array_agg('{}'::jsonb) end
      from subscribers cross join unnest(array['added', 'changed']) kind group by kind`
    })
    const pieces = await sql<UndoPiece[]>`select number, kind from import_undo_pieces`
    const claim = { organization_id: organizationId, import_id: 1, mailing_list_id: listId } as ClaimedUndo
    const reads = await sql.within(organizationId).begin(async (inner) => {
      await inner`set local session_replication_role = replica`
      await inner`set local role quiver_app`
      await planByIndex(inner)
      return readsOf(inner, 'subscribers', async (explained) => {
        for (const piece of pieces) {
          if (piece.kind === 'added') await findRemovable(explained, claim, piece)
          await (piece.kind === 'added'
            ? removeAdded(explained, claim, piece)
            : restoreChanged(explained, claim, piece, null))
        }
      })
    })
    expect(reads.length).toBeGreaterThan(5)
    expect(reads.filter((read) => !isOfOne(read))).toEqual([])
  },
)
