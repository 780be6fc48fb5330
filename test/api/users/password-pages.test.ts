import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { insertUserToken } from '../../../src/store/users/tokens.ts'
import { lookAt } from '../../harness/browser/looks.ts'
import { aPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import { aServer } from '../../harness/core/server.ts'
import { aUser } from '../../harness/records/sessions.ts'

/** Where things stand and how they look, as text: the types of a browser are not those of the tests. */
const look = `(async () => {
  // A heading may be there before the style sheet is.
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
  // A page that has just been laid out may not have asked for its letters yet.
  const letters = (await document.fonts.load('16px "Inter Variable"')).length
  // Colors may come a moment after sizes and letters: seen once in eight runs of all tests.
  const isColored = () => getComputedStyle(document.querySelector('.panel')).backgroundColor !== 'rgba(0, 0, 0, 0)'
  while (!isColored()) await new Promise((resolve) => requestAnimationFrame(resolve))
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  const of = (name, ...styles) => {
    const one = document.querySelector(name)
    const { x, width } = one.getBoundingClientRect()
    const computed = getComputedStyle(one)
    return [name, x, width, ...styles.map((style) => computed[style])]
  }
  const box = ['backgroundColor', 'borderTopColor', 'borderTopLeftRadius', 'paddingLeft']
  return {
    top: document.querySelector('h1').getBoundingClientRect().y,
    letters,
    parts: [
      of('h1', 'fontFamily', 'fontSize', 'fontWeight', 'color'),
      of('.panel', ...box),
      of('form button[type=submit]', 'height', 'backgroundColor', 'color', 'fontSize', 'borderTopLeftRadius'),
    ],
  }
})()`

describeInBrowser('the pages of passwords', () => {
  test('look like the log-in of the console, so that nobody notices that the server makes them', async () => {
    const server = await aServer()
    const page = await aPage(server, { expectedFaults: [/401/] })
    const measure = (on: Page) => on.evaluate<{ letters: number }>(look)
    await page.goto('/console/log-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
    const logIn = await measure(page)
    expect(logIn.letters).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    expect(await measure(page)).toEqual(logIn)
    await lookAt(page, 'forgot-password')
    await page.getByLabel('E-mail').fill('ann@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await lookAt(page, 'link-mailed')
    const id = await aUser(server, server.a.organizationId, { email: 'ben@example.com' })
    const made = await insertUserToken(server.sql, server.a.organizationId, id, 'invitation')
    await page.goto(`/log_in/set_password?token=${made?.token}`)
    await page.getByRole('heading', { name: 'Choose your password' }).waitFor()
    expect(await measure(page)).toEqual(logIn)
    await lookAt(page, 'invitation')
    await page.getByLabel('Password', { exact: true }).fill('staple lantern orbit quince')
    await page.getByLabel('The same password again').fill('staple lantern orbit quince')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    await lookAt(page, 'password-set')
  })
})
