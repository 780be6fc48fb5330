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
