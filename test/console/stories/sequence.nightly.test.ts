import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aList, anAutoresponder } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'

/** Holds PUTs back until `release`, which says how many had come by then. */
async function heldBack(page: Page, url: string): Promise<() => number> {
  let go = () => {}
  const open = new Promise<void>((resolve) => (go = resolve))
  let came = 0
  await page.route(url, async (route) => {
    if (route.request().method() === 'PUT') {
      came += 1
      await open
    }
    await route.fallback()
  })
  return () => {
    go()
    return came
  }
}

describeInBrowser('a sequence in the console', () => {
  test('is built step by step, changed in place, and shows who waits where', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const listId = await aList(sql, organizationId, { name: 'Newsletter' })
    const id = await anAutoresponder(sql, organizationId, listId, {
      content_subject: 'Welcome, and thank you',
    })
    const { page } = await aLoggedInPage(server)
    const path = `/console/o/${organizationId}/lists/${listId}/autoresponders/${id}`
    await page.goto(path)
    await page.getByText('Nothing follows the message.').waitFor()
    for (const name of ['First lesson', 'Second lesson']) {
      await page.getByRole('link', { name: 'Add a step' }).click()
      await page.getByRole('textbox', { name: 'Name of the step' }).fill(name)
      if (name === 'Second lesson') {
        await page.getByLabel('Then wait until this time of day').fill('09:00')
        await page.getByRole('checkbox', { name: 'Mon' }).check()
        await page.getByRole('checkbox', { name: 'Fri' }).check()
      }
      await page.getByLabel('Subject').fill(`${name} of the course`)
      if (name === 'Second lesson') await lookAt(page, 'step-new')
      await page.getByRole('button', { name: 'Add the step' }).click()
      await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor()
      await page.getByText(`${name} of the course`).waitFor()
    }
    await page.getByText('1 day later, then at the next 09:00 on Mon or Fri').waitFor()
    await page.getByRole('button', { name: 'Change wait and condition of Second lesson' }).click()
    await page.getByRole('combobox', { name: 'Only people who' }).click()
    await page.getByRole('option', { name: 'opened the previous message', exact: true }).click()
    await page.getByRole('combobox', { name: 'For everybody else' }).click()
    await page.getByRole('option', { name: 'the step is skipped' }).click()
    await lookAt(page, 'sequence-step-open')
    await page.getByRole('button', { name: 'Save the step' }).click()
    await page
      .getByText('Only if they opened the previous message. Otherwise this step is skipped.')
      .waitFor()
    await page.getByRole('button', { name: 'Change wait and condition of Second lesson' }).click()
    const form = page.getByRole('form', { name: 'Change wait and condition of Second lesson' })
    await form.getByRole('combobox', { name: 'Only people in this segment' }).click()
    await page.getByRole('option', { name: 'Conditions of this step alone' }).click()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    const save = page.getByRole('button', { name: 'Save the step' })
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('')
    await expect.poll(() => save.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('45')
    await lookAt(page, 'sequence-step-conditions')
    await save.click()
    await page.getByText('previous message, and they joined in the last 45 days.').waitFor()
    await page.getByRole('button', { name: 'Change wait and condition of Second lesson' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Value', exact: true }).inputValue()).toBe('45')
    await form.getByRole('button', { name: 'Back' }).click()
    const steps = await sql<{ id: number }[]>`select id from sequence_steps order by position`
    const [ann] = await sql<{ id: number }[]>`
        insert into subscribers (organization_id, mailing_list_id, key)
        values (${organizationId}, ${listId}, 'ann@example.com') returning id`
    await sql`
        insert into autoresponder_reactions (organization_id, autoresponder_id, mailing_list_id, subscriber_id,
          due_at, sequence_id, entered_at)
        values (${organizationId}, ${steps[1]?.id ?? 0}, ${listId}, ${ann?.id ?? 0}, now() + interval '2 days', ${id}, now())`
    await page.reload()
    await page.getByRole('link', { name: '1 person waits' }).waitFor()
    await lookAt(page, 'sequence')
    // Three moves before the first is answered: the last one wins.
    const release = await heldBack(page, '**/steps/*')
    await page.getByRole('button', { name: 'Move Second lesson up' }).click()
    await page.getByRole('button', { name: 'Move Second lesson up', disabled: true }).waitFor()
    await page.getByRole('button', { name: 'Move First lesson up' }).click()
    await page.getByRole('button', { name: 'Move First lesson up', disabled: true }).waitFor()
    await page.getByRole('button', { name: 'Move Second lesson up' }).click()
    await page.getByRole('button', { name: 'Move Second lesson up', disabled: true }).waitFor()
    expect(release()).toBe(1)
    const orderOf = async () => {
      const rows = await sql<{ name: string }[]>`
          select a.name from sequence_steps t join autoresponders a on a.id = t.id order by t.position`
      return rows.map(({ name }) => name)
    }
    await expect.poll(async () => (await orderOf())[0]).toBe('Second lesson')
    await page.waitForLoadState('networkidle')
    expect(await orderOf()).toEqual(['Second lesson', 'First lesson'])
    await page.getByRole('link', { name: '1 person waits' }).click()
    await page.getByRole('link', { name: 'ann@example.com' }).waitFor()
    await lookAt(page, 'sequence-people')
    await page.getByRole('link', { name: 'ann@example.com' }).click()
    await page.getByRole('heading', { name: 'Sequences' }).waitFor()
    await page.getByText(/^Second lesson, /).waitFor()
    await lookAt(page, 'person-in-a-sequence')
    await page.goBack()
    await page.getByRole('button', { name: 'Take out ann@example.com' }).click()
    await page.getByRole('button', { name: 'Take the person out' }).click()
    await page.getByRole('heading', { name: 'Nobody is waiting' }).waitFor()
    await page.goto(path)
    await page.getByRole('button', { name: 'Remove First lesson' }).click()
    await page.getByText('Nobody waits for it.').waitFor()
    await page.getByRole('button', { name: 'Remove the step' }).click()
    await page.getByText('First lesson of the course').waitFor({ state: 'detached' })
    const left = await sql`
        select a.name from sequence_steps t join autoresponders a on a.id = t.id where t.removed_at is null`
    expect([...left]).toEqual([{ name: 'Second lesson' }])
  })
})
