import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { createTrackingTokens } from '../../../src/links/token.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { aPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aField, aList, someOptions } from '../../harness/core/records.ts'
import { aServer, type Server } from '../../harness/core/server.ts'
import { linkIn } from '../../harness/returned/forms.ts'
import { aPost } from '../../harness/returned/post.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

/** A list with a form, beside a public one, with fields that its people can change. */
async function aNewsletter({ app, sql, a: { organizationId, credential } }: Server) {
  await sql`update organizations set name = 'Alder & Finch' where id = ${organizationId}`
  const listId = await aList(sql, organizationId, {
    name: 'Briefe aus dem Garten',
    d_from_email: 'brief@alder.example',
  })
  const garden = await aList(sql, organizationId, { name: 'Küche' })
  await sql`
    insert into list_preferences (organization_id, mailing_list_id, is_public, description)
    values (${organizationId}, ${garden}, true, 'Rezepte, einmal im Monat.')`
  const fields = [
    { name: 'Vorname', field_type: 'text', required: true },
    { name: 'Geburtstag', field_type: 'day_of_year' },
    { name: 'Themen', field_type: 'select_multiple_checkboxes' },
    { name: 'Ort', field_type: 'select_single_dropdown' },
  ] as const
  for (const field of fields) {
    const id = await aField(sql, organizationId, listId, {
      ...field,
      instructions: field.name === 'Vorname' ? 'Für die Anrede.' : '',
    })
    if (field.field_type.startsWith('select'))
      await someOptions(sql, organizationId, id, ['Balkon', 'Gemüse', 'Werkzeug'])
    await sql`insert into editable_fields values (${organizationId}, ${listId}, ${id})`
  }
  const made = await app.inject({
    method: 'POST',
    url: `/ga/api/v2/mailing_lists/${listId}/web_forms`,
    headers: { authorization: `Basic ${credential}` },
    payload: { web_form: { name: 'Tür' } },
  })
  const { url } = made.json().data as { url: string }
  return { listId, garden, form: new URL(url).pathname }
}

/** The unsubscribe link of a message to the only subscriber of the list. */
async function unsubscribeLink({ sql, secrets, a: { organizationId } }: Server, listId: number) {
  const [person] = await sql<{ id: number }[]>`select id from subscribers where mailing_list_id = ${listId}`
  const sourceId = await aStartedCampaign(sql, organizationId, listId, { from_email: 'brief@alder.example' })
  const ref = { organizationId, listId, source: 'campaign', sourceId, subscriberId: person?.id ?? 0 } as const
  return `/u/${createTrackingTokens(secrets).write({ kind: 'unsubscribe', ...ref })}`
}

const narrow = { width: 390, height: 800 }

/** Until the server takes it: whoever is faster than two seconds is asked to press once more. */
async function signUp(page: Page, form: string): Promise<void> {
  await page.goto(form)
  await page.getByLabel('E-Mail-Adresse').fill('anna.beispiel@example.com')
  await page.getByLabel('Vorname').fill('Anna')
  const sent = page.getByRole('heading', { name: 'Bitte sehen Sie in Ihrem Postfach nach' })
  for (let pressed = 0; pressed < 200 && !(await sent.isVisible()); pressed += 1) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await answered
    await page.waitForLoadState()
  }
  await sent.waitFor()
}

