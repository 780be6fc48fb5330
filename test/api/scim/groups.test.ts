import { expect, test } from 'vitest'
import { aList } from '../../harness/core/records.ts'
import { aRole, aUser } from '../../harness/records/sessions.ts'
import { aMapping, aScimWorld, group, ops, type Resource, type World } from './world.ts'

async function people(world: World, ...names: string[]): Promise<number[]> {
  const ids = []
  for (const name of names)
    ids.push(await aUser(world, world.a.organizationId, { email: `${name}@example.com`, full_name: name }))
  return ids
}

const members = (...ids: number[]) => ids.map((id) => ({ value: String(id) }))
const idsIn = ({ members: given = [] }: Resource): number[] => given.map(({ value }) => Number(value))

async function aGroup({ scim }: World, given: object): Promise<string> {
  const { status, body } = await scim('POST', '/Groups', { schemas: [group], ...given })
  expect([status, body['detail']]).toEqual([201, undefined])
  return `/Groups/${body['id']}`
}

test('a group is made, read, found, replaced and deleted', async () => {
  const world = await aScimWorld()
  const { scim, sql } = world
  const [ann = 0, bo = 0] = await people(world, 'ann', 'bo')
  const path = await aGroup(world, { displayName: 'News', externalId: 'g-1', members: members(ann, bo, ann) })
  const { body, headers } = await scim('GET', path)
  expect(body).toEqual({
    schemas: [group],
    id: path.slice(8),
    externalId: 'g-1',
    displayName: 'News',
    members: [
      {
        value: String(ann),
        $ref: `https://quiver.example/scim/v2/Users/${ann}`,
        display: 'ann',
        type: 'User',
      },
      { value: String(bo), $ref: `https://quiver.example/scim/v2/Users/${bo}`, display: 'bo', type: 'User' },
    ],
    meta: expect.objectContaining({
      resourceType: 'Group',
      version: headers['etag'],
      location: `https://quiver.example/scim/v2${path}`,
    }),
  })
  expect((await scim('GET', `/Users/${ann}`)).body['groups']).toEqual([
    { value: path.slice(8), $ref: `https://quiver.example/scim/v2${path}`, display: 'News', type: 'direct' },
  ])
  const listed = await scim('GET', '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22news%22')
  expect(listed.body['Resources']).toMatchObject([{ displayName: 'News' }])
  expect(listed.body['Resources'][0]).not.toHaveProperty('members')
  const filters = [
    [`members.value eq "${bo}"`, 1],
    [`members[value eq "${bo}"]`, 1],
    ['externalId eq "g-1" and displayName eq "News"', 1],
    ['members.value eq "999"', 0],
  ]
  for (const [filter, total] of filters) {
    const found = await scim('GET', `/Groups?filter=${encodeURIComponent(String(filter))}`)
    expect([filter, found.body['totalResults']]).toEqual([filter, total])
  }
  const old = { headers: { 'if-match': 'W/"old"' } }
  for (const [method, sent] of [['PUT', { displayName: 'X' }], ['DELETE']] as const)
    expect((await scim(method, path, sent, old)).status).toBe(412)
  const put = await scim('PUT', path, { displayName: 'Newsletter', members: members(bo) })
  expect(put.body).toMatchObject({ displayName: 'Newsletter', members: [{ value: String(bo) }] })
  expect(put.body).not.toHaveProperty('externalId')
  expect((await scim('DELETE', path)).status).toBe(204)
  expect((await scim('GET', path)).status).toBe(404)
  expect(
    await sql`select kind, details from audit_events where subject_type = 'ScimGroup' order by id`,
  ).toEqual([
    { kind: 'scim_group.created', details: { name: 'News', added: [ann, bo], added_count: 2 } },
    { kind: 'scim_group.updated', details: { name: 'Newsletter', removed: [ann], removed_count: 1 } },
    { kind: 'scim_group.deleted', details: { name: 'Newsletter' } },
  ])
})

