import { expect, test } from 'vitest'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aField, aList } from '../harness/core/records.ts'
import { aServer } from '../harness/core/server.ts'
import { changerOf, changeUntilEnded } from '../harness/records/changers.ts'

async function somePeople() {
  const server = await aServer()
  const { organizationId } = server.a
  const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
  const city = await aField(server.sql, organizationId, listId, { name: 'City' })
  await server.sql`
    insert into subscribers (organization_id, mailing_list_id, key, status, custom_fields)
    select ${organizationId}, ${listId}, (array['anna', 'ben', 'clara'])[1 + n % 3] || n || '@example.com',
      case when n % 10 = 0 then 'unsubscribed' else 'active' end, jsonb_build_object(${String(city)}::text, 'Bonn')
    from generate_series(1, 3000) n`
  await server.sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active, unsubscribed)
    values (${organizationId}, ${listId}, 2700, 300)`
  return { server, listId, ...(await aLoggedInPage(server)) }
}

describeInBrowser('people', () => {
  test('are found as one types, opened, and changed in place with a way back', async () => {
    const { page, server, listId } = await somePeople()
    await page.goto(`/console/o/${server.a.organizationId}/people?list=${listId}`)
    await page.getByText('3,000 people').waitFor()
    await lookAt(page, 'people')
    await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('clara299')
    await page.getByText('5 people').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('clara299')
    await page.getByRole('link', { name: 'clara2999@example.com' }).click()
    await page.getByRole('heading', { name: 'clara2999@example.com' }).waitFor()
    await page.getByText('joined', { exact: true }).waitFor()
    await lookAt(page, 'person')
    await page.getByRole('button', { name: 'Change City' }).click()
    await page.getByLabel('City').fill('Berlin')
    await page.keyboard.press('Enter')
    await page.getByText('Berlin').waitFor()
    await page.getByRole('button', { name: 'Undo the change of City' }).click()
    await page.getByText('Bonn').waitFor()
    await page.goBack()
    await page.getByText('5 people').waitFor()
    await page.getByRole('link', { name: 'clara2999@example.com' }).click()
    await page.getByRole('button', { name: 'Erase several addresses' }).click()
    const pasted = page.getByLabel('Addresses', { exact: true })
    await pasted.fill('clara2999@example.com, nobody\nCLARA2996@example.com')
    await page.getByText('nobody: not valid addresses.').waitFor()
    await pasted.fill('clara2999@example.com\nCLARA2996@example.com\nclara2996@example.com')
    await page.getByLabel('Type 2 to erase them').fill('2')
    await lookAt(page, 'person-erase-several')
    await page.getByRole('button', { name: 'Erase 2 addresses' }).click()
    await page.getByRole('heading', { name: 'People', exact: true }).waitFor()
    const left = await server.sql`select 1 from subscribers where key like 'clara299%'`
    expect(left).toHaveLength(3)
  })

  test('are chosen one by one or all that match, and changed by a job whose end is told', async () => {
    const { page, server, listId } = await somePeople()
    await page.goto(`/console/o/${server.a.organizationId}/people?list=${listId}&q=clara299`)
    await page.getByRole('checkbox', { name: 'Select clara299@example.com' }).click()
    await page.getByRole('checkbox', { name: 'Select clara2996@example.com' }).click({ modifiers: ['Shift'] })
    await page.getByText('3 people selected').waitFor()
    await lookAt(page, 'people-chosen')
    await page.getByRole('checkbox', { name: 'Select all that match' }).click()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await page.getByRole('button', { name: 'Deactivate 5 people' }).waitFor()
    await lookAt(page, 'people-deactivate')
    await page.getByRole('button', { name: 'Deactivate 5 people' }).click()
    await page.getByText('Deactivate: begins in a moment').waitFor()
    await changeUntilEnded(changerOf(server.databaseUrl), server.sql)
    await page.getByText('Deactivate: 4 people changed.').waitFor()
    await page.getByRole('cell', { name: 'deactivated' }).first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all that match' }).click()
    await page.getByRole('button', { name: 'Export …' }).click()
    await page.getByRole('button', { name: 'Export 5 people' }).click()
    await page.getByRole('heading', { name: 'Exports' }).waitFor()
    const [made] = await server.sql`select selection from subscriber_exports`
    expect(made).toEqual({ selection: { q: 'clara299' } })
  })
})
