import { insertUserToken } from '../../../src/store/users/tokens.ts'
import { aUserWithPassword, password } from '../records/log-in.ts'
import { aField, aList, anAutoresponder } from '../core/records.ts'
import type { AuditedCall, Walk, World } from './world.ts'
import { campaignWalk } from './campaigns.ts'
import { bulkChangeWalk } from './bulk-changes.ts'
import { exportWalk } from './exports.ts'
import { importWalk } from './imports.ts'
import { messageWalk } from './messages.ts'
import { ownAccountWalk } from './own-account.ts'
import { readerWalk } from './readers.ts'
import { resourceWalk } from './resources.ts'
import { scimWalk } from './scim.ts'
import { senderDomainWalk } from './sender-domains.ts'
import { lockoutWalk, secondFactorWalk } from './second-factors.ts'
import { webFormWalk } from './web-forms.ts'
import { webhookWalk } from './webhooks.ts'
import { aSession, aUser } from '../records/sessions.ts'

const keys: Walk = {
  'api_key.created': ({ a }) => ({ method: 'POST', path: 'api_keys', body: aKey, as: a }),
  'api_key.created by a system administrator': ({ a, system }) => ({
    method: 'POST',
    path: `organizations/${a.organizationId}/api_keys`,
    body: aKey,
    as: system,
    organizationId: a.organizationId,
  }),
  'api_key.updated': async (world) => ({
    method: 'PUT',
    path: await newKey(world),
    body: { name: 'B' },
    as: world.a,
  }),
  'api_key.rotated': async (world) => ({
    method: 'POST',
    path: `${await newKey(world)}/rotate`,
    body: {},
    as: world.a,
  }),
  'api_key.revoked': async ({ send, a }) => ({
    method: 'POST',
    path: 'api_keys/revoke',
    body: { api_key: (await send('POST', 'api_keys', aKey, a)).data.api_key },
    as: a,
  }),
  'api_key.deleted': async (world) => ({ method: 'DELETE', path: await newKey(world), as: world.a }),
}

const aKey = { name: 'A', role: 'organization_admin' }

async function newKey({ send, a }: World): Promise<string> {
  return `api_keys/${(await send('POST', 'api_keys', aKey, a)).data.id}`
}

const aPerson = { full_name: 'Bo', email: 'bo@example.com', active: true, role: 'standard' }

async function newUser({ send, a }: World): Promise<string> {
  return `users/${(await send('POST', 'users', aPerson, a)).data.id}`
}

const aRule = { approval_rules: [{ kind: 'api_key' }] }

/** Two administrators, and a plan of the first to make a key. */
async function askedPlan(world: World) {
  const admin = () => aSession(world, world.a.organizationId, { role: 'organization_admin' })
  const [author, other] = [await admin(), await admin()]
  await world.send('PUT', 'approval_rules', aRule, author)
  const plan = { method: 'POST', path: 'api_keys', body: { api_key: { name: 'More' } } }
  return { author, other, plan: { plan } }
}

async function decided(world: World, verb: string): Promise<AuditedCall> {
  const { author, other, plan } = await askedPlan(world)
  const { data } = await world.send('POST', 'plans', plan, author)
  return { method: 'POST', path: `plans/${data.id}/${verb}`, body: { reason: 'So.' }, as: other }
}

const plans: Walk = {
  'plan.asked': async (world) => {
    const { author, plan } = await askedPlan(world)
    return { method: 'POST', path: 'plans', body: plan, as: author }
  },
  'plan.approved': (world) => decided(world, 'approve'),
  'plan.refused': (world) => decided(world, 'refuse'),
  'approval_rules.updated': async (world) => {
    const { author } = await askedPlan(world)
    await world.sql`delete from approval_rules`
    return { method: 'PUT', path: 'approval_rules', body: aRule, as: author }
  },
  'plan.applied': async ({ send, sql, a }) => {
    const path = `mailing_lists/${await aList(sql, a.organizationId)}/subscribers`
    const plan = {
      method: 'POST',
      path,
      body: { subscriber: { email: 'ann@example.com', status: 'active' } },
    }
    const { data } = await send('POST', 'plans', { plan }, a)
    return { method: 'POST', path: `plans/${data.id}/apply`, as: a }
  },
}

