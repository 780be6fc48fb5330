import { expect, test } from 'vitest'
import { insertChangeToken } from '../../../src/store/responses/address-changes.ts'
import { createTrackingTokens } from '../../../src/tracking/token.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { aPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aField, aList, someOptions } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'
import type { Server } from '../../harness/core/server.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

/** An unsubscribe link of somebody on a list beside a public one, with fields that they can change. */
async function aReader({ sql, a: { organizationId }, secrets }: Server) {
  await sql`update organizations set name = 'Alder & Finch' where id = ${organizationId}`
  const listId = await aList(sql, organizationId, { name: 'Briefe aus dem Garten' })
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
  const [person] = await sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key)
    values (${organizationId}, ${listId}, 'anna.beispiel@example.com') returning id`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active) values (${organizationId}, ${listId}, 1)
    on conflict (organization_id, mailing_list_id) do update set active = 1`
  const sourceId = await aStartedCampaign(sql, organizationId, listId, { from_email: 'news@alder.example' })
  const ref = { organizationId, listId, source: 'campaign', sourceId, subscriberId: person?.id ?? 0 } as const
  return { garden, link: `/u/${createTrackingTokens(secrets).write({ kind: 'unsubscribe', ...ref })}` }
}

describeInBrowser('the page of preferences', () => {
  test('is reached from the unsubscribe link, and changes lists, details and pauses in German on a phone', async () => {
    const server = await aServer()
    const { link, garden } = await aReader(server)
    const page = await aPage(server, { locale: 'de-DE', javaScriptEnabled: false })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(link)
    await page.getByRole('link', { name: 'Auswählen, was Sie erhalten, oder eine Pause machen' }).click()
    await page.getByRole('heading', { name: 'Ihre Einstellungen' }).waitFor()
    await lookAt(page, 'preferences')
    await page.getByLabel('Küche').check()
    await page.getByRole('button', { name: 'Auswahl speichern' }).click()
    await page.getByText('Ihre Änderungen sind gespeichert.').waitFor()
    expect(await page.getByLabel('Küche').isChecked()).toBe(true)
    await page.getByLabel('Vorname').fill('Anna')
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('29')
    await page.getByRole('combobox', { name: 'Monat' }).selectOption({ label: 'Februar' })
    await page.getByRole('checkbox', { name: 'Gemüse' }).check()
    await page.getByRole('button', { name: 'Angaben speichern' }).click()
    await page.getByText('Ihre Änderungen sind gespeichert.').waitFor()
    expect(await page.getByLabel('Vorname').inputValue()).toBe('Anna')
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('31')
    await page.getByRole('button', { name: 'Angaben speichern' }).click()
    await page.getByText('Bitte prüfen Sie diese Angabe.').waitFor()
    await lookAt(page, 'preferences-fault')
    await page.getByLabel('Wie lange?').selectOption({ label: '8 Wochen' })
    await page.getByRole('button', { name: 'Pause beginnen' }).click()
    await page.getByText(/Sie erhalten bis zum .* keine Nachrichten\./).waitFor()
    await lookAt(page, 'preferences-paused')
    expect(await server.sql`select 1 from subscriber_pauses`).toHaveLength(2)
    await page.getByText('Adresse ändern').first().click()
    await page.getByLabel('Neue E-Mail-Adresse').fill('anna@neu.example')
    await lookAt(page, 'preferences-address')
    await page.getByRole('button', { name: 'Adresse ändern' }).click()
    await page.getByText('Wir haben eine Nachricht an beide Adressen gesendet.').waitFor()
    const [mail] = await server.sql<{ id: number }[]>`select address_change_id as id from system_mails`
    const made = await server.sql.begin((sql) =>
      insertChangeToken(sql, server.a.organizationId, { id: mail?.id ?? 0, isNew: false }),
    )
    const preferences = page.url()
    await page.goto(`/p/change/${made?.handle}`)
    await page.getByRole('heading', { name: 'Möchten Sie Ihre Adresse ändern?' }).waitFor()
    await lookAt(page, 'address-change')
    await page.getByRole('button', { name: 'Änderung bestätigen' }).click()
    await page.getByRole('heading', { name: 'Ihre Bestätigung ist gespeichert' }).waitFor()
    await page.getByRole('button', { name: 'Änderung verwerfen' }).click()
    await page.getByRole('heading', { name: 'Die Änderung ist verworfen' }).waitFor()
    await page.goto(preferences)
    await page.getByRole('button', { name: 'Alles abbestellen' }).click()
    await page.getByText('Sie haben alles abbestellt.').waitFor()
    await lookAt(page, 'preferences-left')
    const rows = await server.sql`select status from subscribers where mailing_list_id = ${garden}`
    expect([...rows]).toEqual([{ status: 'unsubscribed' }])
  })
})
