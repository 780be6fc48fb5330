import type { Walk, AuditedCall, World } from './world.ts'
import { aList } from '../core/records.ts'

const kinds = [
  ['campaign', 'campaigns'],
  ['template', 'templates'],
  ['segment', 'segments'],
] as const

/** Of one pixel. */
const picture = { content: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' }

type Prepare = (world: World) => Promise<AuditedCall>

export const campaignWalk: Walk = {
  ...Object.fromEntries(
    kinds.flatMap(([kind, path]): [string, Prepare][] => [
      [
        `${kind}.created`,
        async (world) => ({ method: 'POST', path: await below(world, path), body: record, as: world.a }),
      ],
      [
        `${kind}.updated`,
        async (world) => ({ method: 'PUT', path: await made(world, path), body: { name: 'B' }, as: world.a }),
      ],
      [
        `${kind}.deleted`,
        async (world) => ({ method: 'DELETE', path: await made(world, path), as: world.a }),
      ],
    ]),
  ),
  'asset.created': async (world) => ({ method: 'POST', path: 'assets', body: picture, as: world.a }),
  'attachment.created': async (world) => ({
    method: 'POST',
    path: await below(world, 'attachments'),
    body: { filename: 'a.gif', ...picture },
    as: world.a,
  }),
  'asset.deleted': async (world) => {
    const { data } = await world.send('POST', 'assets', picture, world.a)
    return { method: 'DELETE', path: `assets/${data.id}`, as: world.a }
  },
  'brand.updated': ({ a }) => ({ method: 'PUT', path: 'brand', body: { color: '#123456' }, as: a }),
  'brand.updated of a list': async (world) => ({
    method: 'PUT',
    path: await below(world, 'brand'),
    body: { language: 'de' },
    as: world.a,
  }),
  'list_preferences.updated': async (world) => ({
    method: 'PUT',
    path: await below(world, 'preferences'),
    body: { is_public: true },
    as: world.a,
  }),
  'public_texts.updated': async (world) => ({
    method: 'PUT',
    path: await below(world, 'public_texts'),
    body: { language: 'en', texts: { leave: 'Go' } },
    as: world.a,
  }),
  'campaign.draft_kept': async (world) => ({
    method: 'PUT',
    path: `${await scheduled(world)}/draft`,
    body: { changes: { name: 'B' } },
    as: world.a,
  }),
  'campaign.draft_discarded': async (world) => ({
    method: 'DELETE',
    path: `${await scheduled(world)}/draft`,
    as: world.a,
  }),
  'campaign.updated by its draft': async (world) => {
    const path = await scheduled(world)
    await world.send('PUT', `${path}/draft`, { changes: { name: 'B' } }, world.a)
    return { method: 'POST', path: `${path}/draft/schedule`, as: world.a }
  },
  'campaign.paused': async (world) => ({
    method: 'POST',
    path: `${await made(world, 'campaigns')}/pause`,
    as: world.a,
  }),
  'campaign.resumed': async (world) => {
    const path = await made(world, 'campaigns')
    await world.send('POST', `${path}/pause`, undefined, world.a)
    return { method: 'POST', path: `${path}/resume`, as: world.a }
  },
  'campaign.uncertain_resent': async (world) => {
    const path = await made(world, 'campaigns')
    await world.sql`
      insert into deliveries (organization_id, campaign_id, subscriber_id, state)
      values (${world.a.organizationId}, ${Number(path.split('/')[1])}, 1, 'uncertain')`
    return { method: 'POST', path: `${path}/resend_uncertain`, as: world.a }
  },
  'campaign.cancelled': async (world) => ({
    method: 'POST',
    path: `${await made(world, 'campaigns')}/cancel`,
    as: world.a,
  }),
}

/** As if nothing was missing of it. */
async function scheduled(world: World): Promise<string> {
  const path = await made(world, 'campaigns')
  await world.sql`
    update campaigns set state = 'scheduled', has_dispatch = true, begins_at = '2099-01-01'
    where id = ${Number(path.split('/')[1])}`
  return path
}

const record = { name: 'A', clauses: [] }

async function below({ sql, a }: World, path: string): Promise<string> {
  return `mailing_lists/${await aList(sql, a.organizationId)}/${path}`
}

async function made(world: World, path: string): Promise<string> {
  return `${path}/${(await world.send('POST', await below(world, path), record, world.a)).data.id}`
}
