import { expect, test } from 'vitest'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aList } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'

describeInBrowser('choosing when each person gets a campaign', () => {
  test(
    'saves the time zone field, the spread and the rule, and takes them back',
    { timeout: 60_000 },
    async () => {
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
      await expect.poll(saved, { timeout: 15_000 }).toEqual({ zones: true, spread_hours: 4, rule: true })
      await lookAt(page, 'compose-when')
      await page.getByLabel('Spread evenly over hours').fill('')
      await expect.poll(saved, { timeout: 15_000 }).toEqual({ zones: true, spread_hours: null, rule: true })
    },
  )
})
