import { expect, test } from 'vitest'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aField, aList, anAutoresponder } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'
import { aSubscriber, someReferences } from '../../harness/records/lists.ts'

describeInBrowser('a list', () => {
  test('gets how its campaigns are sent, and what its fields start with', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    await aField(server.sql, organizationId, listId, { name: 'City' })
    const sql = server.sql.everywhere()
    const { mta, seeds } = await someReferences(sql, organizationId)
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/lists/${listId}/settings`)
    await page.getByLabel('Most messages an hour').fill('5000')
    await page.getByRole('combobox', { name: 'Sent through' }).click()
    await page.getByRole('option', { name: 'Fast' }).click()
    // A click lands on the frame around it, as a person's does.
    await page.getByRole('combobox', { name: 'Seed lists' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Seeds' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Add headers to every message').check()
    await page.getByLabel('Headers, one per line').fill('X-Team: Marketing')
    await page.getByLabel('Test several versions').check()
    await page.getByLabel('Percentage who get a version').fill('20')
    await lookAt(page, 'list-defaults')
    await page.getByRole('button', { name: 'Save how it is sent' }).click()
    await page.getByText('Saved. New campaigns start with these settings.').waitFor()
    expect(
      await sql`
        select d_speed, d_virtual_mta_id, custom_headers, d_autowinner_enabled,
          d_autowinner_percentage::float as percentage from mailing_lists`,
    ).toEqual([
      {
        d_speed: 5000,
        d_virtual_mta_id: mta,
        custom_headers: 'X-Team: Marketing',
        d_autowinner_enabled: true,
        percentage: 20,
      },
    ])
    expect(await sql`select seed_list_id from mailing_list_seed_lists`).toEqual([{ seed_list_id: seeds }])
    await page.goto(page.url().replace(/\/settings$/, ''))
    await page.getByRole('link', { name: 'Fields' }).click()
    await page.getByRole('button', { name: 'Edit City' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Value at the start').fill('Graz')
    await lookAt(page, 'field-start')
    await dialog.getByRole('button', { name: 'Save the field' }).click()
    await expect
      .poll(() => sql`select default_string from custom_fields`)
      .toEqual([{ default_string: 'Graz' }])
  })
})

describeInBrowser('an autoresponder', () => {
  test('names its uncertain messages, and sends them again when somebody says so', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    const id = await anAutoresponder(server.sql, organizationId, listId)
    const person = await aSubscriber(server.sql, organizationId, listId, 'ann@example.com')
    const sql = server.sql.everywhere()
    await sql`
      insert into deliveries (organization_id, autoresponder_id, subscriber_id, occasion, state)
      values (${organizationId}, ${id}, ${person}, 1, 'uncertain')`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/lists/${listId}/autoresponders/${id}`)
    await page.getByRole('heading', { name: '1 message may or may not have been sent' }).waitFor()
    await page.getByRole('button', { name: 'Who they are' }).click()
    await page.getByText('ann@example.com').waitFor()
    await lookAt(page, 'autoresponder-uncertain')
    await page.getByRole('button', { name: 'Send again to 1' }).click()
    await page.getByRole('heading', { name: 'may or may not have been sent' }).waitFor({ state: 'hidden' })
    expect(await sql`select 1 from autoresponder_reactions where subscriber_id = ${person}`).toHaveLength(1)
  })
})
