import { test } from 'vitest'
import type { Page } from 'playwright-core'
import { createClient } from '../../../../src/client/api.ts'
import { createStep } from '../../../../src/contract/autoresponders/sequence-steps.ts'
import { createWebForm } from '../../../../src/contract/lists/forms/endpoints.ts'
import { createWebhook } from '../../../../src/contract/webhooks.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList, anAutoresponder } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'

/** Figures of the server's answers as they are where counting ended: so many rows would take minutes to make. */
async function change(page: Page, path: RegExp, figures: Record<string, number | boolean>) {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll(/"(\w+)":(?:\d+|true|false)/g, (whole, name: string) =>
      name in figures ? `"${name}":${String(figures[name])}` : whole,
    )
    await route.fulfill({ response, body: text })
  })
}

describeInBrowser('a figure that is a lower bound', () => {
  test('reads "or more" for events of a webhook, sign-ups of a form and people in a sequence', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const client = createClient({ url: server.url, credential: server.a.credential })
    const listId = await aList(server.sql, organizationId, { name: 'Newsletter' })
    const autoresponderId = await anAutoresponder(server.sql, organizationId, listId, { name: 'Course' })
    const ofList = { mailing_list_id: listId }
    const step = { name: 'Second lesson' }
    await client.call(createStep, { params: { ...ofList, id: autoresponderId }, body: step })
    const { data: form } = await client.call(createWebForm, { params: ofList, body: { name: 'Door' } })
    const hook = { name: 'Shop', url: 'https://hooks.example.com/quiver', event_types: ['scomp' as const] }
    const { data: webhook } = await client.call(createWebhook, { body: hook })
    const { page } = await aLoggedInPage(server)
    const at = (path: string) => page.goto(`/console/o/${organizationId}/${path}`)

    const events = { pending: 100_000, pending_is_exact: false, dead: 100_000, dead_is_exact: false }
    await change(page, /\/webhooks/, events)
    await at('settings/webhooks')
    await page.getByRole('link', { name: '100,000 or more' }).waitFor()
    await lookAt(page, 'webhooks-at-least')
    await at(`settings/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: 'Send all again' }).waitFor()
    await page.getByRole('button', { name: 'Delete the webhook …' }).click()
    await page.getByText('and 200,000 waiting events or more are deleted').waitFor()

    await change(page, /\/web_forms/, { pending: 100_000, pending_is_exact: false })
    await at(`lists/${listId}/forms`)
    await page.getByText('100,000 or more').waitFor()
    await at(`lists/${listId}/forms/${form.id}`)
    await page.getByText('0 confirmed, 100,000 or more waiting for confirmation.').waitFor()
    await page.getByText('100,000 or more people who have not confirmed yet').waitFor()

    await change(page, /\/sequence$/, { waiting: 10_000_000, waiting_is_exact: false })
    await at(`lists/${listId}/autoresponders/${autoresponderId}`)
    await page.getByText('10,000,000 people or more wait. 0 sent').first().waitFor()
    await page.getByRole('link', { name: '10,000,000 people or more wait' }).waitFor()
    await lookAt(page, 'sequence-at-least')
    await page.getByRole('button', { name: 'Remove Second lesson' }).click()
    await page.getByText('10,000,000 people or more wait for it and will continue').waitFor()
  })
})
