import { eventTypes } from '../../../src/contract/webhooks.ts'
import { until } from '../core/until.ts'
import { askForAddress, readMessage, signUp, type LivingOrganization } from './erasure.ts'

export const former = 'Zaphodx7.Quell@Former.Example'
export const victim = 'Zaphodx7.Quell@Victim.Example'
export const local = 'zaphodx7.quell'
export const other = 'jim.zaphod@victim.example'

/** Lists, a campaign that was read, autoresponders in every state, an import: all kinds of personal data. */
export async function aTraffic(world: LivingOrganization) {
  const { call, sql, organizationId, sink } = world
  await call('POST', 'webhooks', { name: 'Ear', url: 'https://ear.example/', event_types: [...eventTypes] })
  const d_from_email = 'news@sender.example'
  const { id: listId } = await call('POST', 'mailing_lists', { name: 'News', d_from_email })
  const list = `mailing_lists/${listId}`
  await call('POST', `${list}/custom_fields`, { name: 'Nick', field_type: 'text' })
  const responder = {
    trigger: 'api',
    content_format: 'text',
    content_subject: 'Hi',
    content_text: '%%api:a%%',
  }
  const { id: responderId } = await call('POST', `${list}/autoresponders`, { name: 'Hi', ...responder })
  const subscribers = `${list}/subscribers`
  const fields = { custom_fields: { Nick: local } }
  const { id: subscriberId } = await call('POST', subscribers, {
    email: former,
    status: 'unsubscribed',
    ...fields,
  })
  await call('POST', subscribers, { email: other })
  const { id: formId } = await call('POST', `${list}/web_forms`, {
    name: 'Door',
    consent_text: 'News, please.',
  })
  for (const email of [former, other]) await signUp(world, formId, email)
  await call('PUT', `${subscribers}/${former}`, { email: victim })

  const { id: campaignId } = await call('POST', `${list}/campaigns`, {
    name: 'Spring',
    segmentation_criteria_ad_hoc: [],
    contents: [{ subject: 'News', format: 'html', html: '<a href="https://shop.example/">shop</a>' }],
    dispatch_attributes: { from_email: d_from_email, begins_at: 'now' },
  })
  await until(() => sink.messages.length === 2)
  await until(async () => (await sql`select 1 from deliveries where state = 'accepted'`).length === 2)
  await readMessage(world, { listId, sourceId: campaignId, subscriberId })

  const set = (who: string, text: string) =>
    call('POST', `${subscribers}/${who}/trigger_autoresponders`, {
      autoresponder_ids: [responderId],
      content_replacement_fields: { a: text },
    })
  // One that is uncertain, one deferred, one not tried yet.
  sink.decide((stage, { to }) => (stage === 'dot' && to.toLowerCase().startsWith(local) ? 'close' : null))
  await set(victim, `Dear ${local}`)
  await world.react()
  sink.decide((stage, { to }) =>
    stage === 'rcpt' && to.toLowerCase().startsWith(local)
      ? { code: 450, text: `4.2.1 mailbox ${local} is busy` }
      : null,
  )
  await set(victim, `Dear ${local}`)
  await world.react()
  await set(victim, `Dear ${local}`)

  const theirs = { listId, sourceId: campaignId, subscriberId }
  await askForAddress(world, theirs, 'Zaphodx7.Quell@Later.Example')
  await call('PUT', `${subscribers}/${subscriberId}/pause`, { paused_until: '2027-06-01' })

  await call('POST', `${list}/subscriber_imports`, {
    column_mapping: ['email', 'status'],
    overwrite: true,
    overwrite_what: { status: true },
    overwrite_when_status: { active: true },
    file_source: {
      type: 'json',
      content: `Email,Status\n${victim},bounced\n${victim.toUpperCase()},active\n${victim},nonsense\n${other},nonsense\nnew@victim.example,active\n`,
    },
  })
  await world.importAll()
  const { id: secondId } = await call('POST', 'mailing_lists', { name: 'Offers' })
  await call('POST', `mailing_lists/${secondId}/subscriber_imports`, {
    column_mapping: ['email'],
    file_source: { type: 'json', content: `Email\n${victim}\nnew@victim.example\n` },
  })
  await world.importAll()

  const { id: suppressionId } = await call('POST', 'suppression_lists', { name: 'Never' })
  await call('POST', `suppression_lists/${suppressionId}/suppressed_addresses/create_multiple`, {
    data: [victim, other],
  })
  await call('POST', 'seed_lists', { name: 'Seeds', addresses_array: [victim, other] })
  await call('POST', `campaigns/${campaignId}/send_preview`, { recipients: [victim, other] })
  await sql`
    insert into system_mails (organization_id, to_email, subject, text) values (${organizationId}, ${victim}, 'A', 'A')`
  return { listId, secondId, subscribers, subscriberId, campaignId, responderId, suppressionId }
}

