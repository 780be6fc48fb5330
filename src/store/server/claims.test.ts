import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aWireLosing } from '../../../test/harness/fakes/flaky-wire.ts'
import { connect, type Database, type Scoped, type Sql } from '../../database/driver/connection.ts'
import { isConnectionLost } from '../../database/retry.ts'
import { sqlState } from '../../database/sqlstate.ts'
import { applicationRole } from '../../database/roles.ts'
import { insertOrganization } from '../conditions/system-organization.ts'
import { campaignQueue, senderReach } from '../campaigns/claims.ts'
import { claimPreviews } from '../campaigns/previews.ts'
import { exportQueue } from '../exports/request.ts'
import { applyingQueue, preparingQueue } from '../imports/claims.ts'
import { claimJob } from '../jobs/claim.ts'
import { bulkChangeQueue } from '../bulk-changes/progress.ts'
import { candidatesMax } from './leases.ts'
import { claimSystemMails } from '../users/system-mail-claims.ts'
import { claimDelivery } from '../webhooks/deliveries.ts'

// Claims of what is due, whoever it belongs to, by many processes at once.

const organizations = 3

type Claimed = { organizationId: number; keys: number[] }

type Kind = {
  name: string
  table: string
  /** How many each organization may have at a time. */
  atOnceMax?: number
  /** Makes one piece that is due. */
  add: (sql: Database, organizationId: number) => Promise<unknown>
  /** null: nothing is free. */
  claim: (everywhere: Scoped) => Promise<Claimed | null>
}

type LimitedKind = Kind & {
  atOnceMax: number
  claim: (everywhere: Sql) => Promise<Claimed | null>
}

type Row = { organization_id: number; id: number }

const claimedRow = (row: Row | null) => row && { organizationId: row.organization_id, keys: [row.id] }

async function aListOf(sql: Database, organizationId: number): Promise<number> {
  const [list] = await sql<[{ id: number }]>`
    insert into mailing_lists (organization_id, name) values (${organizationId}, gen_random_uuid()::text) returning id`
  return list.id
}

/** Claims need no subject. */
const aJobOf = (sql: Database, organizationId: number, kind: string, state = 'scheduled') => sql`
  insert into jobs (organization_id, kind, id, state, begins_at)
  select ${organizationId}, ${kind}, count(*) + 1, ${state}, now() - interval '1 second' from jobs`

const worker = { name: 'w', presence: null, places: null }

const limitedKinds: LimitedKind[] = [
  {
    name: 'imports in preparation',
    table: 'jobs',
    atOnceMax: 2,
    add: (sql, organizationId) => aJobOf(sql, organizationId, 'SubscriberImport'),
    claim: async (everywhere) => claimedRow(await claimJob(everywhere, preparingQueue, worker)),
  },
  {
    name: 'exports',
    table: 'jobs',
    atOnceMax: 1,
    add: (sql, organizationId) => aJobOf(sql, organizationId, 'SubscriberExport'),
    claim: async (everywhere) => claimedRow(await claimJob(everywhere, exportQueue, worker)),
  },
  {
    name: 'bulk changes',
    table: 'jobs',
    atOnceMax: 1,
    add: (sql, organizationId) => aJobOf(sql, organizationId, 'SubscriberBulkChange'),
    claim: async (everywhere) => claimedRow(await claimJob(everywhere, bulkChangeQueue, worker)),
  },
]

const kinds: Kind[] = [
  {
    name: 'imports',
    table: 'jobs',
    add: (sql, organizationId) => aJobOf(sql, organizationId, 'SubscriberImport', 'importing'),
    claim: async (everywhere) => claimedRow(await claimJob(everywhere, applyingQueue, worker)),
  },
  {
    name: 'undos',
    table: 'jobs',
    add: (sql, organizationId) => aJobOf(sql, organizationId, 'SubscriberImportUndo'),
    claim: async (everywhere) => claimedRow(await claimJob(everywhere, applyingQueue, worker)),
  },
  {
    name: 'campaigns',
    table: 'jobs',
    add: async (sql, organizationId) => {
      const listId = await aListOf(sql, organizationId)
      await aJobOf(sql, organizationId, 'Campaign')
      await sql`update jobs set mailing_list_id = ${listId} where organization_id = ${organizationId} and mailing_list_id is null`
    },
    claim: async (everywhere) =>
      claimedRow(await claimJob(everywhere, campaignQueue('w'), { ...worker, ...senderReach() })),
  },
  {
    name: 'previews',
    table: 'preview_mails',
    add: async (sql, organizationId) => {
      const listId = await aListOf(sql, organizationId)
      const [autoresponder] = await sql<[{ id: number }]>`
        insert into autoresponders (organization_id, mailing_list_id, name, trigger)
        values (${organizationId}, ${listId}, 'A', 'api') returning id`
      await sql`
        insert into preview_mails (organization_id, autoresponder_id, recipient, format)
        values (${organizationId}, ${autoresponder.id}, 'ann@example.com', 'whole')`
    },
    claim: async (everywhere) => {
      const claim = await claimPreviews(everywhere, 10)
      return claim && { organizationId: claim.organizationId, keys: claim.previews.map(({ id }) => id) }
    },
  },
  {
    name: 'webhooks',
    table: 'webhooks',
    add: async (sql, organizationId) => {
      const [webhook] = await sql<[{ id: number }]>`
        insert into webhooks (organization_id, name, url, secret_sealed, event_types)
        values (${organizationId}, gen_random_uuid()::text, 'https://example.com/', '', '{test}') returning id`
      await sql`
        insert into webhook_events (organization_id, webhook_id, event_type, payload)
        values (${organizationId}, ${webhook.id}, 'test', '{}')`
    },
    claim: async (everywhere) => {
      const delivery = await everywhere.begin((sql) => claimDelivery(sql))
      return delivery && { organizationId: delivery.organizationId, keys: [delivery.webhookId] }
    },
  },
  {
    name: 'mails about accounts',
    table: 'system_mails',
    add: (sql, organizationId) => sql`
      insert into system_mails (organization_id, to_email, subject, text)
      values (${organizationId}, 'ann@example.com', 'Hello', 'Hello')`,
    claim: async (everywhere) => {
      const [mail] = await everywhere.begin((sql) => claimSystemMails(sql, 1))
      return mail === undefined ? null : { organizationId: mail.organization_id, keys: [mail.id] }
    },
  },
  ...limitedKinds,
]

