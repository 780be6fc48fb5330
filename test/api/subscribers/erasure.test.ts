import { expect, test } from 'vitest'
import { writeDeliveries } from '../../../src/store/campaigns/deliveries.ts'
import { aLivingOrganization, filesWith, tablesWith } from '../../harness/sending/erasure.ts'
import { aTraffic, local, other, victim } from '../../harness/sending/traffic.ts'

/** U3: after one call nothing of a person is left, wherever it was stored. */

test('one call removes a person from the database, the files and the log, and nothing of anyone else', async () => {
  const world = await aLivingOrganization()
  const { call, sql, organizationId } = world
  const { listId, secondId, responderId, campaignId } = await aTraffic(world)
  // Proves that the search works: it finds the person before the erasure.
  expect(await tablesWith(world, local)).toEqual([
    'address_changes',
    'autoresponder_reactions',
    'consents',
    'deliveries',
    'import_logs',
    'preview_mails',
    'seed_list_addresses',
    'sign_ups',
    'subscribers',
    'suppressed_addresses',
    'system_mails',
    'webhook_events',
  ])
  const others = () => sql`
    select t, count(*)::integer as rows from (
      select 'events' as t from webhook_events where payload::text like ${`%${other}%`}
      union all select 'logs' from import_logs where content like ${`%${other}%`}
      union all select 'subscribers' from subscribers where key = ${other}
      union all select 'consents' from consents where email_key = ${other}
      union all select 'sign-ups' from sign_ups where email_key = ${other}
      union all select 'suppressed' from suppressed_addresses where key = ${other}
      union all select 'seeds' from seed_list_addresses where email = ${other}
      union all select 'previews' from preview_mails where recipient = ${other}) one
    group by t order by t`
  const before = [...(await others())]
  expect(before.length).toBe(8)
  expect(await sql`select 1 from subscriber_pauses`).toHaveLength(1)

  expect((await sql`select 1 from hits`).length).toBeGreaterThanOrEqual(2)

  const erased = await call('POST', 'subscribers/erase', { erase: { email: victim.toUpperCase() } })
  // Only theirs were there.
  expect(await sql`select 1 from hits`).toHaveLength(0)
  expect(erased).toEqual({
    addresses: 1,
    subscribers: 2,
    suppressed_addresses: 1,
    seed_list_addresses: 1,
    webhook_events: expect.any(Number),
    import_log_lines: 4,
  })
  expect(erased['webhook_events']).toBeGreaterThanOrEqual(4)
  for (const word of [local, victim]) {
    expect(await tablesWith(world, word)).toEqual([])
    expect(await filesWith(world.folder, word)).toEqual([])
    expect(world.log().toLowerCase()).not.toContain(word.toLowerCase())
  }
  expect(world.log()).not.toBe('')
  expect([...(await others())]).toEqual(before)

  // The counters match the rows, and nothing is owed to the erased person.
  for (const id of [listId, secondId]) {
    const [row] = await sql`
      select active + bounced + unsubscribed as counted,
        (select count(*) from subscribers where mailing_list_id = ${id}) as there
      from subscriber_counts where mailing_list_id = ${id}`
    expect(row?.counted).toBe(row?.there)
  }
  const [slice] = await sql`
    select in_queue, sent_text, skips_error from stat_slices where autoresponder_id = ${responderId}`
  expect(slice).toEqual({ in_queue: 1, sent_text: 1, skips_error: 1 })
  const [stats] =
    await sql`select opens_unique, clicks_unique from stat_slices where campaign_id = ${campaignId}`
  expect(stats).toEqual({ opens_unique: 1, clicks_unique: 1 })
  for (const table of [
    'message_responses',
    'link_clicks',
    'autoresponder_reactions',
    'subscriber_pauses',
    'address_changes',
  ]) {
    expect([...(await sql`select * from ${sql(table)}`)]).toEqual([])
  }
  const [event] = await sql`select details from audit_events where kind = 'subscriber.erased'`
  expect(event?.details).toEqual({ ...erased, subscriber_ids: expect.any(Array) })
  expect([...(await sql`select octet_length(address_hmac) as n from erased_addresses where organization_id = ${organizationId}`)]).toEqual([{ n: 32 }]) // oxfmt-ignore
})

test('a suppressed address stays suppressed and may subscribe anew; a second erasure changes nothing', async () => {
  const world = await aLivingOrganization()
  const { call, sql } = world
  const { id } = await call('POST', 'mailing_lists', { name: 'News', d_from_email: 'a@sender.example' })
  await call('POST', `mailing_lists/${id}/subscribers`, { email: victim })
  const { id: never } = await call('POST', 'suppression_lists', { name: 'Never' })
  const path = `suppression_lists/${never}/suppressed_addresses`
  await call('POST', `${path}/create_multiple`, { data: [victim] })
  await call('POST', 'subscribers/erase', { email: victim })
  expect(await call('GET', path)).toMatchObject([{ address_type: 's' }])
  await call('POST', `mailing_lists/${id}/subscribers`, { email: victim })
  expect(await call('POST', 'subscribers/erase', { email: victim })).toMatchObject({ subscribers: 1 })
  expect(await call('POST', 'subscribers/erase', { email: victim })).toMatchObject({ subscribers: 0 })
  expect([...(await sql`select 1 from erased_addresses`)]).toHaveLength(1)
})

