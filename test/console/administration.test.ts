import { expect, test } from 'vitest'
import { createClient } from '../../src/client/api.ts'
import { showOrganization } from '../../src/contract/organizations/endpoints.ts'
import { lookAt } from '../harness/browser/looks.ts'
import { aLoggedInPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { aServer } from '../harness/core/server.ts'
import { anAssistant } from '../harness/fakes/assistant.ts'
import { aDnsServer } from '../harness/fakes/dns-server.ts'

describeInBrowser('administration', () => {
  test('a key is created, shown once, works, and gets a new value', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${server.a.organizationId}/settings/keys`)
    await page.getByRole('link', { name: 'New key' }).filter({ visible: true }).first().click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('heading', { name: 'Copy the key now' }).waitFor()
    await lookAt(page, 'keys-secret')
    const value = (await page.getByTestId('copyable').first().textContent()) ?? ''
    expect(page.url()).not.toContain(value)
    const params = { organization_id: server.a.organizationId }
    const client = (credential: string) => createClient({ url: server.url, credential })
    expect((await client(value).call(showOrganization, { params })).data.id).toBe(server.a.organizationId)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('link', { name: 'Shop' }).waitFor()
    expect(await page.content()).not.toContain(value)
    await page.getByRole('link', { name: 'Shop' }).click()
    await page.getByRole('combobox', { name: 'The old value keeps working' }).click()
    await page.getByRole('option', { name: 'Not at all' }).click()
    await page.getByRole('button', { name: 'Create a new value' }).click()
    const next = (await page.getByTestId('copyable').first().textContent()) ?? ''
    expect((await client(next).call(showOrganization, { params })).data.id).toBe(server.a.organizationId)
    await expect(client(value).call(showOrganization, { params })).rejects.toThrow('auth_key')
  })

  test('an assistant connects by what the page of the keys shows, and the log tells that it was one', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${server.a.organizationId}/settings/keys`)
    await page.getByRole('heading', { name: 'Connect an assistant' }).waitFor()
    await lookAt(page, 'keys-assistant')
    const shown = (await page.getByTestId('copyable').last().textContent()) ?? ''
    const { url, headers } = JSON.parse(shown).mcpServers.quiver
    expect(headers).toEqual({ Authorization: 'Bearer API_KEY' })
    const assistant = await anAssistant(new URL(url).origin, server.a.credential, 'Claude')
    await assistant.change('createMailingList', {}, { mailing_list: { name: 'News' } })
    await page.goto(`/console/o/${server.a.organizationId}/settings/audit`)
    await page.getByRole('button', { name: 'Only what test (key), by Claude did' }).first().waitFor()
  })

  test('an organization is deleted by its typed name, while its code lives', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(server, { role: 'system_admin' }, { organizationId: 1 })
    await page.goto(`/console/system/organizations/${server.a.organizationId}`)
    await page.getByRole('button', { name: 'Delete A …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Users and keys stop at once').waitFor()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog
      .getByRole('timer')
      .getByText(/^[12]:\d\d left$/)
      .waitFor()
    const remove = dialog.getByRole('button', { name: 'Delete A' })
    await dialog.getByLabel('Type A to confirm').fill('B')
    expect(await remove.isDisabled()).toBe(true)
    await dialog.getByLabel('Type A to confirm').fill('A')
    await lookAt(page, 'organization-delete')
    await remove.click()
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    await page.getByRole('link', { name: 'A', exact: true }).waitFor({ state: 'detached' })
    const client = createClient({ url: server.url, credential: server.a.credential })
    const params = { organization_id: server.a.organizationId }
    await expect(client.call(showOrganization, { params })).rejects.toThrow('auth_key')
  })

  test('a DKIM key shows its record, and a check says what the DNS has', async () => {
    const dns = await aDnsServer()
    const server = await aServer({ dnsServers: [dns.address] })
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${server.a.organizationId}/settings/domains`)
    await page.getByRole('heading', { name: 'No DKIM keys yet' }).waitFor()
    const panel = page.locator('section', {
      has: page.getByRole('heading', { name: 'DKIM keys', exact: true }),
    })
    await panel.getByLabel('Domain', { exact: true }).fill('news.example.com')
    await panel.getByRole('button', { name: 'Create a key' }).click()
    const key = page.getByRole('article', { name: 'quiver, news.example.com' })
    await key.getByRole('button', { name: 'Check now' }).click()
    await key.getByText('No record', { exact: true }).waitFor()
    const [name = '', value = ''] = await key.getByTestId('copyable').allTextContents()
    dns.txt.set(name, [value.slice(0, -40)])
    await key.getByRole('button', { name: 'Check now' }).click()
    await key.getByText(/is cut after \d+ of \d+ characters/).waitFor()
    await lookAt(page, 'domains')
    dns.txt.set(name, [value])
    await key.getByRole('button', { name: 'Check now' }).click()
    await key.getByText('Record found').waitFor()
  })
})
