import type { Actor } from '../core/api.ts'
import type { Walk, World } from './world.ts'
import { connectionInput, resourceKinds } from '../records/resources.ts'

/** Records of organization `a`, created by its own administrator or by a system administrator. */
type Maker = { path: string; input: object; changes: object; as: (world: World) => Actor; isNamed: boolean }

const connection = { subject: 'database_connection', path: 'database_connections' }

const ofOrganization = {
  subject: 'dkim_key',
  path: 'dkim_keys',
  input: { domain: 'example.com' },
  changes: { active: false },
  as: ({ a }: World) => a,
  isNamed: false,
}

const stream = {
  ...ofOrganization,
  subject: 'message_stream',
  path: 'message_streams',
  input: { name: 'Receipts' },
  changes: { body_days: 1 },
}
const template = {
  ...ofOrganization,
  subject: 'message_template',
  path: 'message_templates',
  input: { name: 'Order', text: 'Thanks.' },
  changes: { subject: 'Order' },
}

const provider = {
  ...ofOrganization,
  subject: 'log_in_provider',
  path: 'log_in_providers',
  input: { name: 'Work', issuer: 'https://login.example.com', client_id: 'quiver' },
  changes: { name: 'Office' },
}

const role = {
  ...ofOrganization,
  subject: 'user_role',
  path: 'roles',
  input: { name: 'Newsletters', permissions: { campaign: ['read'] } },
  changes: { permissions: {} },
}

const granted = resourceKinds.map((kind) => ({ ...kind, as: ({ system }: World) => system, isNamed: true }))
const own = resourceKinds
  .filter(({ ownWriter }) => ownWriter !== null)
  .map((kind) => ({ ...kind, as: ({ a }: World) => a, isNamed: false }))
const ofServer = {
  ...connection,
  input: connectionInput,
  changes: { name: 'Other' },
  as: ({ system }: World) => system,
  isNamed: false,
}

export const resourceWalk: Walk = {
  ...merge(
    [ofServer, ofOrganization, stream, template, provider, role, ...own].map((kind) =>
      lifeOf(kind.subject, kind),
    ),
  ),
  ...merge(granted.map((kind) => lifeOf(kind.subject, kind, ' by a system administrator'))),
  'suppressed_addresses.added': async (world) => ({
    method: 'POST',
    path: `${await newSuppressionList(world)}/create_multiple`,
    body: { data: ['bo@example.com'] },
    as: world.a,
  }),
  'suppressed_addresses.removed': async (world) => {
    const path = await newSuppressionList(world)
    await world.send('POST', `${path}/create_multiple`, { data: ['bo@example.com'] }, world.a)
    return { method: 'DELETE', path: `${path}/bo@example.com`, as: world.a }
  },
}

function merge(walks: Walk[]): Walk {
  return Object.fromEntries(walks.flatMap((walk) => Object.entries(walk)))
}

function lifeOf(subject: string, maker: Maker, by = ''): Walk {
  const placeOf = ({ a }: World) => (maker.isNamed ? `organizations/${a.organizationId}/` : '') + maker.path
  const make = async (world: World) => {
    const { status, data } = await world.send('POST', placeOf(world), maker.input, maker.as(world))
    if (status !== 200) throw new Error(`POST ${placeOf(world)} answered ${status}`)
    return `${placeOf(world)}/${data.id}`
  }
  const callOf = (world: World) => ({
    as: maker.as(world),
    ...(maker.isNamed ? { organizationId: world.a.organizationId } : {}),
  })
  return {
    [`${subject}.created${by}`]: (world) => {
      return { method: 'POST', path: placeOf(world), body: maker.input, ...callOf(world) }
    },
    [`${subject}.updated${by}`]: async (world) => {
      return { method: 'PUT', path: await make(world), body: maker.changes, ...callOf(world) }
    },
    [`${subject}.deleted${by}`]: async (world) => {
      return { method: 'DELETE', path: await make(world), ...callOf(world) }
    },
  }
}

async function newSuppressionList({ send, a }: World): Promise<string> {
  const { data } = await send('POST', 'suppression_lists', { name: 'A' }, a)
  return `suppression_lists/${data.id}/suppressed_addresses`
}
