import { expect, test } from 'vitest'
import { until } from '../../harness/core/until.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aField, aList, anAutoresponder } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

describeInBrowser('sending rules and local times', () => {
  test('saves the time zone field, the spread and the rule, and takes them back', async () => {
    const server = await aServer()
    const { sql, a } = server
    const listId = await aList(sql, a.organizationId, { name: 'Newsletter' })
    await sql`
      insert into custom_fields (organization_id, mailing_list_id, name, field_type)
      values (${a.organizationId}, ${listId}, 'Time zone', 'text'), (${a.organizationId}, ${listId}, 'Age', 'number')`
    await sql`
      insert into special_sending_rules (organization_id, name, messages_max, messages_days)
      values (${a.organizationId}, 'Three a week', 3, 7)`
    const [campaign] = await sql<[{ id: number }]>`
      insert into campaigns (organization_id, mailing_list_id, name, has_dispatch, from_email)
      values (${a.organizationId}, ${listId}, 'May', true, 'news@example.com') returning id`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${a.organizationId}/campaigns/${campaign.id}/when`)
    await page.getByRole('combobox', { name: /In the time zone of each person/ }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Time zone'])
    await page.getByRole('option', { name: 'Time zone' }).click()
    await page.getByText('Sending follows the zones, from the earliest to the latest.').waitFor()
    await page.getByLabel('Spread evenly over hours').fill('4')
    await page.getByRole('combobox', { name: 'Rule', exact: true }).click()
    await page.getByRole('option', { name: 'Three a week' }).click()
    const saved = async () =>
      (
        await sql`select time_zone_field_id is not null as zones, spread_hours,
        special_sending_rule_id is not null as rule from campaigns`
      )[0]
    await expect.poll(saved).toEqual({ zones: true, spread_hours: 4, rule: true })
    await lookAt(page, 'compose-when')
    await page.getByLabel('Spread evenly over hours').fill('')
    await expect.poll(saved).toEqual({ zones: true, spread_hours: null, rule: true })
  })

  test('a rule is written in its three parts, is chosen for an autoresponder, and is deleted when nothing uses it', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const listId = await aList(sql, organizationId, { name: 'Newsletter' })
    await aField(sql, organizationId, null, { name: 'Country' })
    await aField(sql, organizationId, listId, { name: 'Town' })
    await aField(sql, organizationId, listId, { name: 'Zone' })
    const autoresponder = await anAutoresponder(sql, organizationId, listId)
    const { page } = await aLoggedInPage(server)
    const at = `/console/o/${organizationId}`
    await page.goto(`${at}/sending-rules`)
    await page.getByRole('heading', { name: 'No sending rules yet' }).waitFor()
    await lookAt(page, 'sending-rules-none')
    await page.getByRole('link', { name: 'New rule' }).filter({ visible: true }).first().click()
    await page.getByText('So far the rule does nothing').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Gently')
    await page.getByRole('button', { name: 'Add a condition' }).click()
    const what = page.getByRole('combobox', { name: 'What', exact: true })
    await what.click()
    const options = await page.getByRole('option').allTextContents()
    expect(options).toContain('Country')
    for (const ofOneList of ['Town', 'In another segment', 'Came with an import'])
      expect(options).not.toContain(ofOneList)
    await page.getByRole('option', { name: 'Opened a message' }).click()
    await page.getByRole('combobox', { name: 'How' }).click()
    await page.getByRole('option', { name: 'never', exact: true }).click()
    await page.getByText('Leaves out active people who did not open').waitFor()
    await page.getByLabel('At most messages').fill('3')
    await page.getByLabel('In so many days').fill('7')
    await page.getByText('Leaves out people who had 3 messages of campaigns in the last 7 days.').waitFor()
    await page.getByLabel('From').fill('09:00')
    await page.getByLabel('Until').fill('20:00')
    for (const day of ['Sat', 'Sun']) await page.getByRole('checkbox', { name: day }).uncheck()
    await page
      .getByText('Sends only from 09:00 to 20:00 on Mon–Fri, in the zone of the organization')
      .waitFor()
    await lookAt(page, 'sending-rule-new')
    await page.getByRole('button', { name: 'Save the rule' }).click()
    await page.getByText('Nothing uses this rule.').waitFor()
    const rule = async () =>
      (
        await sql`select id, clauses, messages_max, messages_days, send_from, send_until, send_days, time_zone_field,
          mailing_list_id from special_sending_rules`
      )[0]
    const made = await rule()
    expect(made).toMatchObject({
      clauses: [{ type: 'activity', activity: 'opened', operator: 'did_not', last_days: 30 }],
      messages_max: 3,
      messages_days: 7,
      send_from: '09:00',
      send_until: '20:00',
      send_days: [1, 2, 3, 4, 5],
      time_zone_field: null,
      mailing_list_id: null,
    })

    await page.goto(`${at}/lists/${listId}/autoresponders/${autoresponder}`)
    await page.getByRole('combobox', { name: 'Rule', exact: true }).click()
    await page.getByRole('option', { name: 'Gently' }).click()
    await page.getByText('Sends only from 09:00 to 20:00 on Mon–Fri').waitFor()
    await page.getByRole('button', { name: 'Save the settings' }).click()
    const chosen = async () => (await sql`select special_sending_rule_id as id from autoresponders`)[0]
    await expect.poll(chosen).toEqual({ id: made?.['id'] })
    await sql`
        insert into stat_slices (organization_id, autoresponder_id, day, skips_request, skips_error)
        values (${organizationId}, ${autoresponder}, current_date, 12, 1)`
    await page.reload()
    await page.getByText('A special sending rule left out 12 people. 1 person got no message').waitFor()
    await lookAt(page, 'autoresponder-with-rule')

    await page.getByRole('link', { name: 'Show the rule' }).click()
    await page.getByText('It cannot be deleted while the above use it').waitFor()
    await page.getByRole('combobox', { name: 'For campaigns and autoresponders of' }).click()
    await page.getByRole('option', { name: 'Newsletter' }).click()
    // The fields of the list are proposed once they have come.
    const field = page.getByRole('combobox', { name: 'Field with the time zone of each person' })
    const zone = page.getByRole('option', { name: 'Zone' })
    await until(async () => {
      await field.fill('')
      await field.fill('Zo')
      return zone.click({ timeout: 2000 }).then(
        () => true,
        () => false,
      )
    })
    await page.getByText('in the zone in the field “Zone”; until then people wait.').waitFor()
    await page.getByRole('button', { name: 'Save the rule' }).click()
    await page.getByText('Saved. It holds for everybody').waitFor()
    expect(await rule()).toMatchObject({
      mailing_list_id: listId,
      time_zone_field: 'Zone',
      clauses: made?.['clauses'],
    })
    await lookAt(page, 'sending-rule')
    await page.getByRole('link', { name: 'Autoresponder: Welcome' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    await sql`update autoresponders set special_sending_rule_id = null`
    await page.goto(`${at}/sending-rules`)
    await page.getByText('Leaves out people by a condition.').waitFor()
    await lookAt(page, 'sending-rules')
    await page.getByRole('link', { name: 'Gently' }).click()
    await page.getByRole('button', { name: 'Delete …' }).click()
    await page.getByRole('button', { name: 'Delete Gently' }).click()
    await page.getByRole('heading', { name: 'No sending rules yet' }).waitFor()
  })

  test('a report names the people whom a rule left out', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const listId = await aList(sql, organizationId, { name: 'Newsletter' })
    const campaign = await aStartedCampaign(sql, organizationId, listId, { name: 'Spring' })
    await sql`
      insert into campaign_stats (organization_id, campaign_id, recipients_total, recipients_sent, recipients_skip, sent_total,
        sent_accepted, skip_ssr_request)
      values (${organizationId}, ${campaign}, 100, 60, 40, 60, 60, 40)
      on conflict (organization_id, campaign_id) do update set skip_ssr_request = 40`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/campaigns/${campaign}/report`)
    await page.getByText('A special sending rule left out 40 people.').waitFor()
    await lookAt(page, 'report-with-rule')
  })
})
