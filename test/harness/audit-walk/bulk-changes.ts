import type { Walk, World } from './world.ts'
import { aList } from '../core/records.ts'

const body = { selection: { all: true }, action: 'delete' }

export const bulkChangeWalk: Walk = {
  'subscriber_bulk_change.created': async (world) => ({
    method: 'POST',
    path: await pathIn(world),
    body,
    as: world.a,
  }),
  'subscriber_bulk_change.cancelled': async (world) => {
    const { data } = await world.send('POST', await pathIn(world), body, world.a)
    return { method: 'POST', path: `subscriber_bulk_changes/${data.id}/cancel`, as: world.a }
  },
}

async function pathIn({ sql, a }: World): Promise<string> {
  return `mailing_lists/${await aList(sql, a.organizationId)}/subscriber_bulk_changes`
}
