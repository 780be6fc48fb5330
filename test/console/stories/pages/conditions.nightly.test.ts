import { expect, test } from 'vitest'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aField, aList, anAutoresponder, recount } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'

async function aTown() {
  const server = await aServer()
  const { sql, a } = server
  const { organizationId } = a
  const listId = await aList(sql, organizationId, { name: 'Newsletter' })
  const town = await aField(sql, organizationId, listId, { name: 'Town' })
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email, custom_fields)
    select ${organizationId}, ${listId}, email, email, jsonb_build_object(${String(town)}::text, place)
    from (values ('anna@alder.co', 'Berlin'), ('ben@alder.co', 'Bern')) people (email, place)`
  await recount(sql)
  const { page } = await aLoggedInPage(server, undefined, { expectedFaults: [/409/] })
  return { sql, organizationId, listId, page, at: `/console/o/${organizationId}` }
}

describeInBrowser('a block with a condition', () => {
  test('is written with the conditions of segments, and the preview shows who gets it', async () => {
    const { sql, page, at } = await aTown()
    await page.goto(`${at}/campaigns/new`)
    await page.getByLabel('Name of the campaign').fill('May')
    await page.getByRole('radio', { name: 'Blank', exact: true }).click()
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('button', { name: 'Heading', exact: true }).first().click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('See you in Berlin')
    await page.getByLabel('Show only to some people').check()
    await page.getByText('Everybody gets the block until a condition is complete.').waitFor()
    const add = page.getByRole('button', { name: 'Add a condition' })
    if ((await page.getByRole('combobox', { name: 'What', exact: true }).count()) === 0) await add.click()
    await page.getByRole('combobox', { name: 'What', exact: true }).click()
    await page.getByRole('option', { name: 'Town', exact: true }).click()
    await page.getByRole('group', { name: 'Town' }).getByRole('textbox', { name: 'Value' }).fill('Berlin')
    await page.getByText('for some people', { exact: true }).waitFor()
    await page.getByText(/saved \d/).waitFor()
    const frame = page.frameLocator('iframe[title="The message as it is shown"]')
    await frame.locator('[data-conditional]').getByText('See you in Berlin').waitFor()
    await lookAt(page, 'block-with-condition')
    const as = async (name: string) => {
      await page.getByRole('combobox', { name: 'Preview as' }).click()
      await page.getByRole('option', { name }).click()
    }
    await as('ben@alder.co')
    await frame.getByText('See you in Berlin').waitFor({ state: 'detached' })
    await as('anna@alder.co')
    await frame.getByText('See you in Berlin').waitFor()
    const [content] = await sql<{ html: string }[]>`select html from campaign_contents`
    expect(content?.html).toMatch(/%%show_if_0%%.*See you in Berlin.*%%end_if_0%%/s)
    await page.getByText('HTML', { exact: true }).first().click()
    await page.getByText('One block is for some people only. In the HTML it is for everybody.').waitFor()
    await page.getByRole('button', { name: 'Edit the HTML' }).click()
    await expect
      .poll(async () => (await sql<{ html: string }[]>`select html from campaign_contents`)[0]?.html)
      .not.toContain('show_if')
  })
})

describeInBrowser('what only a button saves', () => {
  test('is asked about before a link of the menu leads away', async () => {
    const { sql, organizationId, listId, page, at } = await aTown()
    const id = await anAutoresponder(sql, organizationId, listId, { name: 'Welcome', content_text: 'Hello' })
    await page.goto(`${at}/lists/${listId}/autoresponders/${id}/message`)
    await page.getByLabel('Subject').fill('Half a thought')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Segments', exact: true }).click()
    const asked = page.getByRole('dialog')
    await asked.getByText('What you changed on this page is not saved yet.').waitFor()
    await asked.getByRole('button', { name: 'Back' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Half a thought')
    await menu.getByRole('link', { name: 'Segments', exact: true }).click()
    await asked.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL(/\/segments$/)
    // Nothing is unsaved any more.
    await menu.getByRole('link', { name: 'Campaigns', exact: true }).click()
    await page.waitForURL(/\/campaigns$/)
  })

  test('does not replace a change by somebody else: pause and deletion name their version', async () => {
    const { sql, organizationId, listId, page, at } = await aTown()
    const id = await anAutoresponder(sql, organizationId, listId, {
      name: 'Welcome',
      content_subject: 'Hello',
      content_text: 'Hello %%unsubscribe_link%%',
    })
    await page.goto(`${at}/lists/${listId}/autoresponders/${id}`)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await sql`update autoresponders set updated_at = updated_at + interval '1 minute'`
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('alert').waitFor()
    expect(await sql`select paused from autoresponders`).toEqual([{ paused: false }])
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await sql`update autoresponders set updated_at = updated_at + interval '2 minutes'`
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    const asked = page.getByRole('dialog')
    await asked.getByRole('button', { name: /^Delete/ }).click()
    await asked.getByRole('alert').waitFor()
    await asked.getByRole('button', { name: /^Delete/ }).click()
    await page.waitForURL(/\/autoresponders\?/)
    expect(await sql`select from autoresponders where deleted_at is null`).toHaveLength(0)
  })
})