const users: Walk = {
  'user.created': ({ a }) => ({ method: 'POST', path: 'users', body: aPerson, as: a }),
  'user.updated': async (world) => ({
    method: 'PUT',
    path: await newUser(world),
    body: { role: 'organization_admin' },
    as: world.a,
  }),
  'user.deleted': async (world) => ({ method: 'DELETE', path: await newUser(world), as: world.a }),
  'user.invited': async (world) => ({
    method: 'POST',
    path: `${await newUser(world)}/invite`,
    as: world.a,
  }),
  'user.password_set': async (world) => {
    const { organizationId } = world.a
    const link = await insertUserToken(
      world.sql,
      organizationId,
      await aUser(world, organizationId),
      'invitation',
    )
    return { method: 'POST', path: 'log_in/password', body: { token: link?.token, password }, as: null }
  },
  'session.created': async (world) => {
    await aUserWithPassword(world)
    const body = { email: 'ann@example.com', password }
    // Tries are counted in a transaction before the check.
    return {
      method: 'POST',
      path: 'sessions',
      body,
      as: null,
      organizationId: world.a.organizationId,
      isChange: false,
    }
  },
  'session.refused': async (world) => {
    await aUserWithPassword(world)
    const body = { email: 'ann@example.com', password: 'wrong' }
    const { organizationId } = world.a
    return { method: 'POST', path: 'sessions', body, as: null, organizationId, status: 401, isChange: false }
  },
  'session.ended': async (world) => ({
    method: 'DELETE',
    path: 'sessions/current',
    as: await aSession(world, world.a.organizationId),
  }),
  'user.sessions_ended': async (world) => ({
    method: 'DELETE',
    path: 'sessions',
    as: await aSession(world, world.a.organizationId),
  }),
  'user.sessions_ended by an administrator': async (world) => ({
    method: 'DELETE',
    path: `${await newUser(world)}/sessions`,
    as: world.a,
  }),
}

const organizations: Walk = {
  'organization.created': ({ system }) => ({
    method: 'POST',
    path: 'organizations',
    body: { name: 'C' },
    as: system,
    organizationId: 'new',
  }),
  'organization.updated': ({ a }) => ({
    method: 'PUT',
    path: `organizations/${a.organizationId}`,
    body: { html_footer: 'bye' },
    as: a,
  }),
  'organization.updated by a system administrator': ({ a, system }) => ({
    method: 'PUT',
    path: `organizations/${a.organizationId}`,
    body: { subscriber_quota: { mode: 'visible_limit', limit: 5 } },
    as: system,
    organizationId: a.organizationId,
  }),
  'organization.delete_code_created': ({ a, system }) => ({
    method: 'GET',
    path: `organizations/${a.organizationId}/delete_confirmation_code`,
    as: system,
    organizationId: a.organizationId,
  }),
  'organization.deleted': async ({ send, a, system }) => {
    const path = `organizations/${a.organizationId}`
    const { data } = await send('GET', `${path}/delete_confirmation_code`, undefined, system)
    const { organizationId } = a
    return {
      method: 'DELETE',
      path: `${path}/confirmed/${String(data['delete_confirmation_code'])}`,
      as: system,
      organizationId,
    }
  },
  'organization.accessed': ({ a, system }) => ({
    method: 'GET',
    path: `organizations/${a.organizationId}/api_keys`,
    as: system,
    organizationId: a.organizationId,
    isChange: false,
  }),
}

const brake: Walk = {
  'sending_brake.updated': ({ a, system }) => ({
    method: 'PUT',
    path: `organizations/${a.organizationId}/sending_brake`,
    body: { bounce_limit: 5 },
    as: system,
    organizationId: a.organizationId,
  }),
  'sending_brake.released': async ({ a, system, sql }) => {
    await sql`insert into sending_brakes (organization_id, braked_at, reason)
      values (${a.organizationId}, now(), 'too many bounced')`
    const path = `organizations/${a.organizationId}/sending_brake/release`
    return { method: 'POST', path, as: system, organizationId: a.organizationId }
  },
}

