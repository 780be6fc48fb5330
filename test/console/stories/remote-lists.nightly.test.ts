import { expect, test } from 'vitest'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aServer } from '../../harness/core/server.ts'
import { aRemoteDatabase } from '../../harness/fakes/remote/postgresql.ts'
import { remoteFor } from '../../harness/fakes/remote/world.ts'

describeInBrowser('remote lists', () => {
  test('a database is connected, a list is created on it, and a query chooses the people of a campaign', async () => {
    const remote = await aRemoteDatabase()
    await remote.sql`
        create table customers as select n, n || '@example.com' as email, 'Name ' || n as first_name
        from generate_series(1, 30) n`
    const server = await aServer({ remote: remoteFor(remote.target).rules })
    const { page } = await aLoggedInPage(
      server,
      { role: 'system_admin' },
      { organizationId: 1, expectedFaults: [/status of 422 .*database_connections/] },
    )
    await page.goto('/console/o/1/lists/new')
    await page.getByLabel('Name of the list').waitFor()
    await page.goto('/console/system/databases')
    await page.getByText('No databases yet').waitFor()
    await lookAt(page, 'databases-empty')
    await page.getByLabel('Name', { exact: true }).fill('Shop')
    await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
    await page.getByRole('textbox', { name: 'Port' }).fill(String(remote.target.port))
    await page.getByLabel('Name of the database').fill(remote.target.databaseName)
    await page.getByRole('textbox', { name: 'User' }).fill(remote.target.username)
    await page.locator('input[type=password]').fill('open sesame')
    await page.getByRole('button', { name: 'Add the connection' }).click()
    await page.getByRole('button', { name: 'Test Shop' }).click()
    await page.getByText('The database does not offer TLS').waitFor()
    await lookAt(page, 'databases-problem')
    await page.getByRole('button', { name: 'Edit … Shop' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Encryption' }).click()
    await page.getByRole('option', { name: 'Not encrypted' }).click()
    await lookAt(page, 'databases-edit')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Test Shop' }).click()
    await page.getByText(/^It works/).waitFor()
    await lookAt(page, 'databases')

    await page.goto('/console/o/1/lists/new')
    await page.getByLabel('Name of the list').fill('Customers')
    await page.getByLabel('Sender address').fill('news@example.com')
    await page.getByLabel('The people of this list are in another database').check()
    await lookAt(page, 'list-new-remote')
    await page.getByRole('button', { name: 'Create the list' }).click()
    await page.getByRole('link', { name: 'Customers' }).filter({ visible: true }).first().click()
    await page.getByText('The people of this list are in another database.').waitFor()
    await lookAt(page, 'list-remote')

    await page.goto('/console/o/1/campaigns/new')
    await page.getByLabel('Name of the campaign').fill('May news')
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByRole('heading', { name: 'May news' }).waitFor()
    await page.getByRole('link', { name: /Who/ }).click()
    await page.getByLabel('Query').fill('select first_name from customers')
    await page.getByRole('button', { name: 'Run the query' }).click()
    await page.getByText('The query has no column email').waitFor()
    await page
      .getByLabel('Query')
      .fill('select email, n as distinct_id, first_name\nfrom customers\norder by n')
    await page.getByRole('button', { name: 'Run the query' }).click()
    await page.getByText('%%first_name%%').waitFor()
    await page.getByRole('cell', { name: 'Name 10', exact: true }).waitFor()
    await page.getByText('There are more rows.').waitFor()
    await lookAt(page, 'compose-remote')
    await expect
      .poll(async () => {
        const [row] = await server.sql.within(1)<{ sql: string | null }[]>`
            select segmentation_criteria_remote_sql as sql from campaigns`
        return row?.sql ?? ''
      })
      .toContain('distinct_id')
    await page.getByRole('link', { name: 'Next: What' }).click()
    await page.getByLabel('Subject').fill('Good day, %%First_Name%%')
    await page.getByText('Good day, Name 1', { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Preview as' }).click()
    await page.getByRole('option', { name: '7@example.com' }).click()
    await page.getByText('Good day, Name 7', { exact: true }).waitFor()
    await lookAt(page, 'compose-remote-what')
    await page.getByRole('link', { name: /Check/ }).click()
    await page.getByText('To the rows of the query, which are read when it starts.').waitFor()
    await lookAt(page, 'compose-remote-check')

    const sql = server.sql.within(1)
    await sql`update campaigns set state = 'scheduled', begins_at = now()`
    await sql`update campaigns set state = 'sending', started_at = now()`
    await sql`
        insert into remote_queries (organization_id, campaign_id, rows_read, duplicates, invalid_emails, suppressed)
        select 1, id, 500, 3, 1, 12 from campaigns`
    const [campaign] = await sql<{ id: number }[]>`select id from campaigns`
    await page.goto(`/console/o/1/campaigns/${campaign?.id}/live`)
    await page.getByText('500 rows read so far.').waitFor()
    await sql`update remote_queries set finished_at = now(), rows_read = 1234`
    await page.getByText('The query returned 1,234 rows.').waitFor()
    await lookAt(page, 'live-remote')
    await sql`update campaigns set state = 'finished', finished_at = now()`
    await page.goto(`/console/o/1/campaigns/${campaign?.id}/report`)
    await page.getByText('The query returned 1,234 rows.').waitFor()
    await page.getByText('On a suppression list').waitFor()
    await lookAt(page, 'report-remote')

    await page.goto('/console/system/databases')
    await page.getByRole('button', { name: 'Delete …' }).click()
    await dialog.getByRole('button', { name: 'Delete Shop' }).click()
    await dialog.getByText(/^Used by MailingList/).waitFor()
    await lookAt(page, 'databases-used')
  })
})
