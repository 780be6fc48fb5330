import { expect, test } from 'vitest'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'

const many = 3_000

describeInBrowser('an organization with thousands of lists', () => {
  test('finds each of them wherever a list is chosen, with the mouse and with the keyboard', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    await server.sql`
      insert into mailing_lists (organization_id, name)
      select ${organizationId}, 'Branch ' || n from generate_series(1, ${many}) n`
    const { page } = await aLoggedInPage(server)
    const list = page.getByRole('combobox', { name: /[Ll]ist/ }).first()

    await page.goto(`/console/o/${organizationId}/exports/new`)
    await list.click()
    await page.getByText('2,95').waitFor()
    await list.fill('Branch 2987')
    await page.getByRole('option', { name: 'Branch 2987' }).click()
    expect(await list.inputValue()).toBe('Branch 2987')
    // The choice is in the address: another page finds its name, too.
    await page.reload()
    await expect.poll(() => list.inputValue()).toBe('Branch 2987')
    await list.click()
    await page.getByRole('option', { name: 'Branch 1', exact: true }).waitFor()

    await page.goto(`/console/o/${organizationId}/imports/new`)
    await list.focus()
    await page.keyboard.type('branch 3000')
    await page.getByRole('option', { name: 'Branch 3000' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('tab').first().waitFor()
    expect(await list.inputValue()).toBe('Branch 3000')

    await page.goto(`/console/o/${organizationId}/people`)
    await list.fill('no such branch')
    await page.getByText('Nothing has this in its name.').waitFor()
  })
  test('and hundreds of segments and campaigns, finds the last of them by typing', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    await server.sql`
      insert into segments (organization_id, mailing_list_id, name, clauses)
      select ${organizationId}, ${listId}, 'Part ' || n, '[]' from generate_series(1, 601) n`
    await server.sql`
      insert into campaigns (organization_id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
      select ${organizationId}, ${listId}, 'Letter ' || n, 'finished', true, now(), now(), now() from generate_series(1, 601) n`
    const { page } = await aLoggedInPage(server)

    await page.goto(`/console/o/${organizationId}/exports/new?list=${listId}`)
    const part = page.getByRole('combobox', { name: 'Who?' })
    await part.fill('part 601')
    await page.getByRole('option', { name: 'Part 601' }).click()
    expect(await part.inputValue()).toBe('Part 601')
    // From now on it is among the first, also in another select.
    await page.goto(`/console/o/${organizationId}/segments/new?list=${listId}`)
    const choose = async (what: string, typed: string, option = typed) => {
      const select = page.getByRole('combobox', { name: what, exact: true })
      await select.fill(typed)
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('What', 'In another segment')
    await page.getByRole('combobox', { name: 'Value', exact: true }).click()
    // The first page may be shown before it is known who came last.
    await expect.poll(() => page.getByRole('option').first().textContent()).toBe('Part 601')
    await page.keyboard.press('Escape')

    await choose('What', 'Was sent a message')
    await page.getByRole('combobox', { name: 'Which message', exact: true }).click()
    await page.getByRole('option', { name: 'of one campaign' }).click()
    await choose('Campaign', 'letter 77', 'Letter 77')
    await page.getByText('Letter 77').last().waitFor()
    await lookAt(page, 'many-campaigns')
    // Of fields the page has all, and draws the first of them.
    await server.sql`
      insert into custom_fields (organization_id, mailing_list_id, name, field_type)
      select ${organizationId}, ${listId}, 'Detail ' || n, 'text' from generate_series(1, 601) n`
    await page.reload()
    const what = page.getByRole('combobox', { name: 'What', exact: true })
    await what.click()
    await page.getByText(/\d+ more: type a part of the name/).waitFor()
    expect(await page.getByRole('option').count()).toBeLessThan(150)
    await choose('What', 'detail 601', 'Detail 601')
    expect(await what.inputValue()).toBe('Detail 601')

    await server.sql`
      insert into subscriber_counts_by_day
      select ${organizationId}, ${listId}, current_date - n, 700 + (30 - n) * 10, 0, 0, 0, 0
      from generate_series(0, 29) n`
    await page.goto(`/console/o/${organizationId}/lists/${listId}`)
    await page.getByRole('heading', { name: 'Growth, 90 days' }).waitFor()
    await page.getByRole('heading', { name: 'Latest campaigns' }).waitFor()
    await lookAt(page, 'list-home')
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('heading', { name: 'Settings of Newsletter' }).waitFor()
  })
})
