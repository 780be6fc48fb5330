import { expect, test } from 'vitest'
import { inLine } from '../../../console/app/in-line.ts'
import { aLoggedInPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aList } from '../../harness/core/records.ts'
import { aServer } from '../../harness/core/server.ts'

test('saves of one draft never overlap, not even after one that failed; those of another draft do not wait', async () => {
  const seen: string[] = []
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  const save =
    (name: string, until: Promise<unknown> = Promise.resolve()) =>
    async () => {
      seen.push(`${name} begins`)
      await until
      seen.push(`${name} ends`)
    }
  const failed = inLine('1 campaign 2', async () => {
    await save('what', held)()
    throw new Error('the server does not answer')
  })
  const next = inLine('1 campaign 2', save('whom'))
  await inLine('1 campaign 3', save('other'))
  end()
  await expect(failed).rejects.toThrow('the server does not answer')
  await next
  expect(seen).toEqual(['what begins', 'other begins', 'other ends', 'what ends', 'whom begins', 'whom ends'])
})

/** A form of each kind: of the contract's schema, of a schema of its own, of plain values, a text alone. */
const typed = [
  { path: '/lists/new', label: 'Name of the list', text: 'Half a thought' },
  { path: '/settings/domains', label: 'Selector', text: 'spring' },
  { path: '/sending-rules/new', label: /^Name/, text: 'Gently' },
  { path: '/suppression/1', label: 'Entries', text: 'gone@example.com' },
]

describeInBrowser('what is typed in a form and not saved', () => {
  test('is asked about before a link leaves the page, and not once it is saved', async () => {
    const server = await aServer()
    const { sql, a } = server
    await sql`insert into suppression_lists (organization_id, id, name) values (${a.organizationId}, 1, 'Gone')`
    const { page } = await aLoggedInPage(server, undefined, { expectedFaults: [/422/] })
    const leave = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Overview' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    for (const { path, label, text } of typed) {
      await page.goto(`/console/o/${a.organizationId}${path}`)
      await page.getByLabel(label).first().fill(text)
      await leave.click()
      await question.getByRole('button', { name: 'Back', exact: true }).click()
      expect(await page.getByLabel(label).first().inputValue()).toBe(text)
      // Nor by the browser itself.
      page.once('dialog', (dialog) => void dialog.accept())
    }
    await page.goto(`/console/o/${a.organizationId}/sending-rules/new`)
    await page.getByLabel(/^Name/).fill('Gently')
    await page.getByRole('button', { name: 'Save the rule' }).click()
    // Refused, as it has no limit yet: it is not saved.
    await page.getByRole('alert').waitFor()
    await leave.click()
    await question.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByLabel('At most messages').fill('3')
    await page.getByLabel('In so many days').fill('7')
    await page.getByRole('button', { name: 'Save the rule' }).click()
    await page.getByRole('heading', { name: 'Gently', level: 1 }).waitFor()
    await page.getByLabel(/^Name/).fill('More gently')
    await page.getByRole('button', { name: 'Save the rule' }).click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await leave.click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  })
})

describeInBrowser('a form that is half filled in', () => {
  test('is asked about before Back, Forward, a command or the end of the session leads away', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(server)
    const at = `/console/o/${server.a.organizationId}`
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const name = page.getByLabel('Name of the list')
    const stays = async () => {
      await question.getByRole('button', { name: 'Back', exact: true }).click()
      await question.waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe(`${at}/lists/new`)
      expect(await name.inputValue()).toBe('Half a thought')
    }
    await page.goto(`${at}/overview`)
    await menu.getByRole('link', { name: 'Lists', exact: true }).click()
    await page.getByRole('link', { name: 'New list' }).first().click()
    await name.waitFor()
    await menu.getByRole('link', { name: 'Segments', exact: true }).click()
    await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor()
    await page.evaluate('history.back()')
    await name.fill('Half a thought')
    for (const step of ['history.back()', 'history.forward()', 'history.go(-2)', 'history.back()']) {
      await page.evaluate(step)
      await stays()
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByPlaceholder(/./).fill('Campaigns')
    await page.keyboard.press('Enter')
    await stays()
    await page.getByRole('button', { name: 'Ann Example' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await stays()
    await page.evaluate('history.go(-2)')
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    // Nothing is unsaved any more, and the steps lead where they led.
    await page.evaluate('history.forward()')
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
    await page.evaluate('history.go(2)')
    await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor()
  })
})

describeInBrowser('a draft that is being saved', () => {
  test('keeps what is written while the server is asked whether somebody else has saved', async () => {
    const server = await aServer()
    const { sql, a } = server
    await aList(sql, a.organizationId, { name: 'Newsletter' })
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${a.organizationId}/campaigns/new`)
    await page.getByLabel('Name of the campaign').fill('May news')
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByLabel('Subject').waitFor()
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const asked = new Promise<void>((resolve) => {
      void page.route(/\/campaigns\/\d+$/, async (route) => {
        resolve()
        await held
        await route.continue()
      })
    })
    await page.getByLabel('Subject').fill('Good day')
    await asked
    await page.getByLabel('Subject').fill('Good day to all of you')
    answer()
    await expect
      .poll(async () => {
        const [content] = await sql.within(a.organizationId)<{ subject: string }[]>`
          select subject from campaign_contents`
        return content?.subject
      })
      .toBe('Good day to all of you')
  })
})