test('is rejected while imports could bring the address back, unless the call insists', async () => {
  const world = await aLivingOrganization()
  const { call, ask } = world
  const { id } = await call('POST', 'mailing_lists', { name: 'News' })
  await call('POST', `mailing_lists/${id}/subscribers`, { email: victim })
  const { id: importId } = await call('POST', `mailing_lists/${id}/subscriber_imports`, {
    begins_at: '2099-01-01T00:00:00Z',
    column_mapping: ['email'],
    file_source: { type: 'json', content: 'Email\na@b.example\n' },
  })
  const { status, body } = await ask('POST', 'subscribers/erase', { email: victim })
  expect(status).toBe(422)
  expect(body.error_message).toContain(`email may occur in unfinished imports (${importId})`)
  expect(await tablesWith(world, local)).toEqual(['subscribers'])
  const despite = { email: victim, despite_unfinished_imports: true }
  expect(await call('POST', 'subscribers/erase', despite)).toMatchObject({ subscribers: 1 })
  expect(await tablesWith(world, local)).toEqual([])
})

test('takes the files from finished dry runs, which could bring the address back', async () => {
  const world = await aLivingOrganization()
  const { call, ask } = world
  const { id: listId } = await call('POST', 'mailing_lists', { name: 'News' })
  const { id } = await call('POST', `mailing_lists/${listId}/subscriber_imports`, {
    dry_run: true,
    column_mapping: ['email'],
    file_source: { type: 'json', content: `Email\n${victim}` },
  })
  await world.importAll()
  await call('POST', 'subscribers/erase', { email: victim })
  const { status, body } = await ask('POST', `subscriber_imports/${id}/import`)
  expect([status, body.error_message]).toEqual([422, expect.stringContaining('until an address is erased')])
})

test('takes a header that is a row about the person from the import', async () => {
  const world = await aLivingOrganization()
  const { call } = world
  const { id: listId } = await call('POST', 'mailing_lists', { name: 'News' })
  await call('POST', `mailing_lists/${listId}/subscriber_imports`, {
    column_mapping: ['email'],
    file_source: { type: 'json', content: `${victim}\nodd\n` },
  })
  await world.importAll()
  expect(await tablesWith(world, local)).toEqual(['subscriber_imports'])
  await call('POST', 'subscribers/erase', { email: victim })
  expect(await tablesWith(world, local)).toEqual([])
})

test('deletes complete uploads, which could bring the address back; those in progress go on', async () => {
  const world = await aLivingOrganization()
  const { call, sql, organizationId } = world
  for (const [id, offset] of [
    [1, 10],
    [2, 9],
  ] as const) {
    await sql`
      insert into uploads (organization_id, id, filename, size_bytes, offset_bytes, spool_name)
      values (${organizationId}, ${id}, 'list.csv', 10, ${offset}, ${`file ${id}`})`
  }
  await call('POST', 'subscribers/erase', { email: victim })
  expect([...(await sql`select id from uploads`)]).toEqual([{ id: 2 }])
})

test('does not change the data of the person in another organization', async () => {
  const world = await aLivingOrganization()
  const { call, ask, b, sql } = world
  const { body } = await ask('POST', 'mailing_lists', { name: 'News' }, b)
  await ask('POST', `mailing_lists/${body.data.id}/subscribers`, { email: victim }, b)
  expect(await call('POST', 'subscribers/erase', { email: victim })).toMatchObject({ subscribers: 0 })
  expect([...(await sql`select key from subscribers`)]).toEqual([{ key: victim.toLowerCase() }])
})

test('on lists with another primary key erases every subscriber with the address', async () => {
  const world = await aLivingOrganization()
  const { call, sql } = world
  const { id } = await call('POST', 'mailing_lists', { name: 'Shops' })
  const { id: fieldId } = await call('POST', `mailing_lists/${id}/custom_fields`, {
    name: 'Number',
    field_type: 'text',
    required: true,
  })
  await call('PUT', `mailing_lists/${id}`, { primary_key_custom_field_id: fieldId })
  for (const [number, email] of [
    ['1', victim],
    ['2', victim],
    ['3', other],
  ] as const)
    // oxfmt-ignore
    await call('POST', `mailing_lists/${id}/subscribers`, { email, custom_fields: { Number: number } })
  expect(await call('POST', 'subscribers/erase', { email: victim })).toMatchObject({ subscribers: 2 })
  expect([...(await sql`select key from subscribers`)]).toEqual([{ key: '3' }])
})

test('the answer of a mail server to a message in flight is not stored', async () => {
  const { call, sql, organizationId } = await aLivingOrganization()
  const { id: listId } = await call('POST', 'mailing_lists', { name: 'News' })
  const { id: campaignId } = await call('POST', `mailing_lists/${listId}/campaigns`, { name: 'Spring' })
  const ids: number[] = []
  for (const email of [victim, other]) {
    ids.push((await call('POST', `mailing_lists/${listId}/subscribers`, { email })).id)
  }
  await call('POST', 'subscribers/erase', { email: victim })
  const bounced = { state: 'bounced', contentId: null, format: 'text', occasion: 0, attempts: 1 } as const
  const said = { retrySeconds: null, status: '5.1.1', diagnostic: `550 5.1.1 no ${local} here` }
  const outcomes = ids.map((subscriberId) => ({ subscriberId, ...bounced, ...said }))
  await sql.begin((inside) => writeDeliveries(inside, organizationId, { campaignId }, outcomes))
  expect([...(await sql`select diagnostic from deliveries order by subscriber_id`)]).toEqual([
    { diagnostic: null },
    { diagnostic: said.diagnostic },
  ])
})