test('PATCH changes members in every form that providers send', async () => {
  const world = await aScimWorld()
  const { scim } = world
  const [ann = 0, bo = 0, cy = 0] = await people(world, 'ann', 'bo', 'cy')
  const forms: [object, number[], string?][] = [
    [{ op: 'Add', path: 'members', value: members(cy) }, [ann, bo, cy]],
    [{ op: 'add', path: 'members', value: { value: String(cy) } }, [ann, bo, cy]],
    [{ op: 'add', value: { members: members(cy, ann) } }, [ann, bo, cy]],
    [{ op: 'remove', path: `members[value eq "${ann}"]` }, [bo]],
    [{ op: 'remove', path: 'members[value eq "999"]' }, [ann, bo]],
    [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: String(ann) }] }, [bo]],
    [{ op: 'remove', path: 'members' }, []],
    [{ op: 'replace', path: 'members', value: members(cy) }, [cy]],
    [{ op: 'replace', value: { id: '7', displayName: 'Renamed', members: members(bo) } }, [bo], 'Renamed'],
    [{ op: 'replace', path: `${group}:displayName`, value: 'Renamed' }, [ann, bo], 'Renamed'],
  ]
  for (const [operation, left, name = 'News'] of forms) {
    const path = await aGroup(world, { displayName: 'News', members: members(ann, bo) })
    const { status, body } = await scim('PATCH', path, ops(operation))
    expect([operation, status, body]).toEqual([operation, 204, {}])
    const read = (await scim('GET', path)).body
    expect([operation, idsIn(read), read['displayName']]).toEqual([operation, left, name])
    await scim('DELETE', path)
  }
  const path = await aGroup(world, { displayName: 'News', members: members(ann) })
  await aGroup(world, { displayName: 'Other' })
  const refused: [object, number, string][] = [
    [{ op: 'add', path: 'members', value: members(999) }, 400, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ value: String(bo), type: 'Group' }] }, 400, 'invalidValue'],
    [{ op: 'replace', path: 'members[value eq "999"].display', value: 'x' }, 400, 'mutability'],
    [{ op: 'replace', path: 'displayName', value: 'other' }, 409, 'uniqueness'],
    [{ op: 'remove', path: 'displayName' }, 400, 'mutability'],
    [{ op: 'replace', path: 'displayName', value: ' ' }, 400, 'invalidValue'],
  ]
  for (const [operation, status, scimType] of refused) {
    const reply = await scim('PATCH', path, ops(operation))
    expect([operation, reply.status, reply.body['scimType']]).toEqual([operation, status, scimType])
  }
  expect(idsIn((await scim('GET', path)).body)).toEqual([ann])
  const answered = await scim(
    'PATCH',
    `${path}?attributes=members`,
    ops({ op: 'add', path: 'members', value: members(bo) }),
  )
  expect([answered.status, idsIn(answered.body)]).toEqual([200, [ann, bo]])
})

test('groups give the rights that the provider for the log-in maps them to, and take them away', async () => {
  const world = await aScimWorld()
  const { scim, sql, a } = world
  const [ann = 0, saver = 0, boss = 0] = await people(world, 'ann', 'saver', 'boss')
  await sql`update users set role = 'organization_admin' where id in (${saver}, ${boss})`
  await sql`update users set emergency_log_in = true where id = ${saver}`
  const [news, shop] = [await aList(sql, a.organizationId), await aList(sql, a.organizationId)]
  const role = await aRole(sql, a.organizationId, { campaign: ['read'] })
  const first = await aRole(sql, a.organizationId, {})
  const rights = { role: 'standard', permissions: {} } as const
  await aMapping(
    world,
    [
      { ...rights, group: 'News', role_id: role, mailing_list_ids: [news] },
      { ...rights, group: 'id-of-shop', permissions: { campaign: ['send'] }, mailing_list_ids: [shop] },
      { ...rights, group: 'Everywhere' },
      { ...rights, group: 'Admins', role: 'organization_admin' },
    ],
    { role_id: first },
  )
  const stateOf = async (id: number) => {
    const [row] = await sql`
      select role, role_id, permissions, to_jsonb(mailing_list_ids) as lists from users where id = ${id}`
    return row
  }
  const inNews = await aGroup(world, { displayName: 'News', members: members(ann) })
  expect(await stateOf(ann)).toEqual({ role: 'standard', role_id: role, permissions: {}, lists: [news] })
  const inShop = await aGroup(world, { displayName: 'Shop', externalId: 'id-of-shop', members: members(ann) })
  expect(await stateOf(ann)).toEqual({
    role: 'standard',
    role_id: role,
    permissions: { campaign: ['send'] },
    lists: [news, shop],
  })
  // A group that says nothing of lists sees all; without it, they are fewer again.
  const everywhere = await aGroup(world, { displayName: 'Everywhere', members: members(ann) })
  expect(await stateOf(ann)).toMatchObject({ lists: null })
  await scim('DELETE', everywhere)
  await scim('PATCH', inNews, ops({ op: 'remove', path: `members[value eq "${ann}"]` }))
  expect(await stateOf(ann)).toMatchObject({ role_id: first, lists: [shop] })
  // Renamed, it is another group.
  await scim('PATCH', inShop, ops({ op: 'remove', path: 'externalId' }))
  expect(await stateOf(ann)).toEqual({ role: 'standard', role_id: first, permissions: {}, lists: [] })
  const admins = await aGroup(world, { displayName: 'Admins', members: members(ann, boss, saver) })
  expect(await stateOf(ann)).toMatchObject({ role: 'organization_admin' })
  await scim('PUT', admins, { displayName: 'Admins', members: members(boss) })
  expect(await stateOf(ann)).toMatchObject({ role: 'standard' })
  // Whoever logs in without the provider keeps what they have.
  expect(await stateOf(saver)).toMatchObject({ role: 'organization_admin' })
  await sql`update users set role = 'standard' where id = ${saver}`
  const refused = await scim('DELETE', admins)
  expect([refused.status, refused.body['detail']]).toEqual([403, expect.stringContaining('administrator')])
  expect(await stateOf(boss)).toMatchObject({ role: 'organization_admin' })
  const { body } = await scim('POST', '/Users', { userName: 'new@example.com' })
  expect(await stateOf(Number(body['id']))).toEqual({
    role: 'standard',
    role_id: first,
    permissions: {},
    lists: [],
  })
})
