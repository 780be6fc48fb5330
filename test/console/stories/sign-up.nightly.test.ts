import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage, aPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { aServer, type Server } from '../../harness/core/server.ts'
import { linkIn } from '../../harness/returned/forms.ts'
import { aPost } from '../../harness/returned/post.ts'

async function aNewsletter({ sql, a: { organizationId } }: Server) {
  await sql`update organizations set name = 'Alder & Finch' where id = ${organizationId}`
  const sender = { name: 'Gartenbrief', d_from_email: 'brief@alder.example', d_from_name: 'Alder & Finch' }
  const listId = await aList(sql, organizationId, { ...sender, has_confirmed: true })
  await aField(sql, organizationId, listId, { name: 'Vorname' })
  return listId
}

describeInBrowser('a web form', () => {
  test('is made in the console, and a stranger signs up by it and confirms in German on a phone', async () => {
    const server = await aServer()
    const listId = await aNewsletter(server)
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${server.a.organizationId}/lists/${listId}/forms`)
    await page.getByRole('heading', { name: 'No forms yet' }).waitFor()
    await page.getByRole('link', { name: 'New form' }).filter({ visible: true }).first().click()
    await page.getByLabel(/^Name/).fill('Fuß der Seite')
    await page.getByLabel('Heading').first().fill('Der Gartenbrief')
    await page
      .getByLabel('What people agree to')
      .fill('Ich möchte den Gartenbrief bekommen (https://alder.example/datenschutz).')
    await page.getByRole('combobox', { name: 'Add a field' }).click()
    await page.getByRole('option', { name: 'Vorname' }).click()
    await page.getByLabel('Label of Vorname').fill('Ihr Vorname')
    await page.frameLocator('iframe').getByText('Ihr Vorname').waitFor()
    await lookAt(page, 'form-new')
    await page.getByRole('combobox', { name: 'Page of the preview' }).click()
    await page.getByRole('option', { name: 'The mail', exact: true }).click()
    await page.getByText('Subject: Please confirm your subscription to Gartenbrief').waitFor()
    await page.frameLocator('iframe').getByRole('link', { name: 'Confirm the subscription' }).waitFor()
    await lookAt(page, 'form-mail')
    await page.getByRole('button', { name: 'Create the form' }).click()
    await page.getByRole('heading', { name: 'Fuß der Seite' }).waitFor()
    await page.getByRole('heading', { name: 'Publish' }).waitFor()
    await lookAt(page, 'form-one')
    const shown = await page.getByTestId('copyable').first().innerText()

    const stranger = await aPage(server, {
      locale: 'de-DE',
      width: 390,
      expectedFaults: [/status of 422/],
    })
    await stranger.goto(new URL(shown).pathname)
    await stranger.getByRole('heading', { name: 'Der Gartenbrief' }).waitFor()
    await lookAt(stranger, 'sign-up')
    await stranger.setViewportSize({ width: 390, height: 800 })
    await stranger.getByLabel('E-Mail-Adresse').fill('anna.beispiel@example.com')
    await stranger.getByLabel(/Ihr Vorname/).fill('Anna')
    await stranger.getByRole('button', { name: 'Anmelden' }).click()
    await stranger.getByText('Bitte stimmen Sie zu').waitFor()
    await lookAt(stranger, 'sign-up-problem')
    await stranger.getByRole('checkbox').check()
    const asked = stranger.getByRole('heading', { name: 'Bitte sehen Sie in Ihrem Postfach nach' })
    do await press(stranger, 'Anmelden')
    while (!(await asked.isVisible()))
    await lookAt(stranger, 'sign-up-sent')

    const [mail = expect.fail()] = await (await aPost(server)).deliver()
    expect(mail.subject).toBe('Bitte bestätigen Sie Ihre Anmeldung zu Gartenbrief')
    const reader = await aPage(server, { locale: 'de-DE', width: 390 })
    await reader.goto(linkIn(mail))
    await reader.getByRole('heading', { name: 'Anmeldung bestätigen' }).waitFor()
    await lookAt(reader, 'sign-up-confirm')
    await reader.getByRole('button', { name: 'Ja, ich melde mich an' }).click()
    await reader.getByRole('heading', { name: 'Sie sind angemeldet' }).waitFor()
    await lookAt(reader, 'sign-up-thanks')

    await page.goto(`/console/o/${server.a.organizationId}/lists/${listId}/forms`)
    await page.getByRole('cell', { name: 'Fuß der Seite' }).waitFor()
    await lookAt(page, 'forms')
    const people = await server.sql`select key, status, confirmed from subscribers`
    expect([...people]).toEqual([{ key: 'anna.beispiel@example.com', status: 'active', confirmed: true }])
  })

  test('with a proof of work is sent once the browser has calculated, at its real difficulty', async () => {
    const server = await aServer()
    const listId = await aNewsletter(server)
    const made = await server.app.inject({
      method: 'POST',
      url: `/ga/api/v2/mailing_lists/${listId}/web_forms`,
      headers: { authorization: `Basic ${server.a.credential}` },
      payload: { web_form: { name: 'Door', proof_of_work: true } },
    })
    const { url } = made.json().data as { url: string }
    const page = await aPage(server, { locale: 'en-GB', width: 390 })
    await page.goto(new URL(url).pathname)
    const sent = page.getByRole('heading', { name: 'Please look into your mailbox' })
    let pressed = 0
    const workMs: number[] = []
    do {
      await page.getByLabel(/address/i).fill(`ann${(pressed += 1)}@example.com`)
      const startMs = performance.now()
      await press(page, 'Subscribe')
      workMs.push(Math.round(performance.now() - startMs))
      // Whoever is faster than two seconds is asked to press once more, and the work has to be done again.
    } while (!(await sent.isVisible()) && pressed < 50)
    console.log(`The proof of work took ${workMs.join(', ')} ms.`)
    expect([...(await server.sql`select email from sign_ups`)]).toEqual([
      { email: `ann${pressed}@example.com` },
    ])
  })
})

/** Until the next page is there. Whoever is faster than two seconds is asked to press once more. */
async function press(page: Page, name: string): Promise<void> {
  const next = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name }).click()
  await next
}
