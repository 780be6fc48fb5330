import { expect, test } from 'vitest'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aList, anAutoresponder } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'

/** The last page before sending, and the one of a sequence. */

async function aListOfOne() {
  const server = await aServer()
  const { sql, a } = server
  const { organizationId } = a
  const listId = await aList(sql, organizationId, { name: 'Newsletter' })
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email, status)
    values (${organizationId}, ${listId}, 'anna@alder.co', 'anna@alder.co', 'active')`
  const { page } = await aLoggedInPage(server, undefined, { expectedFaults: [/422/] })
  return { sql, organizationId, listId, page, at: `/console/o/${organizationId}` }
}

const names = ['Warm', 'Short'] as const

describeInBrowser('the check', () => {
  test('stops a button without a link, a time that is missing and one that is over, and leads there', async () => {
    const { sql, organizationId, listId, page, at } = await aListOfOne()
    const [segment] = await sql<{ id: number }[]>`
      insert into segments (organization_id, mailing_list_id, description, clauses)
      values (${organizationId}, ${listId}, '', '[]') returning id`
    const [campaign] = await sql<{ id: number }[]>`
      insert into campaigns (organization_id, mailing_list_id, name, template, has_dispatch, from_email, segmentation_criteria_id)
      values (${organizationId}, ${listId}, 'Autumn', false, true, 'news@alder.co', ${segment?.id ?? 0}) returning id`
    const id = campaign?.id ?? 0
    for (const [position, name] of names.entries()) {
      const href = name === 'Short' ? '#' : 'https://alder.co/'
      const content = {
        name,
        position,
        subject: 'Autumn',
        format: 'html',
        html: `<a href="${href}">Read</a>`,
        text: '',
      }
      await sql`
        insert into campaign_contents ${sql({ organization_id: organizationId, campaign_id: id, ...content })}`
    }
    await page.goto(`${at}/campaigns/${id}/when`)
    await page.getByLabel('At a set time').click()
    await page.getByText('Choose a day and a time').waitFor()
    await page.getByRole('link', { name: 'Next: Check' }).click()
    await page.getByText('no day and time are chosen').waitFor()
    const short = page.getByRole('region', { name: 'Short' })
    await short.getByText('The link “Read” has no address: it leads nowhere.').waitFor()
    expect(await page.getByRole('region', { name: 'Warm' }).getByText('it leads nowhere').count()).toBe(0)
    expect(await page.getByText('It will be sent at once').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Send|Schedule/ }).isDisabled()).toBe(true)
    await lookAt(page, 'check-stops')
    await page.getByRole('link', { name: 'Choose a time' }).click()
    await page.getByLabel('Day and time').fill('2020-11-01T10:00')
    await page.getByText('This time is over').waitFor()
    await page.getByText(/saved \d/).waitFor()
    await page.getByRole('link', { name: 'Next: Check' }).click()
    await page.getByText('is over. Choose another one, or send it at once.').waitFor()
    expect(await page.getByRole('button', { name: /Send|Schedule/ }).isDisabled()).toBe(true)
    await short.getByRole('link', { name: 'Fix it' }).first().click()
    await page.waitForURL(/\/what\?version=1/)
    const files = page.locator('section', { has: page.getByRole('heading', { name: 'Files' }) })
    const choose = (name: string) =>
      files
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('programme') })
    await choose('run.exe')
    await files.getByText('other files are not attached to messages').waitFor()
    await choose('programme.pdf')
    await files.getByText('lacks the permission can_attach_files').waitFor()
    await sql`update organizations set can_attach_files = true`
    await files.getByRole('button', { name: 'Remove programme.pdf' }).click()
    await choose('programme of may.pdf')
    await files.getByText('9 B').waitFor()
    await page.getByText(/saved \d/).waitFor()
    const saved = page.waitForEvent('download')
    await files.getByRole('button', { name: 'Save programme of may.pdf to your device' }).click()
    expect((await saved).suggestedFilename()).toBe('programme of may.pdf')
    await lookAt(page, 'files-of-a-message')
    await page.reload()
    await files.getByText('programme of may.pdf').waitFor()
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /Check/ }).click()
    await short.getByText('The file has 1 kB in each message.').waitFor()
  })

  test('keeps an autoresponder paused while one of its messages must not leave', async () => {
    const { sql, organizationId, listId, page, at } = await aListOfOne()
    const id = await anAutoresponder(sql, organizationId, listId, {
      name: 'Welcome',
      paused: true,
      content_subject: '',
      content_format: 'html',
      content_html: '<p>Hello</p>',
    })
    await page.goto(`${at}/lists/${listId}/autoresponders/${id}`)
    await page.getByText('The subject is empty.').waitFor()
    await page.getByText('There is no sender address.').waitFor()
    expect(await page.getByRole('button', { name: 'Resume' }).isDisabled()).toBe(true)
    await lookAt(page, 'check-autoresponder')
    await sql`update autoresponders set content_subject = 'Welcome' where id = ${id}`
    await sql`update mailing_lists set d_from_email = 'news@alder.co' where id = ${listId}`
    await page.reload()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
  })
})