/** Under a limit, an organization with more than a look finds must not hide the others. */
const piecesEach = ({ atOnceMax }: Kind) => (atOnceMax === undefined ? candidatesMax - 1 : candidatesMax + 1)

async function someWork(kind: Kind) {
  const { sql, connections } = await aDatabase()
  for (let number = 0; number < organizations; number += 1) {
    const organizationId = await insertOrganization(sql, `Organization ${number}`, 'UTC')
    for (let piece = 0; piece < piecesEach(kind); piece += 1) await kind.add(sql, organizationId)
  }
  return { sql, connections }
}

test.each(kinds)('$name are claimed once each, by however many processes', async (kind) => {
  const { connections } = await someWork(kind)
  const claimed: string[] = []
  const all = organizations * (kind.atOnceMax ?? piecesEach(kind))
  const database = connections({ max: 6, applicationName: 'test', role: applicationRole })
  const work = async () => {
    // A loser of a race finds nothing, and looks again as the loop does.
    for (let looks = 0; claimed.length < all && looks < all * 20; looks += 1) {
      const claim = await kind.claim(database.everywhere())
      claimed.push(...(claim?.keys ?? []).map((key) => `${claim?.organizationId} ${key}`))
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  expect(claimed).toHaveLength(all)
  expect(new Set(claimed).size).toBe(all)
})

test.each(kinds)('$name that a process holds which froze are left out, without a wait', async (kind) => {
  const { sql, connections } = await someWork(kind)
  const database = connections({ max: 3, applicationName: 'test' })
  const [first] = await sql<[{ id: number }]>`select min(organization_id) as id from ${sql(kind.table)}`
  await database.everywhere().begin(async (held) => {
    await held`select 1 from ${held(kind.table)} where organization_id = ${first.id} for update`
    const seen = new Set<number>()
    for (let claims = 0; claims < (organizations - 1) * piecesEach(kind); claims += 1) {
      const claim = await kind.claim(database.everywhere())
      if (claim !== null) seen.add(claim.organizationId)
    }
    expect(seen.size).toBe(organizations - 1)
    expect(seen).not.toContain(first.id)
  })
  expect((await kind.claim(database.everywhere()))?.organizationId).toBe(first.id)
})

test.each(limitedKinds)('$name stay within the limit of an organization while others claim', async (kind) => {
  const { connections } = await someWork(kind)
  const database = connections({ max: 3, applicationName: 'test', role: applicationRole })
  const claimed: (Claimed | null)[] = []
  await database.everywhere().begin(async (sql) => {
    // Claimed, but nobody sees it yet.
    claimed.push(await kind.claim(sql))
    for (let claims = 0; claims < organizations * piecesEach(kind); claims += 1) {
      claimed.push(await kind.claim(database.everywhere()))
    }
  })
  const counts = new Map<number, number>()
  for (const claim of claimed) {
    if (claim !== null) counts.set(claim.organizationId, (counts.get(claim.organizationId) ?? 0) + 1)
  }
  expect(counts.size).toBe(organizations)
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(kind.atOnceMax)
})

/** A worker holds them by its presence as well as by a lease, so that nobody waits for the lease of a dead one. */
const present = kinds.filter(
  ({ table }) => table.startsWith('subscriber_') || table === 'import_undos' || table === 'jobs',
)

test.each(present)(
  '$name are free again if the worker loses the answer to any commit of its claim',
  async (kind) => {
    const { sql, url } = await aDatabase()
    const organizationId = await insertOrganization(sql, 'A', 'UTC')
    await kind.add(sql, organizationId)
    let lost = 0
    for (let isLost = true; isLost; lost += 1) {
      const wire = await aWireLosing(url, lost + 1)
      const database = connect(wire.url, { max: 1, applicationName: 'test', role: applicationRole })
      const found = await kind.claim(database.everywhere()).catch((error: unknown) => error)
      await database.end()
      isLost = wire.lostAnswers() === 1
      expect(isConnectionLost(found)).toBe(isLost)
      const [row] = await sql`select leased_until is not null as held, attempts from ${sql(kind.table)}`
      expect(row).toEqual(isLost ? { held: false, attempts: 0 } : { held: true, attempts: 1 })
    }
    expect(lost).toBeGreaterThan(3)
  },
)

test.each(present)('$name are free again if the turn of their organization cannot be noted', async (kind) => {
  const { sql, connections } = await aDatabase()
  await kind.add(sql, await insertOrganization(sql, 'A', 'UTC'))
  const database = connections({
    max: 2,
    applicationName: 'test',
    role: applicationRole,
    statementTimeoutMs: 100,
  })
  await sql.begin(async (other) => {
    await other`lock table job_turns in exclusive mode`
    await expect(kind.claim(database.everywhere())).rejects.toMatchObject({ code: sqlState.queryCanceled })
  })
  const [row] = await sql`select leased_until is not null as held, attempts from ${sql(kind.table)}`
  expect(row).toEqual({ held: false, attempts: 0 })
})
