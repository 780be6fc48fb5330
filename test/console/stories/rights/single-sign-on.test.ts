import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { logIn as logInWithPassword, givePassword } from '../../../harness/browser/log-in.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage, aPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aServer, type Server } from '../../../harness/core/server.ts'
import { freePorts } from '../../../harness/core/whole-server.ts'
import {
  anOpenIdProvider,
  clientId,
  clientSecret,
  type OpenIdProvider,
} from '../../../harness/fakes/openid-provider.ts'
import { aUser } from '../../../harness/records/sessions.ts'
import { proveDomain } from '../../../harness/records/single-sign-on.ts'

async function aWorld(): Promise<{ server: Server; provider: OpenIdProvider }> {
  const [port = 0] = await freePorts(1)
  const baseUrl = `http://127.0.0.1:${port}`
  const server = await aServer({ port, baseUrl, providers: { allow: [], allowLoopback: true } })
  const { organizationId } = server.a
  const provider = await anOpenIdProvider([`${baseUrl}/log_in/callback/${organizationId}`])
  provider.people.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann Example' })
  await proveDomain(server, organizationId, 'example.com')
  return { server, provider }
}

/** As an administrator sets it up in the console. */
async function setUp({ server, provider }: Awaited<ReturnType<typeof aWorld>>): Promise<Page> {
  const { page } = await aLoggedInPage(server, undefined, { expectedFaults: [/status of 422/] })
  await page.goto(`/console/o/${server.a.organizationId}/settings/log-in`)
  await page.getByRole('heading', { name: 'Everybody logs in with a password' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Example')
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByLabel('Client secret').fill(clientSecret)
  await page.getByLabel('Domains of e-mail addresses').fill('example.org')
  await page.getByRole('button', { name: 'Add the provider' }).click()
  await page.getByText(/example\.org, which the organization has not proven/).waitFor()
  await page.getByLabel('Domains of e-mail addresses').fill('example.com')
  await page.getByRole('button', { name: 'Add a group' }).click()
  await page.getByLabel('Group', { exact: true }).fill('admins')
  await page.getByRole('radio', { name: 'Administrator' }).check()
  await page.getByRole('button', { name: 'Add the provider' }).click()
  await page.getByRole('table', { name: 'Providers for the log-in' }).getByText('example.com').waitFor()
  await page.getByRole('button', { name: 'Test Example' }).click()
  await page.getByText('It answers, and offers log-outs.').waitFor()
  await lookAt(page, 'log-in-providers')
  await page.getByText(/\/scim\/v2$/).waitFor()
  await page.getByRole('link', { name: 'Make a key for it' }).click()
  expect(await page.getByRole('checkbox', { name: 'Provisioning by SCIM' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('heading', { name: 'Copy the key now' }).waitFor()
  const [key] = await server.sql`select permissions from api_keys where name = 'SCIM'`
  expect(key).toEqual({ permissions: { scim: ['provision'] } })
  return page
}

async function goToProvider(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('ann@example.com')
  await page.getByRole('button', { name: 'Continue with Example' }).click()
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
}

const otherHost = /^other host/
const refused = /status of 40[13]/

describeInBrowser('a log-in with a provider', () => {
  test('is set up by an administrator, makes a user the first time, knows them again, and ends', async () => {
    const world = await aWorld()
    const { server, provider } = world
    await setUp(world)
    const page = await aPage(server, { expectedFaults: [otherHost, refused, /favicon/, /status of 404/] })
    await page.goto(`/console/o/${server.a.organizationId}/lists`)
    await page.getByLabel('E-mail').fill('ann@example.com')
    await page.getByRole('button', { name: 'Continue with Example' }).waitFor()
    await lookAt(page, 'log-in-with-a-provider')
    await goToProvider(page)
    await page.getByRole('link', { name: 'ann' }).click()
    // The page that the person wanted.
    await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
    await page.goto('/console/me')
    await page.getByText('You log in as ann@example.com').waitFor()
    await page.getByRole('button', { name: 'Ann Example' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByLabel('E-mail').waitFor()
    provider.whoever = 'ann'
    await page.getByLabel('E-mail').fill('ann@example.com')
    await page.getByRole('button', { name: 'Continue with Example' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    await server.sql`update user_sessions set ends_at = now() where provider_id is not null`
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
    const over = page.getByRole('dialog')
    await over.getByRole('button', { name: 'Continue with Example' }).waitFor()
    await lookAt(page, 'session-of-a-provider-over')
    const [beside] = await Promise.all([
      page.context().waitForEvent('page'),
      over.getByRole('button', { name: 'Continue with Example' }).click(),
    ])
    await beside.getByText('You log in as ann@example.com').waitFor()
    await over.getByRole('button', { name: 'I have logged in' }).click()
    await over.waitFor({ state: 'detached' })
    expect(server.faults).toEqual([])
  })

  test('that fails says in words what to do, and lets nobody in', async () => {
    const world = await aWorld()
    const { server, provider } = world
    await setUp(world)
    const page = await aPage(server, {
      expectedFaults: [otherHost, refused, /favicon/, /status of 4(04|22)/],
    })
    await page.goto('/console/')
    await goToProvider(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page
      .getByRole('alert')
      .getByText(/You were not let in there/)
      .waitFor()
    await lookAt(page, 'log-in-refused-by-a-provider')
    provider.claims = (claims) => ({ ...claims, nonce: 'another' })
    await goToProvider(page)
    await page.getByRole('link', { name: 'ann' }).click()
    await page
      .getByRole('alert')
      .getByText(/cannot be trusted/)
      .waitFor()
    await page.goto('/console/log-in?problem=<script>alert(1)</script>')
    await page.getByLabel('E-mail').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('alert(1)')
    expect([...(await server.sql`select subject from user_identities`)]).toEqual([])
  })

  test('opens another organization that has invited the address, from the menu of the account', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    const ann = await aUser(server, organizationId, { email: 'ann@example.com', role: 'organization_admin' })
    await givePassword(server.sql, organizationId, ann)
    const [other] = await server.sql<{ id: number }[]>`
      insert into organizations (name, time_zone) values ('Second', 'UTC') returning id`
    await aUser(server, other?.id ?? 0, { email: 'ann@example.com', full_name: 'Ann There' })
    const page = await aPage(server, { expectedFaults: [refused] })
    await logInWithPassword(page, 'ann@example.com')
    await page.getByRole('button', { name: 'Ann Example' }).click()
    await page.getByRole('menuitem', { name: 'Go to Second' }).waitFor()
    await page.getByRole('menuitem', { name: 'Go to Second' }).click()
    await page.getByRole('button', { name: 'Ann There' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/console/o/${other?.id}/overview`)
  })
})
