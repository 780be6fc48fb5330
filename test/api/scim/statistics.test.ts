import { expect, test } from 'vitest'
import { beliefs, planOnce, readsSoFar } from '../../harness/postgres/believed.ts'
import { isSharded } from '../../harness/postgres/waiting.ts'
import { aMapping, aScimWorld, group, ops, type World } from './world.ts'

const people = 3_000
const tables = ['users', 'scim_users', 'scim_members', 'scim_groups', 'sender_domains']

/** Rows and index entries for each member: foreign keys, rights and the answer look each of them up a few times. */
const readsMax = 60

// Statistics of shards belong to the workers of the cluster.
test.skipIf(isSharded).each(beliefs)(
  'a group of many reads each of its members a few times: %s',
  async (_name, prepare) => {
    const world = await aLargeWorld()
    const { database, sql, scim, a } = world
    await prepare(sql, tables)
    const ids = await sql<{ id: number }[]>`
      select id from users where organization_id = ${a.organizationId} and full_name like 'New %' order by id`
    const members = ids.map(({ id }) => ({ value: String(id) }))
    const { body } = await scim('POST', '/Groups', { schemas: [group], displayName: 'Empty' })
    const path = `/Groups/${body.id}`
    const calls: [string, string, object?][] = [
      ['POST', '/Groups', { schemas: [group], displayName: 'All', members }],
      ['GET', '/Groups'],
      ['PATCH', path, ops({ op: 'add', path: 'members', value: members.slice(0, 1) })],
      ['PUT', path, { displayName: 'Renamed', members }],
      ['GET', '/Users?count=1000'],
      ['GET', `/Users/${ids[0]?.id}`],
      ['PATCH', path, ops({ op: 'remove', path: 'members' })],
      ['DELETE', path],
    ]
    const seen: string[] = []
    for (const [method, of, given] of calls) {
      const before = await readsSoFar(database, tables)
      const { status } = await scim(method, of, given)
      const each = ((await readsSoFar(database, tables)) - before) / people
      if (status >= 400 || each > readsMax) seen.push(`${method} ${of}: ${status}, ${each}`)
    }
    expect(seen).toEqual([])
  },
)

/** A few users who were analyzed and put into groups by each connection, then many. */
async function aLargeWorld(): Promise<World> {
  const world = await aScimWorld()
  const { sql, database, scim } = world
  await planOnce(database, [])
  for (const table of tables) await sql`alter table ${sql(table)} set (autovacuum_enabled = off)`
  await aMapping(world, [{ role: 'standard', permissions: {}, group: 'All' }])
  await fill(world, 'Old', 50)
  for (const table of tables) await sql`analyze ${sql(table)}`
  const members = Array.from({ length: 10 }, (_, n) => ({ value: String(n + 1) }))
  const few = Array.from({ length: 8 }, (_, n) => ({
    schemas: [group],
    displayName: `Few ${n}`,
    members,
  }))
  const made = await Promise.all(few.map((one) => scim('POST', '/Groups', one)))
  expect(made.map(({ status }) => status)).toEqual(few.map(() => 201))
  await fill(world, 'New', people)
  return world
}

async function fill({ sql, a }: World, name: string, count: number): Promise<void> {
  const email = sql`lower(${name}) || n || '@example.com'`
  await sql`
    insert into users (organization_id, full_name, email, email_key, role, permissions, active)
    select ${a.organizationId}, ${name} || ' ' || n, ${email}, ${email}, 'standard', '{}', true
    from generate_series(1, ${count}::integer) n`
}
