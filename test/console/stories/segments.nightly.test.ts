import { expect, test } from 'vitest'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aField, aList, anAutoresponder, someOptions, recount } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

describeInBrowser('a segment over everything', () => {
  test('asks for fields, messages, addresses, imports and other segments, and is the same when it is opened again', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    const town = await aField(server.sql, organizationId, listId, { name: 'Town' })
    const interests = await aField(server.sql, organizationId, listId, {
      name: 'Interests',
      field_type: 'select_multiple_checkboxes',
    })
    await aField(server.sql, organizationId, listId, { name: 'Birthday', field_type: 'date' })
    await someOptions(server.sql, organizationId, interests, ['Wine', 'Cheese', 'Bread'])
    const campaign = await aStartedCampaign(server.sql, organizationId, listId, { name: 'Spring offers' })
    await server.sql`
      insert into subscribers (organization_id, mailing_list_id, key, custom_fields)
      select ${organizationId}, ${listId}, 'p' || n || '@' || (array['example.com', 'example.org'])[1 + n % 2],
        jsonb_build_object(${String(town)}::text, (array['Berlin', 'Hamburg', 'Bern'])[1 + n % 3],
          ${String(interests)}::text, case when n % 4 = 0 then '["Wine","Bread"]'::jsonb else '["Cheese"]'::jsonb end)
      from generate_series(1, 120) n`
    await recount(server.sql)
    await server.sql`
      insert into message_responses (organization_id, campaign_id, subscriber_id, opens, first_opened_at)
      select ${organizationId}, ${campaign}, id, 1, now() from subscribers where key like 'p1%'`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/segments/new`)
    const subject = (row: number) => page.getByRole('combobox', { name: 'What', exact: true }).nth(row)
    const choose = async (row: number, name: string) => {
      await subject(row).click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await choose(0, 'Town')
    await page.getByText('Fill in every condition').waitFor()
    await page.getByRole('group', { name: 'Town' }).getByRole('textbox', { name: 'Value' }).fill('ber')
    await page.getByText('Active people who have a value for “Town” that contains “ber”.').waitFor()
    await page.getByText('80 people').waitFor()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await choose(1, 'Opened a message')
    await page.getByRole('combobox', { name: 'Which message' }).click()
    await page.getByRole('option', { name: 'of one campaign' }).click()
    await page.getByRole('combobox', { name: 'Campaign' }).click()
    await page.getByRole('option', { name: 'Spring offers' }).click()
    await page.getByText(', and opened the campaign “Spring offers”.').waitFor()
    await page.getByText('20 people').waitFor()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await choose(2, 'Interests')
    await page.getByRole('group', { name: 'Interests' }).getByRole('combobox', { name: 'Value' }).click()
    await page.getByRole('option', { name: 'Wine' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await choose(3, 'Domain of the address')
    const domains = page.getByRole('group', { name: 'Domain of the address' })
    await domains
      .getByRole('combobox', { name: 'Value' })
      .or(domains.getByRole('textbox', { name: 'Value' }))
      .first()
      .fill('example.org')
    await page.keyboard.press('Enter')
    await page.getByText('have an address at example.org').waitFor()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await choose(4, 'Birthday')
    await page.getByText('Nobody.').waitFor()
    await page.getByRole('group', { name: 'Birthday' }).getByRole('combobox', { name: 'How' }).click()
    await page.getByRole('option', { name: 'is blank', exact: true }).click()
    const sentence = page.getByText('and do not have a value for “Birthday”.')
    await sentence.waitFor()
    await lookAt(page, 'segment-everything')
    const text = await sentence.textContent()
    await page.getByLabel(/^Name/).fill('Wine lovers')
    await page.getByRole('button', { name: 'Save the segment' }).click()
    await page.getByText('Nothing uses this segment.').waitFor()
    await page.reload()
    await page.getByText(text ?? '').waitFor()
    await page.goto(`/console/o/${organizationId}/segments/new`)
    await choose(0, 'In another segment')
    await page.getByRole('combobox', { name: 'Value' }).click()
    await page.getByRole('option', { name: 'Wine lovers' }).click()
    await page.getByText('Active people who are in the segment “Wine lovers”.').waitFor()
    await page.getByLabel(/^Name/).fill('Around them')
    await page.getByRole('button', { name: 'Save the segment' }).click()
    await page.getByText('Nothing uses this segment.').waitFor()
    expect(await page.getByRole('combobox', { name: 'Value' }).inputValue()).toBe('Wine lovers')
    await anAutoresponder(server.sql, organizationId, listId)
    await server.sql`
      update autoresponders set segmentation_criteria_id = (select id from segments where name = 'Around them')`
    await page.reload()
    await page.getByRole('link', { name: 'Autoresponder: Welcome' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  })
})
