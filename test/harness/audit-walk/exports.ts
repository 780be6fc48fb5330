import type { Walk, World } from './world.ts'
import { exporterOf, exportUntilEnded } from '../exporting/stories.ts'
import { aList } from '../core/records.ts'

export const exportWalk: Walk = {
  'subscriber_export.created': async (world) => {
    const listId = await aList(world.sql, world.a.organizationId)
    return { method: 'POST', path: `mailing_lists/${listId}/subscriber_exports`, body: {}, as: world.a }
  },
  'subscriber_export.cancelled': async (world) => {
    const id = await anExport(world, { begins_at: '2099-01-01T00:00:00Z' })
    return { method: 'POST', path: `subscriber_exports/${id}/cancel`, as: world.a }
  },
  'subscriber_export.file_ended': async (world) => {
    const id = await anExport(world, {})
    await exportUntilEnded(exporterOf(world.url, world.folder), world.sql)
    return { method: 'DELETE', path: `subscriber_exports/${id}`, as: world.a }
  },
  'subscriber_export.downloaded': async (world) => {
    const id = await anExport(world, {})
    await exportUntilEnded(exporterOf(world.url, world.folder), world.sql)
    const { data } = await world.send('GET', `subscriber_exports/${id}`, undefined, world.a)
    const { download_url: link } = data.file as { download_url: string }
    // A page for people, which says that it works again later.
    return { method: 'GET', path: `../../..${new URL(link).pathname}`, as: world.a, faultStatus: 503 }
  },
}

async function anExport({ send, sql, a }: World, fields: object): Promise<number> {
  const listId = await aList(sql, a.organizationId)
  const { data } = await send('POST', `mailing_lists/${listId}/subscriber_exports`, fields, a)
  return data.id
}
