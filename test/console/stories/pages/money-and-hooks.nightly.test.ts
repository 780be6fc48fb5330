import { expect, test } from 'vitest'
import { createClient } from '../../../../src/client/api.ts'
import { showSubscriberImport } from '../../../../src/contract/imports/endpoints.ts'
import { createWebhook } from '../../../../src/contract/webhooks.ts'
import { aDesk, chooseFile } from '../../../harness/browser/desk.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aServer } from '../../../harness/core/server.ts'

describeInBrowser('events of a webhook that were given up', () => {
  test('are shown with the reason, and one or all are sent again', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const client = createClient({ url: server.url, credential: server.a.credential })
    const url = 'https://hooks.example.com/quiver'
    const { data: webhook } = await client.call(createWebhook, {
      body: { name: 'Shop', url, event_types: ['scomp'] },
    })
    const sql = server.sql.within(organizationId)
    await sql`
      insert into webhook_events (organization_id, webhook_id, event_type, payload, dead_at, last_error)
      select ${organizationId}, ${webhook.id}, 'scomp', '{"event_type": "scomp"}', now(), 'It answered 404 Not Found.'
      from generate_series(1, 3)`
    const dead = async () =>
      (
        await sql<{ n: number }[]>`
        select count(*)::integer as n from webhook_events where dead_at is not null`
      )[0]?.n
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/settings/webhooks`)
    await page.getByRole('link', { name: 'Shop' }).click()
    await page.getByRole('heading', { name: 'Given up' }).waitFor()
    await page.getByText('It answered 404 Not Found.').nth(2).waitFor()
    await lookAt(page, 'webhook-given-up')
    await page
      .getByRole('button', { name: /^Send it again/ })
      .first()
      .click()
    await page.getByText('1 event is on the way again.').waitFor()
    await page.getByRole('button', { name: 'Send 2 again' }).waitFor()
    expect(await dead()).toBe(2)
    await page.getByRole('button', { name: 'Send 2 again' }).click()
    await page.getByRole('heading', { name: 'Given up' }).waitFor({ state: 'detached' })
    expect(await dead()).toBe(0)
  })
})

describeInBrowser('events that wait for a webhook', () => {
  test('are told with the time of the next attempt, which a press brings forward', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const client = createClient({ url: server.url, credential: server.a.credential })
    const url = 'https://hooks.example.com/quiver'
    const { data: webhook } = await client.call(createWebhook, {
      body: { name: 'Shop', url, event_types: ['scomp'] },
    })
    const sql = server.sql.within(organizationId)
    await sql`
      insert into webhook_events (organization_id, webhook_id, event_type, payload)
      values (${organizationId}, ${webhook.id}, 'scomp', '{"event_type": "scomp"}')`
    await sql`
      update webhooks set failures = 7, next_attempt_at = now() + interval '3 hours', last_error = 'It answered 503.'
      where id = ${webhook.id}`
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/settings/webhooks/${webhook.id}`)
    await page.getByText('1 event waits. The next attempt is at').waitFor()
    await page.getByText('Last fault: It answered 503.').waitFor()
    await lookAt(page, 'webhook-waiting')
    await page.getByRole('button', { name: 'Deliver now' }).click()
    await page.getByText('The next attempt begins at once.').waitFor()
    const [row] = await sql<{ next: Date | null }[]>`
      select next_attempt_at as next from webhooks where id = ${webhook.id}`
    expect(row).toEqual({ next: null })
  })
})

describeInBrowser('prepaid credits', () => {
  test('are added, removed and set by the operator, and the ledger has each line with its balance', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    await server.sql.within(organizationId)`
      update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
    const { page } = await aLoggedInPage(server, { role: 'system_admin' }, { organizationId: 1 })
    await page.goto(`/console/system/organizations/${organizationId}`)
    const panel = page.locator('section', { has: page.getByRole('heading', { name: /^Prepaid credits: / }) })
    const change = async (kind: string, value: string, then: string) => {
      await panel.getByRole('radiogroup').getByText(kind, { exact: true }).click()
      await panel.getByRole('textbox').fill(value)
      await panel.getByText(then).waitFor()
      await panel.getByRole('button', { name: new RegExp(`^${kind}`) }).click()
    }
    await change('Add', '500', '0 now, 500 afterwards.')
    await page.getByRole('heading', { name: 'Prepaid credits: 500' }).waitFor()
    await change('Remove', '120', '500 now, 380 afterwards.')
    await page.getByRole('heading', { name: 'Prepaid credits: 380' }).waitFor()
    await change('Set to', '1000', '380 now, 1,000 afterwards.')
    await page.getByRole('heading', { name: 'Prepaid credits: 1,000' }).waitFor()
    await lookAt(page, 'credits')
    await page.getByRole('link', { name: 'See the ledger' }).click()
    await page.getByRole('cell', { name: '+620' }).waitFor()
    const rows = (await page.getByRole('row').allInnerTexts()).slice(1)
    expect(rows.map((row) => row.split('\t').slice(-2))).toEqual([
      ['+620', '1,000'],
      ['-120', '380'],
      ['+500', '500'],
    ])
    await lookAt(page, 'credits-ledger')
    const own = await aLoggedInPage(server)
    await own.page.goto(`/console/o/${organizationId}/reports/credits`)
    await own.page.getByRole('cell', { name: '-120' }).waitFor()
  })
})

describeInBrowser('an import at a set time', () => {
  test('waits until then, and says so; cancelled, it imports nobody', async () => {
    const { page, at, client, keysOf } = await aDesk()
    await page.goto(`${at}/imports/new`)
    await page.getByText('Drop a file here').waitFor()
    await chooseFile(page, 'Email\nann@example.com\n')
    await page.getByRole('button', { name: 'Next: Rules' }).click()
    await page.getByLabel('At a set time, without a preview').check()
    const schedule = page.getByRole('button', { name: 'Schedule the import' })
    expect(await schedule.isDisabled()).toBe(true)
    await page.locator('input[type=datetime-local]').fill('2098-05-01T09:30')
    await lookAt(page, 'import-schedule')
    await schedule.click()
    await page.getByText(/^Starts at .*2098.*\.$/).waitFor()
    const id = Number(/imports\/(\d+)/.exec(page.url())?.[1])
    const state = async () => (await client.call(showSubscriberImport, { params: { id } })).data
    expect((await state()).begins_at).toMatch(/^2098-05-01T/)
    await lookAt(page, 'import-scheduled')
    await page.getByRole('button', { name: 'Cancel the import' }).click()
    await page.getByText(/^Starts at/).waitFor({ state: 'detached' })
    expect((await state()).state).toBe('cancelled')
    expect(await keysOf()).toEqual([])
  })
})