const credits: Walk = Object.fromEntries(
  [
    ['added', 'add'],
    ['removed', 'remove'],
    ['set', 'set'],
  ].map(([kind, verb]) => [
    `credits.${kind}`,
    async ({ sql, a, system }: World) => {
      await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${a.organizationId}`
      await sql`insert into credit_balances (organization_id, available) values (${a.organizationId}, 100)`
      const path = `organizations/${a.organizationId}/${verb}_sending_credits`
      return {
        method: 'PUT',
        path,
        body: { credits: 7 },
        as: system,
        organizationId: a.organizationId,
      } as const
    },
  ]),
)

const records: Walk = {
  'mailing_list.deleted': async ({ send, sql, a }) => {
    const path = `mailing_lists/${await aList(sql, a.organizationId)}`
    const { data } = await send('GET', `${path}/delete_confirmation_code`, undefined, a)
    return { method: 'DELETE', path: `${path}/confirmed/${String(data['delete_confirmation_code'])}`, as: a }
  },
  'custom_field.created': async ({ sql, a }) => {
    const path = `mailing_lists/${await aList(sql, a.organizationId)}/custom_fields`
    return { method: 'POST', path, body: { name: 'City', field_type: 'text' }, as: a }
  },
  'custom_field.created for all lists': ({ a }) => ({
    method: 'POST',
    path: 'custom_fields',
    body: { name: 'City', field_type: 'text' },
    as: a,
  }),
  'custom_field.ordered': async ({ sql, a }) => {
    const listId = await aList(sql, a.organizationId)
    const id = await aField(sql, a.organizationId, listId, { name: 'City' })
    const path = `mailing_lists/${listId}/custom_fields/order`
    return { method: 'PUT', path, body: { custom_field_ids: [id] }, as: a }
  },
  'custom_field.ordered for all lists': async ({ sql, a }) => {
    const id = await aField(sql, a.organizationId, null, { name: 'City' })
    return { method: 'PUT', path: 'custom_fields/order', body: { custom_field_ids: [id] }, as: a }
  },
  'custom_field.deleted': async ({ sql, a }) => {
    const listId = await aList(sql, a.organizationId)
    const id = await aField(sql, a.organizationId, listId, { name: 'City' })
    return { method: 'DELETE', path: `mailing_lists/${listId}/custom_fields/${id}`, as: a }
  },
  'subscriber.reactivated': (world) => changedSubscriber(world, 'unsubscribed', 'active'),
  'subscriber.reactivated by setting off autoresponders': async ({ send, sql, a }) => {
    const listId = await aList(sql, a.organizationId)
    const path = `mailing_lists/${listId}/subscribers`
    await send('POST', path, { email: 'bo@example.com', status: 'unsubscribed' }, a)
    const id = await anAutoresponder(sql, a.organizationId, listId, { trigger: 'api' })
    const body = { autoresponder_ids: [id], reactivate_subscriber: true }
    return { method: 'POST', path: `${path}/bo@example.com/trigger_autoresponders`, body, as: a }
  },
  'subscriber.paused': async (world) => ({
    method: 'PUT',
    path: await newPerson(world),
    body: { paused_until: inAMonth },
    as: world.a,
  }),
  'subscriber.resumed': async (world) => {
    const path = await newPerson(world)
    await world.send('PUT', path, { paused_until: inAMonth }, world.a)
    return { method: 'PUT', path, body: { paused_until: null }, as: world.a }
  },
  'subscriber.data_downloaded': async (world) => ({
    method: 'GET',
    path: (await newPerson(world)).replace(/\/pause$/, '/data'),
    as: world.a,
  }),
  'subscriber.erased': async ({ send, sql, a }) => {
    const path = `mailing_lists/${await aList(sql, a.organizationId)}/subscribers`
    await send('POST', path, { email: 'bo@example.com' }, a)
    return { method: 'POST', path: 'subscribers/erase', body: { email: 'bo@example.com' }, as: a }
  },
  'autoresponder.uncertain_resent': async ({ sql, a }) => {
    const listId = await aList(sql, a.organizationId)
    const id = await anAutoresponder(sql, a.organizationId, listId, { trigger: 'api' })
    await sql`
      insert into deliveries (organization_id, autoresponder_id, subscriber_id, occasion, state)
      values (${a.organizationId}, ${id}, 1, 1, 'uncertain')`
    return { method: 'POST', path: `mailing_lists/${listId}/autoresponders/${id}/resend_uncertain`, as: a }
  },
  'autoresponder.created': async ({ sql, a }) => {
    const path = `mailing_lists/${await aList(sql, a.organizationId)}/autoresponders`
    return { method: 'POST', path, body: { name: 'Welcome', trigger: 'api' }, as: a }
  },
  'autoresponder.updated': async (world) => {
    const { path } = await aSequence(world)
    return { method: 'PUT', path, body: { paused: true }, as: world.a }
  },
  'autoresponder.deleted': async ({ sql, a }) => {
    const listId = await aList(sql, a.organizationId)
    const id = await anAutoresponder(sql, a.organizationId, listId)
    return { method: 'DELETE', path: `mailing_lists/${listId}/autoresponders/${id}`, as: a }
  },
  'autoresponder.step_created': async (world) => {
    const { path } = await aSequence(world)
    return { method: 'POST', path: `${path}/steps`, body: { name: 'Later' }, as: world.a }
  },
  'autoresponder.step_updated': async (world) => {
    const { path, stepId } = await aSequence(world)
    return { method: 'PUT', path: `${path}/steps/${stepId}`, body: { name: 'Later' }, as: world.a }
  },
  'autoresponder.step_removed': async (world) => {
    const { path, stepId } = await aSequence(world)
    return { method: 'DELETE', path: `${path}/steps/${stepId}`, as: world.a }
  },
  'autoresponder.person_removed': async (world) => {
    const { sql, a } = world
    const { path, listId, id, stepId } = await aSequence(world)
    await sql`
      insert into autoresponder_reactions (organization_id, autoresponder_id, mailing_list_id, subscriber_id, due_at,
        sequence_id, entered_at)
      values (${a.organizationId}, ${stepId}, ${listId}, 7, now(), ${id}, now())`
    return { method: 'DELETE', path: `${path}/places/7`, as: a }
  },
  'subscriber.status_changed': (world) => changedSubscriber(world, 'unsubscribed', 'bounced'),
}

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()

/** The path of the pause of a subscriber. */
async function newPerson({ send, sql, a }: World): Promise<string> {
  const path = `mailing_lists/${await aList(sql, a.organizationId)}/subscribers`
  return `${path}/${(await send('POST', path, { email: 'bo@example.com' }, a)).data.id}/pause`
}

async function aSequence({ send, sql, a }: World) {
  const listId = await aList(sql, a.organizationId)
  const id = await anAutoresponder(sql, a.organizationId, listId)
  const path = `mailing_lists/${listId}/autoresponders/${id}`
  return { path, listId, id, stepId: (await send('POST', `${path}/steps`, { name: 'Next' }, a)).data.id }
}

async function changedSubscriber({ send, sql, a }: World, from: string, to: string): Promise<AuditedCall> {
  const path = `mailing_lists/${await aList(sql, a.organizationId)}/subscribers`
  await send('POST', path, { email: 'bo@example.com', status: from }, a)
  return { method: 'PUT', path: `${path}/bo@example.com`, body: { status: to }, as: a }
}

/** A6: add a row for each new kind. The words after the kind name the variant. */
export const auditWalk: Walk = {
  ...scimWalk,
  ...keys,
  ...plans,
  ...users,
  ...secondFactorWalk,
  ...lockoutWalk,
  ...ownAccountWalk,
  ...organizations,
  ...credits,
  ...brake,
  ...records,
  ...readerWalk,
  ...resourceWalk,
  ...senderDomainWalk,
  ...exportWalk,
  ...bulkChangeWalk,
  ...importWalk,
  ...campaignWalk,
  ...webFormWalk,
  ...messageWalk,
  ...webhookWalk,
}
