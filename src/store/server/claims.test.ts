import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import type { Database } from '../../database/driver/connection.ts'
import { applicationRole } from '../../database/roles.ts'
import { insertOrganization } from '../organizations/system.ts'
import { claimSystemMails } from '../users/system-mail-claims.ts'
import { claimDelivery } from '../webhooks/deliveries.ts'

// Claims of what is due, whoever it belongs to, by many processes at once.

const organizations = 3
const piecesEach = 4

type Claimed = { organizationId: number; keys: number[] }

type Kind = {
  name: string
  table: string
  /** Makes one piece that is due. */
  add: (sql: Database, organizationId: number) => Promise<unknown>
  /** null: nothing is free. */
  claim: (database: Database) => Promise<Claimed | null>
}

const kinds: Kind[] = [
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
    claim: async (database) => {
      const delivery = await claimDelivery(database.everywhere())
      return delivery && { organizationId: delivery.organizationId, keys: [delivery.webhookId] }
    },
  },
  {
    name: 'mails about accounts',
    table: 'system_mails',
    add: (sql, organizationId) => sql`
      insert into system_mails (organization_id, to_email, subject, text)
      values (${organizationId}, 'ann@example.com', 'Hello', 'Hello')`,
    claim: async (database) => {
      const [mail] = await database.everywhere().begin((sql) => claimSystemMails(sql, 1))
      return mail === undefined ? null : { organizationId: mail.organization_id, keys: [mail.id] }
    },
  },
]

async function someWork({ add }: Kind) {
  const { sql, connections } = await aDatabase()
  for (let number = 0; number < organizations; number += 1) {
    const organizationId = await insertOrganization(sql, `Organization ${number}`, 'UTC')
    for (let piece = 0; piece < piecesEach; piece += 1) await add(sql, organizationId)
  }
  return { sql, connections }
}

test.each(kinds)('$name are claimed once each, by however many processes', async (kind) => {
  const { connections } = await someWork(kind)
  const claimed: string[] = []
  const all = organizations * piecesEach
  const database = connections({ max: 6, applicationName: 'test', role: applicationRole })
  const work = async () => {
    // A loser of a race finds nothing, and looks again as the loop does.
    for (let looks = 0; claimed.length < all && looks < all * 20; looks += 1) {
      const claim = await kind.claim(database)
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
    for (let claims = 0; claims < (organizations - 1) * piecesEach; claims += 1) {
      const claim = await kind.claim(database)
      if (claim !== null) seen.add(claim.organizationId)
    }
    expect(seen.size).toBe(organizations - 1)
    expect(seen).not.toContain(first.id)
  })
  expect((await kind.claim(database))?.organizationId).toBe(first.id)
})
