import { describe, expect, test } from 'vitest'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { auditWalk } from '../../harness/audit-walk/walk.ts'
import { aWorld, type AuditedCall, type World } from '../../harness/audit-walk/world.ts'
import { anImportThatRevives } from '../../harness/audit-walk/imports.ts'
import { settingsOf, workUntilEnded } from '../../harness/importing/stories.ts'
import { planned } from '../../harness/postgres/planned.ts'

const eventIds = 'audit_events_id_seq'

/** A6: each audited change leaves exactly one event with its actor; change and event are committed together. */

describe.each(Object.entries(auditWalk))('%s', (name, prepare) => {
  const [kind = ''] = name.split(' ')

  test('leaves one event, in the transaction of the change', async () => {
    const world = await aWorld()
    const audited = await prepare(world)
    const status = audited.status ?? 200
    const send = () => world.send(audited.method, audited.path, audited.body, audited.as)
    if (audited.isChange !== false) {
      // The log takes no event. A trigger would do, too, but a new schema takes 30 ms a test from the database.
      await world.sql`select setval(${eventIds}, 9223372036854775807) is null`
      const before = await versionsOf(world.sql)
      expect((await send()).status).toBe(audited.faultStatus ?? 500)
      expect(await versionsOf(world.sql)).toEqual(before)
      await world.sql`select setval(${eventIds}, 1000)`
    }
    const last = await lastId(world.sql)
    const answer = await send()
    expect(answer.status).toBe(status)
    const events = await world.sql`select * from audit_events where id > ${last}`
    expect(events).toMatchObject([
      {
        kind,
        organization_id: organizationOf(world, audited, answer.data),
        ...actorOf(audited),
        request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        import_id: null,
      },
    ])
    expect(unworded(events[0]?.['details'] as Details)).toEqual([])
  })
})

type Details = Record<string, unknown>

// By its address: the types of the console are those of a browser.
const { detailWords }: { detailWords: { names: Details } } = await import(
  new URL('../../../console/words/audit/details.ts', import.meta.url).href
)

/** Attributes of the details that the console would show as the API calls them. */
function unworded(details: Details): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    const known = name in detailWords.names || notShown.has(name)
    // A list of changes is told by person.
    const isOfRecord = name === 'changes' && typeof value === 'object' && !Array.isArray(value)
    const inside = isOfRecord ? unworded((value ?? {}) as Details) : []
    return known ? inside : [name]
  })
}

/** Told in another way, see `console/audit-events/detail-lines.ts`. */
const notShown = new Set(['changed', 'changes', 'endpoint', 'from', 'id', 'new', 'old', 'seen', 'to'])

test('an import that reactivates unsubscribed people leaves one event of its own, without a key', async () => {
  const world = await aWorld()
  const { sql, a } = world
  const importId = await anImportThatRevives(world)
  const last = await lastId(sql)
  await workUntilEnded(settingsOf(world.url, world.folder), sql)
  const [bo] = await sql`select id, key, status from subscribers`
  expect(bo).toMatchObject({ key: 'bo@example.com', status: 'active' })
  expect([...(await sql`select * from audit_events where id > ${last}`)]).toMatchObject([
    {
      kind: 'subscriber.status_overwritten',
      organization_id: a.organizationId,
      import_id: importId,
      api_key_id: null,
      user_id: null,
      // No address: an event outlives the erasure of the person.
      details: { changes: [{ subscriber_id: bo?.id, from: 'unsubscribed', to: 'active' }] },
    },
  ])
})

async function lastId(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select coalesce(max(id), 0) as id from audit_events`
  return row?.id ?? 0
}

function organizationOf({ a }: World, { as, organizationId }: AuditedCall, data: { id: number }): number {
  if (organizationId === 'new') return data.id
  const own = as === null || as === 'reader' ? a : as
  return organizationId ?? own.organizationId
}

function actorOf({ as }: AuditedCall): object {
  if (as === 'reader') return { api_key_id: null, user_id: null }
  if (as === null) return { api_key_id: null, user_id: expect.any(Number) }
  const actor_organization_id = as.organizationId
  return 'apiKeyId' in as
    ? { actor_organization_id, api_key_id: as.apiKeyId, user_id: null }
    : { actor_organization_id, api_key_id: null, user_id: as.userId }
}

/** The rows of each table with their versions: a rolled-back change must leave them all as they were. */
async function versionsOf(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname`
  const versions = tables.map(
    ({ name }) =>
      `select '${name}', coalesce(string_agg(ctid::text || xmin::text, ' ' order by ctid::text || xmin::text), '') from ${name}`,
  )
  const text = `select jsonb_object_agg(name, rows) as of from (${versions.join(' union all ')}) as versions (name, rows)`
  const [row] = await sql<[{ of: Record<string, string> }]>(planned(text))
  return row.of
}
