import { expect, test } from 'vitest'
import { anAutoresponderList, type Autoresponder } from '../../harness/records/autoresponders.ts'
import { aList } from '../../harness/core/records.ts'

test('a new autoresponder is answered in full', async () => {
  const { api, listId, path, create } = await anAutoresponderList()
  const { body } = await create({})
  expect(body.data).toEqual({
    id: expect.any(Number),
    mailing_list_id: listId,
    name: 'Welcome',
    paused: false,
    paused_at: null,
    updated_at: expect.any(String),
    trigger: 'subscription',
    triggered_on: null,
    delay: 'immediately',
    delay_amount: 0,
    delay_unit: null,
    delay_time: 0,
    trigger_include_subscribers_from_import: false,
    trigger_run_on_api: false,
    trigger_campaign_to_open_id: null,
    trigger_campaign_to_click_id: null,
    trigger_campaign_to_click_on_any_url: true,
    trigger_campaign_to_click_urls: [],
    trigger_autoresponder_to_open_id: null,
    trigger_autoresponder_to_click_id: null,
    trigger_autoresponder_to_click_on_any_url: true,
    trigger_autoresponder_to_click_urls: [],
    trigger_autoresponder_to_send_id: null,
    use_external_delivery_setting: true,
    bounce_email_user_id: null,
    bounce_email_domain_id: null,
    from_name: null,
    from_email: null,
    reply_to: null,
    virtual_mta_id: null,
    url_domain_id: null,
    track_opens: true,
    track_links: true,
    content_subject: '',
    content_attachments: [],
    content_document: null,
    content_format: 'html',
    content_language: 'codes',
    content_html: '',
    content_text: '',
    segmentation_criteria_id: null,
    segmentation_criteria_name: null,
    special_sending_rule_id: null,
    special_sending_rule_name: null,
  })
  const shown = await api.call('GET', `${path}/${body.data.id}`)
  expect(shown.body.data).toEqual(body.data)
  const listed = await api.call('GET', path)
  expect(listed.body).toMatchObject({
    data: [body.data],
    page: 0,
    per_page: 2000,
    num_records: 1,
    num_pages: 1,
  })
})

test('every field is kept, and an update leaves the others unchanged', async () => {
  const { api, sql, organizationId, path, create } = await anAutoresponderList()
  const [mta] = await sql<{ id: number }[]>`
    insert into virtual_mtas (organization_id, name, type) values (${organizationId}, 'V', 'ip_address') returning id`
  const [domain] = await sql<{ id: number }[]>`
    insert into url_domains (organization_id, domain) values (${organizationId}, 'example.com') returning id`
  await sql`
    insert into bounce_emails (organization_id, user_id, domain_id, email) values (${organizationId}, 4, 1, 'b@example.com')`
  const first = await create({ name: 'First' })
  const said = {
    name: 'Second',
    paused: true,
    trigger: 'autoresponder_click',
    trigger_autoresponder_to_click_id: first.body.data.id,
    trigger_autoresponder_to_click_urls: ['https://example.com/*', 'https://example.org/'],
    delay: 'with_delay',
    delay_amount: 3,
    delay_unit: 'weeks',
    delay_time: 7,
    use_external_delivery_setting: false,
    bounce_email_user_id: 4,
    bounce_email_domain_id: 1,
    from_name: 'Anna "A" Önder',
    from_email: 'Anna@example.com',
    reply_to: 'r@example.com',
    virtual_mta_id: mta?.id,
    url_domain_id: domain?.id,
    track_opens: false,
    track_links: false,
    content_subject: 'Hello %%name%%',
    content_format: 'both',
    content_html: `<p>${'ä'.repeat(300_000)}</p>`,
    content_text: 'line\nline',
  }
  const { body } = await create(said)
  expect(body.error_message).toBeNull()
  expect(body.data).toMatchObject({ ...said, trigger_autoresponder_to_click_on_any_url: false })
  const changed = await api.call<Autoresponder>('PUT', `${path}/${body.data.id}`, { name: 'Third' })
  expect(changed.body.data).toEqual({
    ...body.data,
    name: 'Third',
    updated_at: expect.any(String),
  })
})

test('a pause has the time at which it began', async () => {
  const { api, path, create } = await anAutoresponderList()
  const { id } = (await create({})).body.data
  const set = async (paused: unknown) =>
    (await api.call<Autoresponder>('PUT', `${path}/${id}`, { paused })).body.data
  const paused = await set('1')
  expect(paused).toMatchObject({ paused: true, paused_at: expect.stringMatching(/Z$/) })
  expect((await set(true))['paused_at']).toBe(paused['paused_at'])
  expect(await set(0)).toMatchObject({ paused: false, paused_at: null })
  expect((await create({ name: 'Born paused', paused: true })).body.data['paused_at']).not.toBeNull()
})

test('a name is unique on its list ignoring case, and free on another', async () => {
  const { api, sql, organizationId, path, create } = await anAutoresponderList()
  await create({})
  const taken = await create({ name: ' WELCOME ' })
  expect([taken.status, taken.body.error_message]).toEqual([422, 'name has already been taken'])
  const other = await create({ name: 'Other' })
  const renamed = await api.call('PUT', `${path}/${other.body.data.id}`, { name: 'welcome' })
  expect(renamed.body.error_message).toBe('name has already been taken')
  const elsewhere = await aList(sql, organizationId)
  const free = { name: 'Welcome', trigger: 'api' }
  expect((await api.call('POST', `mailing_lists/${elsewhere}/autoresponders`, free)).status).toBe(200)
})

test('all problems are reported together', async () => {
  const { create } = await anAutoresponderList()
  const { body } = await create({ delay: 'with_delay', virtual_mta_id: 9, trigger: 'autoresponder_send' })
  expect(body.error_message).toBe(
    'delay_amount must be at least 1, delay_unit cannot be blank, trigger_autoresponder_to_send_id cannot be blank, ' +
      'virtual_mta_id does not exist',
  )
})