type Planted = { listId: number; subscriberId: number; responderId: number; campaignId: number }

/** What takes long to come about, as the server would write it. */
export async function plantRows(
  { sql, organizationId }: LivingOrganization,
  planted: Planted,
): Promise<void> {
  const { listId, subscriberId, responderId, campaignId } = planted
  const hit = { user_agent: 'Planted Reader', network: '198.51.100.0/24', at: '2026-01-02T03:04:05Z' }
  await sql`
    insert into soft_bounces (organization_id, subscriber_id, mailing_list_id, bounces, since, last_at)
    values (${organizationId}, ${subscriberId}, ${listId}, 7, '2026-02-01T01:01:01Z', '2026-02-02T02:02:02Z')`
  await sql`
    insert into early_reports (organization_id, campaign_id, subscriber_id, occasion, status, severity, diagnostic)
    values (${organizationId}, ${campaignId}, ${subscriberId}, 0, '5.9.9', 'hard', 'planted early report')`
  await sql`
    insert into reaction_causes (organization_id, autoresponder_id, subscriber_id, campaign_id)
    values (${organizationId}, ${responderId}, ${subscriberId}, ${campaignId})`
  await sql`
    insert into remote_identities (organization_id, mailing_list_id, distinct_id, subscriber_id)
    values (${organizationId}, ${listId}, 770077, ${subscriberId})`
  await sql`
    insert into remote_recipients (organization_id, campaign_id, subscriber_id, seq_id, distinct_id, custom_fields)
    values (${organizationId}, ${campaignId}, ${subscriberId}, 880088, 770077, '{"Town": "planted town"}')`
  await sql`
    insert into waiting_recipients (organization_id, campaign_id, subscriber_id, due_at)
    values (${organizationId}, ${campaignId}, ${subscriberId}, '2027-03-03T03:03:03Z')`
  await sql`
    insert into repeated_departures (organization_id, mailing_list_id, subscriber_id, left_at)
    values (${organizationId}, ${listId}, ${subscriberId}, '2026-04-04T04:04:04Z')`
  await sql`
    insert into earlier_sign_ups (organization_id, sign_up_id, token_hash, web_form_id, email, custom_fields,
      consent_version, language, given_at, given_ip, expires_at)
    select organization_id, id, sha256('planted'), web_form_id, 'planted.earlier@example.com', '{}', consent_version, 'pl',
      '2026-05-05T05:05:05Z', '203.0.113.55', '2026-06-06T06:06:06Z'
    from sign_ups where organization_id = ${organizationId} and email_key = ${former.toLowerCase()}`
  await sql`
    insert into message_events (organization_id, message_id, kind, at, details)
    select organization_id, id, 'opened', ${hit.at}::timestamptz, '{"note": "planted event"}' from messages where email_key = ${victim.toLowerCase()}`
  await sql`
    insert into message_hits (organization_id, message_id, hit_at, user_agent, purpose, is_head, network, machine, verdict_reason)
    select organization_id, id, ${hit.at}::timestamptz, ${hit.user_agent}, 'prefetch', false, ${hit.network}, true, 'planted reason'
    from messages where email_key = ${victim.toLowerCase()}`
}
