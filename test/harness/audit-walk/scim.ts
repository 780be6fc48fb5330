import { anActor, type Actor } from '../core/api.ts'
import type { Walk, World } from './world.ts'

async function aScimKey({ sql, secrets, a }: World): Promise<Actor> {
  const actor = await anActor(sql, secrets, a.organizationId)
  await sql`
    update api_keys set permissions = '{"scim": ["provision"]}', last_used_at = now() where id = ${actor.apiKeyId}`
  return actor
}

async function aGroup({ sql, a }: World): Promise<string> {
  const [row] = await sql`
    insert into scim_groups (organization_id, display_name) values (${a.organizationId}, 'News') returning id`
  return `/scim/v2/Groups/${row?.['id']}`
}

export const scimWalk: Walk = {
  'scim_group.created': async (world) => ({
    method: 'POST',
    path: '/scim/v2/Groups',
    body: { displayName: 'News' },
    as: await aScimKey(world),
    status: 201,
  }),
  'scim_group.updated': async (world) => ({
    method: 'PUT',
    path: await aGroup(world),
    body: { displayName: 'Shop' },
    as: await aScimKey(world),
  }),
  'scim_group.deleted': async (world) => ({
    method: 'DELETE',
    path: await aGroup(world),
    as: await aScimKey(world),
    status: 204,
  }),
}
