import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { givePassword, logIn, password } from '../../../harness/browser/log-in.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aServer } from '../../../harness/core/server.ts'
import { freePorts } from '../../../harness/core/whole-server.ts'
import { aUser } from '../../../harness/records/sessions.ts'

/** A device of the browser itself, which verifies its user. */
async function aDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

describeInBrowser('a passkey', () => {
  test('is added in the own account, logs in, is renamed and removed', async () => {
    const [port = 0] = await freePorts(1)
    // Browsers know no passkeys of addresses.
    const url = `http://localhost:${port}`
    const server = await aServer({ port, baseUrl: url })
    const { organizationId } = server.a
    const id = await aUser(server, organizationId, { email: 'ann@example.com', role: 'organization_admin' })
    await givePassword(server.sql, organizationId, id)
    const page = await aPage({ url }, { expectedFaults: [/status of 4(01|22)/] })
    const { cdp, authenticatorId } = await aDevice(page)
    await logIn(page, 'ann@example.com')
    await page.goto('/console/me')
    const panel = page.locator('section', {
      has: page.getByRole('heading', { name: 'Passkeys', exact: true }),
    })
    await panel.getByLabel('Name').fill('Phone')
    await panel.getByLabel(/^Your password/).fill('not this one')
    await panel.getByRole('button', { name: 'Add a passkey' }).click()
    await panel.getByText(/password is wrong/i).waitFor()
    await panel.getByLabel(/^Your password/).fill(password)
    await panel.getByRole('button', { name: 'Add a passkey' }).click()
    await panel.getByRole('table').getByText('Phone', { exact: true }).waitFor()
    await lookAt(page, 'account-passkeys')
    await page.getByRole('button', { name: 'Ann Example' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor()
    await lookAt(page, 'log-in-passkey')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    await page.goto('/console/me')
    await panel.getByRole('button', { name: /Phone/ }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await panel.getByRole('table').getByText('Laptop', { exact: true }).waitFor()
    await panel.getByRole('button', { name: /Delete|Remove/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Laptop/ })
      .click()
    await panel.getByRole('table').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Ann Example' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page
      .getByRole('alert')
      .getByText(/passkey is not known here/i)
      .waitFor()
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    expect(server.faults).toEqual([])
  })
})
