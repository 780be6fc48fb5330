import { expect, test } from 'vitest'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'

describeInBrowser('the pages for readers of a list', () => {
  test('become public with fields, a look and texts of their own, each seen beside it before it is saved', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    await aField(server.sql, organizationId, listId, { name: 'City' })
    const sql = server.sql.everywhere()
    await sql`insert into brands (organization_id, name, color) values (${organizationId}, 'Alder & Finch', '#ffcc00')`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/lists/${listId}`)
    await page.getByRole('link', { name: 'Pages for readers' }).click()
    await page.getByRole('heading', { name: 'Pages for readers' }).waitFor()
    await page.getByLabel('Readers of your other lists can find and join this list').check({ force: true })
    await page.getByLabel('Name that readers see').fill('The monthly letter')
    await page.getByLabel('City').check()
    await page.getByRole('button', { name: 'Save the choice' }).click()
    await page.getByText('Saved. Readers see it from now on.').first().waitFor()
    expect(
      await sql`select is_public, public_name from list_preferences where mailing_list_id = ${listId}`,
    ).toEqual([{ is_public: true, public_name: 'The monthly letter' }])
    expect(await sql`select 1 from editable_fields where mailing_list_id = ${listId}`).toHaveLength(1)

    const [look, texts] = [page.frameLocator('iframe').first(), page.frameLocator('iframe').last()]
    await look.getByText('Alder & Finch').waitFor()
    await page.getByLabel('Imprint').fill('Letters Ltd')
    await look.getByText('Letters Ltd').waitFor()
    await page.getByRole('button', { name: 'Save the look' }).click()
    await expect
      .poll(() => sql`select imprint, name from brands where mailing_list_id = ${listId}`)
      .toEqual([{ imprint: 'Letters Ltd', name: '' }])

    await page.getByRole('combobox', { name: 'Language' }).last().click()
    await page.getByRole('option', { name: 'German' }).last().click()
    const title = page.getByLabel('Instead of: Möchten Sie sich abmelden?')
    await title.fill('Schade! <b>Wirklich?</b>')
    await texts.getByRole('heading', { name: 'Schade! <b>Wirklich?</b>' }).waitFor()
    await lookAt(page, 'list-readers')
    await page.getByRole('button', { name: 'Save 1 text' }).click()
    await expect
      .poll(() => sql`select language, key, text from public_texts`)
      .toEqual([{ language: 'de', key: 'askTitle', text: 'Schade! <b>Wirklich?</b>' }])
    await page.getByRole('combobox', { name: 'Page' }).last().click()
    await page.getByRole('option', { name: 'Preferences' }).click()
    await texts.getByRole('heading', { name: 'Ihre Einstellungen' }).waitFor()
    await lookAt(page, 'list-readers-preferences')
    await page.getByRole('combobox', { name: 'Page' }).last().click()
    await page.getByRole('option', { name: 'Web form', exact: true }).click()
    await texts.getByRole('heading', { name: 'Newsletter abonnieren' }).waitFor()
    await page.getByRole('combobox', { name: 'Page' }).last().click()
    await page.getByRole('option', { name: 'Mail of a web form' }).click()
    await page.getByLabel('Instead of: Anmeldung bestätigen').fill('Ja, ich will')
    await texts.getByRole('link', { name: 'Ja, ich will' }).waitFor()
    await lookAt(page, 'list-readers-form-mail')
  })

  test('a break is seen with the person, in the history, and ended', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    const sql = server.sql.everywhere()
    const [person] = await sql<{ id: number }[]>`
      insert into subscribers (organization_id, mailing_list_id, key)
      values (${organizationId}, ${listId}, 'ann@example.com') returning id`
    await sql`
      insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_until)
      values (${organizationId}, ${listId}, ${person?.id ?? 0}, now() + interval '7 days')`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/lists/${listId}/people/${person?.id}`)
    await page.getByText('On a break until').waitFor()
    await lookAt(page, 'person-break')
    await page.getByRole('button', { name: 'End the break' }).click()
    await page.getByText('On a break until').waitFor({ state: 'hidden' })
    await page.getByText('ended the break').waitFor()
  })
})
