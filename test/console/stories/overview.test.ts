import { expect, test } from 'vitest'
import { createClient } from '../../../src/client/api.ts'
import { createOrganization } from '../../../src/contract/organizations/endpoints.ts'
import { createWebhook } from '../../../src/contract/webhooks.ts'
import { closest, distanceTo } from '../../../console/app/palette/closeness.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aList, anAutoresponder, recount } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'
import { anImport } from '../../harness/records/lists.ts'

test('the palette takes a few letters of each word, and the closest name stands first', () => {
  const names = ['Your account', 'New campaign', 'Campaigns', 'All campaigns', 'Über uns']
  const found = (typed: string) => closest(typed, names, (name) => name)
  expect(found('cam')).toEqual(['Campaigns', 'New campaign', 'All campaigns'])
  expect(found('camp new')).toEqual(['New campaign'])
  expect(found('nwcmp')).toEqual(['New campaign'])
  expect(found('uber')).toEqual(['Über uns'])
  expect(found('')).toEqual(names)
  expect(distanceTo('wn', 'New campaign')).toBeNull()
})

describeInBrowser('the overview', () => {
  test('moves by the stream, and its line is read by keys and as a table', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const listId = await aList(sql, organizationId)
    const importId = await anImport(sql, organizationId, listId, {
      state: 'importing',
      source_filename: 'may.csv',
      started_at: new Date(),
      number_of_records: 1000,
      records_imported: 100,
      added: 100,
    })
    await sql`
      insert into subscriber_counts_by_day
      select ${organizationId}, ${listId}, current_date - n, 700 + (30 - n) * 10, 0, 0, 0, 0
      from generate_series(0, 29) n`
    const { page } = await aLoggedInPage(server)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/overview') && request.resourceType() === 'fetch') asked += 1
    })
    const isWatching = page.waitForRequest((request) => request.url().endsWith('/stream'))
    await page.goto(`/console/o/${organizationId}/overview`)
    await page.getByText('100 of 1,000').waitFor()
    await isWatching
    await sql`update jobs set progress = 400 where id = ${importId}`
    await page.getByText('400 of 1,000').waitFor()
    expect(asked).toBeLessThan(3)
    // The stream has begun, and what it missed was fetched: from here it alone moves the figure.
    const before = asked
    await sql`update jobs set progress = 700 where id = ${importId}`
    await page.getByText('700 of 1,000').waitFor()
    expect(asked).toBe(before)
    await lookAt(page, 'overview-runs')
    const line = page.getByRole('slider', { name: /^Active people of all lists/ })
    await line.focus()
    await page.keyboard.press('End')
    expect(await line.getAttribute('aria-valuetext')).toMatch(/: 1,000$/)
    await page.keyboard.press('ArrowLeft')
    expect(await line.getAttribute('aria-valuetext')).toMatch(/: 990$/)
    await page.keyboard.press('t')
    await page.getByRole('cell', { name: '990' }).waitFor()
    await sql`update jobs set state = 'finished', finished_at = now(), progress = 1000 where id = ${importId}`
    await page.getByText('Nothing is running.').waitFor()
  })

  test('has steps that check themselves, and says what needs somebody with the way there', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const listId = await aList(sql, organizationId)
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/overview`)
    const stepOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await stepOf('Create a list').getByText('done', { exact: true }).waitFor()
    await stepOf('Bring people in').getByText('open', { exact: true }).waitFor()
    await lookAt(page, 'overview-first-steps')
    await sql`
      insert into subscribers (organization_id, mailing_list_id, key, email)
      values (${organizationId}, ${listId}, 'anna@alder.co', 'anna@alder.co')`
    await recount(server.sql)
    const client = createClient({ url: server.url, credential: server.a.credential })
    await client.call(createWebhook, {
      body: { name: 'Shop', url: 'https://shop.example/', event_types: ['scomp'] },
    })
    await sql`update webhooks set active = false, failures = 9, last_error = 'answered 410'`
    const autoresponderId = await anAutoresponder(sql, organizationId, listId, { name: 'Welcome' })
    await sql`
      insert into reaction_turns (organization_id, autoresponder_id, served_at, waiting_for)
      values (${organizationId}, ${autoresponderId}, now(), 'sending quota')`
    await page.reload()
    await stepOf('Bring people in').getByText('done', { exact: true }).waitFor()
    await stepOf('Prove the domain').getByText('open', { exact: true }).waitFor()
    await page.getByText('Welcome does not send: it waits for sending quota.').waitFor()
    await page
      .getByText('The webhook Shop was switched off after an attempt that failed: answered 410.')
      .waitFor()
    await page.getByRole('link', { name: 'View: Shop' }).click()
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
    await page.goBack()
    await stepOf('Prove the domain').getByRole('link').click()
    await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor()
  })

  test('the switcher of organizations steps in and out, and the palette knows what was open', async () => {
    const server = await aServer()
    const client = createClient({ url: server.url, credential: server.system.credential })
    await client.call(createOrganization, { body: { name: 'Birch & Co' } })
    const { page } = await aLoggedInPage(server, { role: 'system_admin' }, { organizationId: 1 })
    await page.goto('/console/system/organizations')
    await page.getByRole('button', { name: /go to another organization$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Go to another organization' })
    await dialog.getByRole('button', { name: 'A', exact: true }).waitFor()
    await dialog.getByLabel('Name of an organization').fill('birch')
    await dialog.getByRole('button', { name: 'A', exact: true }).waitFor({ state: 'detached' })
    await lookAt(page, 'switcher')
    await dialog.getByRole('button', { name: 'Birch & Co' }).click()
    await page.getByText('What you do is recorded in its audit log').waitFor()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    // Inside of an organization the way to the next one is the same.
    await page.getByRole('button', { name: /^Birch & Co: go to another/ }).click()
    await dialog.getByRole('button', { name: 'Leave Birch & Co' }).click()
    await page.getByText('What you do is recorded in its audit log').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await lookAt(page, 'keys-page')
    await page.keyboard.press('Control+k')
    const palette = page.getByPlaceholder('A person, a campaign')
    // Once as it was open a moment ago, once as a page.
    await page.getByRole('dialog').getByRole('button', { name: 'Organizations' }).nth(1).waitFor()
    await lookAt(page, 'palette-recent')
    await palette.fill('lgot')
    await page.getByRole('button', { name: 'Log out' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await page.evaluate('sessionStorage.getItem("quiver-recent")')).toBeNull()
  })
})