describeInBrowser('a reader on a phone, in German', () => {
  test('signs up, confirms, chooses lists, changes details, pauses, changes the address, leaves and comes back', async () => {
    const server = await aServer()
    const post = await aPost(server)
    const { listId, garden, form } = await aNewsletter(server)
    const page = await aPage(server, { locale: 'de-DE', ...narrow })
    const statuses = async () =>
      (await server.sql`select status from subscribers order by mailing_list_id, id`).map(
        ({ status }) => status,
      )
    await signUp(page, form)
    const [asked = expect.fail()] = await post.deliver()
    await page.goto(linkIn(asked))
    await page.getByRole('button', { name: 'Ja, ich melde mich an' }).click()
    await page.getByRole('heading', { name: 'Sie sind angemeldet' }).waitFor()

    const leaving = await unsubscribeLink(server, listId)
    await page.goto(leaving)
    await page.getByRole('link', { name: 'Auswählen, was Sie erhalten, oder eine Pause machen' }).click()
    await page.getByRole('heading', { name: 'Ihre Einstellungen' }).waitFor()
    expect(await page.getByLabel('Vorname').inputValue()).toBe('Anna')
    await lookAt(page, 'preferences')
    await page.setViewportSize(narrow)
    await page.getByLabel('Küche').check()
    await page.getByRole('button', { name: 'Auswahl speichern' }).click()
    await page.getByText('Ihre Änderungen sind gespeichert.').waitFor()
    expect(await statuses()).toEqual(['active', 'active'])
    await page.getByLabel('Küche').uncheck()
    await page.getByRole('button', { name: 'Auswahl speichern' }).click()
    await page.getByText('Ihre Änderungen sind gespeichert.').waitFor()
    expect(await statuses()).toEqual(['active', 'unsubscribed'])
    await page.getByLabel('Küche').check()
    await page.getByRole('button', { name: 'Auswahl speichern' }).click()
    await page.getByText('Ihre Änderungen sind gespeichert.').waitFor()
    await page.getByLabel('Vorname').fill('Anne')
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('29')
    await page.getByRole('combobox', { name: 'Monat' }).selectOption({ label: 'Februar' })
    await page.getByRole('checkbox', { name: 'Gemüse' }).check()
    await page.getByRole('button', { name: 'Angaben speichern' }).click()
    await page.getByText('Ihre Änderungen sind gespeichert.').waitFor()
    expect(await page.getByLabel('Vorname').inputValue()).toBe('Anne')
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('31')
    await page.getByRole('button', { name: 'Angaben speichern' }).click()
    await page.getByText('Bitte prüfen Sie diese Angabe.').waitFor()
    await lookAt(page, 'preferences-fault')
    await page.setViewportSize(narrow)
    await page.getByLabel('Wie lange?').selectOption({ label: '8 Wochen' })
    await page.getByRole('button', { name: 'Pause beginnen' }).click()
    await page.getByText(/Sie erhalten bis zum .* keine Nachrichten\./).waitFor()
    await lookAt(page, 'preferences-paused')
    await page.setViewportSize(narrow)
    expect(await server.sql`select 1 from subscriber_pauses`).toHaveLength(2)

    await page.getByText('Adresse ändern').first().click()
    await page.getByLabel('Neue E-Mail-Adresse').fill('anna@neu.example')
    await lookAt(page, 'preferences-address')
    await page.setViewportSize(narrow)
    await page.getByRole('button', { name: 'Adresse ändern' }).click()
    await page.getByText('Wir haben eine Nachricht an beide Adressen gesendet.').waitFor()
    const preferences = page.url()
    const mails = await post.deliver()
    expect(mails.map(({ to }) => to?.[0]?.address ?? '').toSorted()).toEqual([
      'anna.beispiel@example.com',
      'anna@neu.example',
    ])
    const headings = ['Ihre Bestätigung ist gespeichert', 'Ihre Adresse ist geändert']
    for (const [place, mail] of mails.entries()) {
      await page.goto(linkIn(mail))
      await page.getByRole('heading', { name: 'Möchten Sie Ihre Adresse ändern?' }).waitFor()
      if (place === 0) await lookAt(page, 'address-change')
      await page.setViewportSize(narrow)
      await page.getByRole('button', { name: 'Änderung bestätigen' }).click()
      await page.getByRole('heading', { name: headings[place] ?? '' }).waitFor()
    }
    const addresses = await server.sql`select distinct coalesce(email, key) as email from subscribers`
    expect([...addresses]).toEqual([{ email: 'anna@neu.example' }])

    await page.goto(preferences)
    await page.getByText('Für anna@neu.example').waitFor()
    await page.getByRole('button', { name: 'Alles abbestellen' }).click()
    await page.getByText('Sie haben alles abbestellt.').waitFor()
    await lookAt(page, 'preferences-left')
    await page.setViewportSize(narrow)
    expect(await statuses()).toEqual(['unsubscribed', 'unsubscribed'])
    await page.goto(leaving)
    await page.getByRole('heading', { name: 'Sie sind bereits abgemeldet' }).waitFor()
    await page.getByRole('button', { name: 'Wieder anmelden' }).click()
    await page.getByRole('heading', { name: 'Sie sind wieder angemeldet' }).waitFor()
    await lookAt(page, 'way-back')
    const [back] = await server.sql`
      select mailing_list_id as list, coalesce(email, key) as email from subscribers where status = 'active'`
    expect([back?.['list'], back?.['email']]).toEqual([listId, 'anna@neu.example'])
    expect(garden).not.toBe(listId)
  })
})
