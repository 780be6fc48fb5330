import { expect, test } from 'vitest'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aList, recount } from '../harness/core/records.ts'
import { aServer } from '../harness/core/server.ts'

describeInBrowser('a segment', () => {
  test('is built with groups, by keyboard too, counted while one types, saved and opened again, with consent too', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    await server.sql`
      insert into subscribers (organization_id, mailing_list_id, key, status, subscribe_time)
      select ${organizationId}, ${listId}, 'p' || n || '@example.com',
        case when n % 4 = 0 then 'bounced' else 'active' end, now() - n * interval '1 day'
      from generate_series(1, 100) n`
    await recount(server.sql)
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/segments`)
    // Until the answer is known, the action is beside the heading.
    await page.getByRole('heading', { name: 'No segments yet' }).waitFor()
    await page.getByRole('link', { name: 'New segment' }).filter({ visible: true }).first().click()
    // With the focus the choices open; Enter takes one, and on a closed select opens them again. The form stays.
    const what = page.getByRole('combobox', { name: 'What', exact: true })
    await page.getByLabel(/^Name/).fill('Too early')
    await what.press('Enter')
    await page.getByRole('option', { name: 'Joined', exact: true }).waitFor({ state: 'hidden' })
    await what.press('Enter')
    await page.getByRole('option', { name: 'Joined', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    // Who joined in the last 30 days, without those who bounced.
    await page.getByText('22 people').waitFor()
    const days = page.getByRole('textbox', { name: 'Value' })
    await days.fill('10')
    await page.getByText('Active people who joined in the last 10 days.').waitFor()
    await page.getByText('7 people').waitFor()
    await page.getByRole('button', { name: 'Add a group' }).click()
    const rows = page.getByRole('group', { name: 'Joined' })
    await rows.nth(1).getByRole('textbox', { name: 'Value' }).fill('4')
    await page.getByText('3 people').waitFor()
    await lookAt(page, 'segment')
    // Out of its group, above the first condition, and gone, and back.
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    expect(await rows.nth(0).getByRole('textbox', { name: 'Value' }).inputValue()).toBe('4')
    await rows.nth(0).getByRole('textbox', { name: 'Value' }).press('Alt+Delete')
    await page.getByText('7 people').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 people').waitFor()
    await page.getByLabel(/^Name/).fill('Newcomers')
    await page.getByRole('button', { name: 'Save the segment' }).click()
    await page.getByText('Nothing uses this segment.').waitFor()
    await page.reload()
    await page.getByText('3 people').waitFor()
    expect(await rows.count()).toBe(2)
    await someConsents(server, listId)
    await page.goto(`/console/o/${organizationId}/segments/new`)
    const choose = async (what: string, option: string) => {
      await page.getByRole('combobox', { name: what, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('What', 'Consented by a web form')
    await page.getByText('Active people who consented by a web form.').waitFor()
    await page.getByText('45 people').waitFor()
    await choose('Web form', 'Door')
    await choose('Version of the text', 'this version or a later one')
    await page.getByRole('textbox', { name: 'Number of the version' }).fill('2')
    await choose('When', 'in the last … days')
    await page.getByRole('textbox', { name: 'Value' }).fill('20')
    await choose('How', 'no')
    const sentence =
      'Active people who did not consent by the web form “Door” to version 2 of its text or a later one in the last 20 days.'
    await page.getByText(sentence).waitFor()
    await page.getByText('65 people').waitFor()
    await lookAt(page, 'segment-consent')
    await page.getByLabel(/^Name/).fill('Ask again')
    await page.getByRole('button', { name: 'Save the segment' }).click()
    await page.getByText('Nothing uses this segment.').waitFor()
    await page.reload()
    await page.getByText(sentence).waitFor()
    await page.getByText('65 people').waitFor()
    expect(await page.getByRole('combobox', { name: 'Web form' }).inputValue()).toBe('Door')
  })
})

/** Of the first sixty, one a day: an odd number to the second version of the text. */
async function someConsents(
  { sql, a: { organizationId } }: Awaited<ReturnType<typeof aServer>>,
  listId: number,
) {
  const own = { organization_id: organizationId, mailing_list_id: listId }
  const [form] = await sql<[{ id: number }]>`
    insert into web_forms ${sql({ ...own, name: 'Door', token: 'd'.repeat(22) })} returning id`
  await sql`
    insert into consent_texts (organization_id, web_form_id, version, text)
    select ${organizationId}, ${form.id}, version, 'Yes.' from generate_series(1, 2) version`
  await sql`
    insert into consents (organization_id, mailing_list_id, subscriber_id, email, email_key, web_form_id,
      consent_version, given_at, given_ip, confirmed_at, confirmed_ip)
    select organization_id, mailing_list_id, id, key, key, ${form.id}, 1 + n % 2, subscribe_time, '', now(), ''
    from (select *, substring(key, '[0-9]+')::integer as n from subscribers) s
    where n <= 60`
}
