import { expect, test } from 'vitest'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aLoggedInPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { aServer } from '../../../harness/core/server.ts'

describeInBrowser('routes', () => {
  test('are created, edited and deleted by the administrator of the server', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(server, { role: 'system_admin' }, { organizationId: 1 })
    await page.goto('/console/o/1/settings/routes')
    const panel = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) })
    const mtas = panel('Virtual MTAs')
    await mtas.getByLabel('Name').fill('Relay')
    await mtas.getByLabel('Relay').fill('not an address')
    await mtas.getByRole('button', { name: 'Add', exact: true }).click()
    await mtas.getByText(/^Must look like smtp:/).waitFor()
    await mtas.getByLabel('Relay').fill('smtp://ann:secret@relay.example.com:587')
    await mtas.getByRole('button', { name: 'Add', exact: true }).click()
    await mtas.getByRole('button', { name: 'Edit … Relay' }).waitFor()
    // The form is empty again.
    expect(await mtas.getByLabel('Name').inputValue()).toBe('')

    await mtas.getByLabel('Name').fill('By domain')
    await mtas.getByRole('combobox', { name: 'How' }).click()
    await page.getByRole('option', { name: 'By rules on the domain' }).click()
    await mtas.getByRole('button', { name: 'Add a rule' }).click()
    await mtas.getByLabel('Domain of the recipient, rule 1').fill('*.example.org')
    await mtas.getByRole('button', { name: 'Add a rule' }).click()
    await mtas.getByLabel('Domain of the recipient, rule 2').fill('example.net')
    await mtas.getByRole('combobox', { name: 'Route of rule 2' }).click()
    await page.getByRole('option', { name: 'Relay', exact: true }).click()
    await mtas.getByRole('button', { name: 'Move rule 2 up' }).click()
    await lookAt(page, 'routes-rules')
    await mtas.getByRole('button', { name: 'Add', exact: true }).click()
    await mtas.getByRole('button', { name: 'Edit … By domain' }).waitFor()
    const rules = await server.sql.within(1)`
      select r.domain, coalesce(t.name, '') as target from virtual_mta_rules r
      left join virtual_mtas t on t.organization_id = r.organization_id and t.id = r.target_id
      where r.organization_id = 1 order by r.position`
    expect(rules).toEqual([
      { domain: 'example.net', target: 'Relay' },
      { domain: '*.example.org', target: '' },
    ])

    const sealed = () =>
      server.sql.within(
        1,
      )`select name, relay_url_sealed from virtual_mtas where organization_id = 1 order by id`
    const [before] = await sealed()
    await mtas.getByRole('button', { name: 'Edit … Relay' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Main relay')
    await lookAt(page, 'routes-edit')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await mtas.getByRole('button', { name: 'Edit … Main relay' }).waitFor()
    // An empty field leaves the relay alone, which no answer contains.
    expect((await sealed())[0]).toEqual({ ...before, name: 'Main relay' })

    const domains = panel('URL domains')
    await domains.getByLabel('Domain').fill('links.example.com')
    await domains.getByRole('button', { name: 'Add' }).click()
    await domains.getByRole('button', { name: 'Edit … links.example.com' }).click()
    await dialog.getByLabel('Links begin with https').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await domains.getByRole('cell', { name: 'http', exact: true }).waitFor()
    const bounces = panel('Bounce addresses')
    await bounces.getByLabel('Address').fill('bounce@example.com')
    await bounces.getByRole('button', { name: 'Add' }).click()
    await bounces.getByRole('button', { name: 'Edit … bounce@example.com' }).click()
    await dialog.getByLabel('Address').fill('back@example.com')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await bounces.getByRole('button', { name: 'Edit … back@example.com' }).waitFor()
    await lookAt(page, 'routes')

    await page.goto('/console/o/1/seeds')
    await page.getByLabel('Name').fill('Desk')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Rename … Desk' }).click()
    await dialog.getByLabel('Name').fill('Newsroom')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Newsroom' }).waitFor()
    await lookAt(page, 'seed-lists')
  })
})
