import { insertChangeToken } from '../../../src/store/responses/address-changes.ts'
import { createTrackingTokens } from '../../../src/links/token.ts'
import { aField, aList, anAutoresponder } from '../core/records.ts'
import type { Walk, World } from './world.ts'

/** A fault of the server has a page of its own. */
const call = { method: 'POST', as: 'reader', faultStatus: 503 } as const

/** What people change by the links of their messages. */
export const readerWalk: Walk = {
  'subscriber.status_overwritten by a batch': async ({ sql, send, a }) => {
    const listId = await aList(sql, a.organizationId)
    const path = `mailing_lists/${listId}/subscribers`
    const subscriber = { email: 'bo@example.com', status: 'unsubscribed' }
    await send('POST', path, subscriber, a)
    const subscribers = [{ ...subscriber, status: 'active' }]
    const body = { subscribers, overwrite_when_status: { unsubscribed: true } }
    return { method: 'POST', path: `${path}/batch`, body, as: a }
  },
  'subscriber.joined': async (world) => {
    const { path } = await aPage(world)
    const garden = await aList(world.sql, world.a.organizationId)
    await world.sql`
      insert into list_preferences (organization_id, mailing_list_id, is_public)
      values (${world.a.organizationId}, ${garden}, true)`
    return { ...call, path: `${path}/lists`, body: `l=${garden}` }
  },
  'subscriber.details_changed': async (world) => {
    const { path, listId } = await aPage(world)
    const { organizationId } = world.a
    const fieldId = await aField(world.sql, organizationId, listId, { name: 'City' })
    await world.sql`insert into editable_fields values (${organizationId}, ${listId}, ${fieldId})`
    return { ...call, path: `${path}/details`, body: `w${fieldId}=&f${fieldId}=Berlin` }
  },
  'subscriber.address_changed': async (world) => {
    const { sql, send, a } = world
    const { path } = await aPage(world)
    await send('POST', `${path}/address`, 'email=new%40example.com', 'reader')
    const [wish] = await sql<{ id: number }[]>`select id from address_changes`
    const linkOf = async (isNew: boolean) => {
      const id = wish?.id ?? 0
      const link = await sql.begin((sql) => insertChangeToken(sql, a.organizationId, { id, isNew }))
      return `/p/change/${link?.handle}`
    }
    await send('POST', await linkOf(false), '', 'reader')
    return { ...call, path: await linkOf(true), body: '' }
  },
}

/** The page of preferences of a person, to which a message of an autoresponder leads. */
async function aPage({ send, sql, secrets, a }: World) {
  const { organizationId } = a
  const listId = await aList(sql, organizationId)
  const { data } = await send('POST', `mailing_lists/${listId}/subscribers`, { email: 'bo@example.com' }, a)
  const token = createTrackingTokens(secrets).write({
    kind: 'preferences',
    organizationId,
    listId,
    source: 'autoresponder',
    sourceId: await anAutoresponder(sql, organizationId, listId),
    subscriberId: data.id,
  })
  return { path: `/p/${token}`, listId }
}
