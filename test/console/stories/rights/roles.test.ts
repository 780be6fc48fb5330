import { expect, test } from 'vitest'
import { givePassword, logIn } from '../../../harness/browser/log-in.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage, aPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { anActor } from '../../../harness/core/api.ts'
import { aList } from '../../../harness/core/records.ts'
import { aServer } from '../../../harness/core/server.ts'
import { aUser } from '../../../harness/records/sessions.ts'
import { insertPresetRoles } from '../../../../src/store/users/roles.ts'

describeInBrowser('what people may do', () => {
  test('follows from a role that an administrator makes, and from lists: they see nothing else', async () => {
    const server = await aServer({ rowSecurity: true })
    const { organizationId } = server.a
    const [news, secret] = [
      await aList(server.sql, organizationId, { name: 'News' }),
      await aList(server.sql, organizationId, { name: 'Canary' }),
    ]
    await server.sql.begin((sql) => insertPresetRoles(sql, organizationId))
    const bob = await aUser(server, organizationId, { full_name: 'Bob', email: 'bob@example.com' })
    await givePassword(server.sql, organizationId, bob)
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/settings/roles`)
    await page.getByRole('table', { name: 'Roles' }).getByText('Marketer').waitFor()
    await lookAt(page, 'roles')
    await page.getByRole('link', { name: 'New role' }).click()
    await page.getByLabel('Name').fill('Reader')
    await page.getByRole('group', { name: 'People', exact: true }).getByLabel('see', { exact: true }).check()
    await lookAt(page, 'role-new')
    await page.getByRole('button', { name: 'Create the role' }).click()
    await page.getByRole('link', { name: 'Reader' }).click()
    await page.getByRole('group', { name: 'Segments' }).getByLabel('see', { exact: true }).check()
    await page.getByRole('button', { name: 'Save the role' }).click()
    await page.getByRole('status').getByText('Saved').waitFor()
    await page.goto(`/console/o/${organizationId}/settings/users/${bob}`)
    await page.getByRole('radio', { name: 'Reader' }).check()
    await page.getByLabel('Only with some lists').check()
    await page.getByRole('combobox', { name: 'Add a list' }).click()
    await page.getByRole('option', { name: 'News' }).click()
    await page.getByRole('button', { name: 'Take News away' }).waitFor()
    await lookAt(page, 'user-with-a-role')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await page.goto(`/console/o/${organizationId}/settings/users`)
    await page.getByRole('table').getByText('Reader, 1 list').waitFor()

    const his = await aPage(server, { expectedFaults: [/status of 40[134]/] })
    await logIn(his, 'bob@example.com')
    const menu = his.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Segments' }).waitFor()
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      'Overview',
      'Approvals',
      'Lists',
      'People',
      'Segments',
      'Jobs',
    ])
    await menu.getByRole('link', { name: 'Lists' }).click()
    await his.getByRole('link', { name: 'News' }).first().waitFor()
    expect(await his.getByText('Canary').count()).toBe(0)
    await his.goto(`/console/o/${organizationId}/lists/${secret}`)
    await his.getByRole('heading', { level: 1 }).waitFor()
    expect(await his.getByText('Canary').count()).toBe(0)
    await his.goto(`/console/o/${organizationId}/lists/${news}`)
    await his.getByRole('heading', { name: 'News', level: 1 }).waitFor()
    expect(server.faults).toEqual([])
  })

  test('a key is limited to what its program does, on one list, and the limit is taken away again', async () => {
    const server = await aServer()
    const { organizationId } = server.a
    await aList(server.sql, organizationId, { name: 'News' })
    const { apiKeyId } = await anActor(server.sql, server.secrets, organizationId)
    const { page } = await aLoggedInPage(server)
    await page.goto(`/console/o/${organizationId}/settings/keys/${apiKeyId}`)
    await page.getByLabel('Only what is chosen here').check()
    await page.getByRole('group', { name: 'People', exact: true }).getByLabel('create').check()
    await page.getByLabel('Only with some lists').check()
    await page.getByRole('combobox', { name: 'Add a list' }).click()
    await page.getByRole('option', { name: 'News' }).click()
    await page.getByRole('button', { name: 'Take News away' }).waitFor()
    await lookAt(page, 'key-scopes')
    await page.getByRole('button', { name: 'Save what it may do' }).click()
    const scopes = async () => {
      const [row] = await server.sql`
        select permissions, to_jsonb(mailing_list_ids) as lists from api_keys where id = ${apiKeyId}`
      return { ...row }
    }
    await expect.poll(scopes).toMatchObject({ permissions: { subscriber: ['create'] } })
    expect(await scopes()).toMatchObject({ lists: [expect.any(Number)] })
    await page.reload()
    await page.getByRole('button', { name: 'Take News away' }).waitFor()
    expect(await page.getByLabel('Only what is chosen here').isChecked()).toBe(true)
    await page.getByLabel('Only what is chosen here').uncheck()
    await page.getByLabel('Only with some lists').uncheck()
    await page.getByRole('button', { name: 'Save what it may do' }).click()
    await expect.poll(scopes).toEqual({ permissions: null, lists: null })
  })
})
