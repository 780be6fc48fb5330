import type { Walk, World } from './world.ts'
import { settingsOf, workUntilEnded } from '../importing/stories.ts'
import { workUntilUndone } from '../undo/stories.ts'
import { aList } from '../core/records.ts'

export const importWalk: Walk = {
  'subscriber_import.log_downloaded': async (world) => {
    const { path } = await anEndedImport(world)
    return { method: 'GET', path: `${path}/logs/added`, as: world.a }
  },
  'subscriber_import.undo_requested': async (world) => {
    const { path } = await anEndedImport(world)
    return { method: 'POST', path: `${path}/undo`, as: world.a }
  },
  'subscriber_import.undo_log_downloaded': async (world) => {
    const { path } = await anEndedImport(world)
    await world.send('POST', `${path}/undo`, {}, world.a)
    await workUntilUndone(settingsOf(world.url, world.folder), world.sql)
    return { method: 'GET', path: `${path}/undo/logs/removed`, as: world.a }
  },
}

/** An import that adds one address. */
async function anEndedImport({ send, sql, url, folder, a }: World): Promise<{ path: string }> {
  const listId = await aList(sql, a.organizationId)
  const { data } = await send(
    'POST',
    `mailing_lists/${listId}/subscriber_imports`,
    { column_mapping: ['email'], file_source: { type: 'json', content: 'Email\nann@example.com\n' } },
    a,
  )
  await workUntilEnded(settingsOf(url, folder), sql)
  return { path: `subscriber_imports/${data.id}` }
}

/** A due import of an unsubscribed address. @returns its id. */
export async function anImportThatRevives({ send, sql, a }: World): Promise<number> {
  const list = `mailing_lists/${await aList(sql, a.organizationId)}`
  await send('POST', `${list}/subscribers`, { email: 'bo@example.com', status: 'unsubscribed' }, a)
  const { status, data } = await send(
    'POST',
    `${list}/subscriber_imports`,
    {
      column_mapping: ['email', 'status'],
      file_source: { type: 'json', content: 'Email,Status\nbo@example.com,active\n' },
      overwrite: true,
      overwrite_what: { status: true },
      overwrite_when_status: { unsubscribed: true },
    },
    a,
  )
  if (status !== 200) throw new Error(`the import was refused: ${status}`)
  return data.id
}
