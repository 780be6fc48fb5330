import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drag } from '../harness/browser/drag.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { lookAt } from '../harness/browser/looks.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aList, recount } from '../harness/core/records.ts'
import { aServer } from '../harness/core/server.ts'
import { nightly } from '../harness/night.ts'

/** Drags a new block and an old one, and takes the second back and forth. */
async function arrange(page: Page) {
  const heads = () =>
    page
      .locator('[data-head]')
      .evaluateAll((all: HTMLElement[]) => all.map((one) => one.innerText.split('\n')[1]))
  const before = await heads()
  const tile = page.getByRole('list', { name: 'Add a block' }).getByText('Heading')
  const block = page.locator('.block')
  const until = page.locator('[data-edge]')
  await drag(page, { what: tile, to: block.first(), at: { x: 200, y: 6 }, until })
  await expect.poll(heads).toEqual(['Heading', ...before])
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Dragged here')
  const grip = page.locator('.block-grip').first()
  await drag(page, { what: grip, to: block.nth(2), at: { x: 200, y: 40 }, until })
  const moved = [...before.slice(0, 2), 'Heading', ...before.slice(2)]
  await expect.poll(heads).toEqual(moved)
  await page.keyboard.press('Control+z')
  await expect.poll(heads).toEqual(['Heading', ...before])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(heads).toEqual(moved)
  await page.getByRole('button', { name: 'Add before block 1' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Line' }).click()
  await expect.poll(heads).toEqual(['Line', ...moved])
  const heading = page.frameLocator('iframe[title="The message as it is shown"]').getByText('Dragged here')
  await heading.waitFor()
  await page.getByRole('button', { name: /Line$/ }).and(page.locator('[aria-expanded="true"]')).waitFor()
  const place = await heading.boundingBox()
  await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5)
  await page
    .getByRole('button', { name: /Heading/ })
    .and(page.locator('[aria-expanded="true"]'))
    .waitFor()
}

describeInBrowser('writing a campaign', () => {
  test('goes from nothing to sent, and what was written is what is sent', async () => {
    const server = await aServer()
    const { sql, a } = server
    const listId = await aList(sql, a.organizationId, { name: 'Newsletter' })
    await sql`
      insert into subscribers (organization_id, mailing_list_id, key, email, status)
      values (${a.organizationId}, ${listId}, 'anna@example.org', 'anna@example.org', 'active')`
    await recount(sql)
    await sql`
      insert into brands (organization_id, name, imprint) values (${a.organizationId}, 'Alder', '1 Street, 12345 Town')`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${a.organizationId}/campaigns/new`)
    await page.getByLabel('Name of the campaign').fill('May news')
    await page.getByRole('radio', { name: 'Letter', exact: true }).click()
    await lookAt(page, 'compose-new')
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('heading', { name: 'May news' }).waitFor()
    await page.getByLabel('Subject').fill('Good day, %%subscribers_email_adress%%')
    await page.getByText('Did you mean %%subscribers_email_address%%?').waitFor()
    await page.getByLabel('Subject').fill('Good day, %%subscribers_email_address%%')
    await page.getByRole('button', { name: /^Block 4, Text/ }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Yours, Anna')
    await page.getByRole('button', { name: /^Block 2, Text/ }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Written by hand.')
    await page.getByRole('button', { name: 'Down' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Text is now block 3.').waitFor()
    await page
      .frameLocator('iframe[title="The message as it is shown"]')
      .getByText('Written by hand.')
      .waitFor()
    await lookAt(page, 'compose-what')
    await arrange(page)
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /Who/ }).click()
    await page.getByLabel('Everybody who is active on the list').click()
    await page.getByText('1 person would get it now.').waitFor()
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /How/ }).click()
    await page.getByLabel('Sender address').fill('news@example.com')
    await page.getByText(/saved \d/).waitFor()
    await lookAt(page, 'compose-how')
    await page.getByRole('link', { name: 'Next: When' }).click()
    await page.getByRole('heading', { name: 'When it is sent' }).waitFor()
    await page.getByRole('link', { name: 'Next: Check' }).click()
    await page.getByText('There is a link to unsubscribe.').waitFor()
    // A former check may say that something is missing.
    await page.getByRole('button', { name: 'Send to 1 person', disabled: false }).waitFor()
    await lookAt(page, 'compose-check')
    await page.getByRole('button', { name: 'Send to 1 person' }).click()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Back')
    await page.getByRole('button', { name: 'Yes, send to 1 person' }).click()
    await page.waitForURL(/\/campaigns\/\d+\/live$/)
    const [sent] = await sql<{ state: string; html: string; text: string; subject: string }[]>`
      select c.state, t.html, t.text, t.subject from campaigns c join campaign_contents t on t.campaign_id = c.id`
    expect(sent).toMatchObject({ state: 'scheduled', subject: 'Good day, %%subscribers_email_address%%' })
    expect(sent?.html).toContain('>Written by hand.</p>')
    expect(sent?.text).toContain('Written by hand.')
  })

  nightly('says that somebody else saved it, and overwrites nothing unasked', async () => {
    const server = await aServer()
    const { sql, a } = server
    const listId = await aList(sql, a.organizationId, { name: 'Newsletter' })
    const { page } = await aLoggedInPage(server, undefined, { expectedFaults: [/status of 409/] })
    await page.goto(`/console/o/${a.organizationId}/campaigns/new?start=html`)
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByLabel('Subject').waitFor()
    await sql`update campaigns set updated_at = now() + interval '1 second' where mailing_list_id = ${listId}`
    await page.getByLabel('Subject').fill('Mine')
    await page.getByText('Somebody else saved this').waitFor()
    expect(await sql`select 1 from campaign_contents where subject = 'Mine'`).toHaveLength(0)
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText(/saved \d/).waitFor()
    expect(await sql`select 1 from campaign_contents where subject = 'Mine'`).toHaveLength(1)
    await page.getByRole('textbox', { name: 'HTML' }).fill('<p>Source</p>')
    await page.getByText(/saved \d/).waitFor()
    await lookAt(page, 'compose-html')
    // Left before it was saved: the next step does not take that for the work of somebody else.
    const steps = page.getByRole('navigation', { name: 'Steps' })
    const next = page.getByRole('heading', { name: 'Who gets it' })
    await page.route('**/campaigns/*', async (route) => {
      if (route.request().method() === 'PUT') await next.waitFor()
      await route.continue()
    })
    await page.getByLabel('Subject').fill('Left at once')
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await steps.getByRole('link', { name: /Who/ }).click()
    await saved
    await page.getByLabel('Everybody who is active on the list').click()
    await page
      .getByText('nobody would get it now.')
      .or(page.getByText('0 people would get it now.'))
      .waitFor()
    await steps.getByRole('link', { name: /What/ }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Left at once')
    await fetch(`${server.url}/ga/api/v2/mailing_lists/${listId}/templates`, {
      method: 'POST',
      headers: { Authorization: `Basic ${a.credential}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        template: { name: 'Letterhead', contents: [{ subject: 'Hello', html: '<p>Hello</p>' }] },
      }),
    })
    await page.goto(`/console/o/${a.organizationId}/templates`)
    await page.getByRole('heading', { name: 'From Quiver' }).waitFor()
    await page.getByText('Letterhead', { exact: true }).waitFor()
    await lookAt(page, 'templates')
  })
})
