import { expect, test } from 'vitest'
import { updateAutoresponder } from '../../../../src/contract/autoresponders/endpoints.ts'
import { createSubscriberImport } from '../../../../src/contract/imports/endpoints.ts'
import { listUploads } from '../../../../src/contract/imports/uploads.ts'
import { createCustomField, deleteCustomField } from '../../../../src/contract/lists/custom-fields.ts'
import { showMailingList } from '../../../../src/contract/lists/endpoints.ts'
import { createSubscriber } from '../../../../src/contract/subscribers/endpoints.ts'
import { aDesk } from '../../../harness/browser/desk.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { anAutoresponder } from '../../../harness/core/records.ts'
import { announce, append, idOf } from '../../../harness/files/uploads.ts'

describeInBrowser('the jobs of an organization', () => {
  test('are listed, filtered by state and kind, and lead to their records', async () => {
    const { page, at, client, list } = await aDesk()
    await page.goto(`${at}/jobs`)
    await page.getByRole('heading', { name: 'Nothing is running' }).waitFor()
    const importing = (beginsAt: string | null, content: string) =>
      client.call(createSubscriberImport, {
        params: { mailing_list_id: list.id },
        body: {
          column_mapping: ['email'],
          begins_at: beginsAt,
          file_source: { type: 'json' as const, content },
        },
      })
    const { data: later } = await importing('2098-05-01T09:00:00Z', 'Email\nbo@example.com\n')
    await importing(null, 'Email\nann@example.com\n')
    await page.getByRole('cell', { name: 'Scheduled' }).waitFor()
    await page.getByText('All', { exact: true }).click()
    await page.getByRole('cell', { name: 'Done' }).waitFor()
    await page.getByRole('cell', { name: 'Newsletter' }).first().waitFor()
    await lookAt(page, 'jobs-own')
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Campaign', exact: true }).click()
    await page.getByRole('heading', { name: 'No jobs' }).waitFor()
    await page.goto(`${at}/jobs`)
    await page
      .getByRole('row', { name: /Scheduled/ })
      .getByRole('link')
      .click()
    await page.waitForURL(new RegExp(`/imports/${later.id}$`))
  })
})

describeInBrowser('the fields of a list', () => {
  test('that were deleted are named, and the key and the values for previews are set', async () => {
    const { page, at, client, list, server } = await aDesk()
    const params = { mailing_list_id: list.id }
    const make = async (body: object) =>
      (await client.call(createCustomField, { params, body: body as { name: string; field_type: 'text' } }))
        .data
    const gone = await make({ name: 'Old shop', field_type: 'text' })
    const number = await make({ name: 'Customer', field_type: 'text', required: true })
    await make({ name: 'City', field_type: 'text' })
    await client.call(deleteCustomField, { params: { id: gone.id } })
    await page.goto(`${at}/lists/${list.id}/fields`)
    await page.getByRole('heading', { name: 'Deleted fields' }).waitFor()
    await page.getByRole('row', { name: /Old shop.*Text.*This list/ }).waitFor()
    await page.getByText('cannot be restored').waitFor()
    await lookAt(page, 'fields-deleted')

    await page.goto(`${at}/lists/${list.id}/settings`)
    await page.getByRole('combobox', { name: 'People are identified by' }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Their e-mail address', 'Customer'])
    await page.getByRole('option', { name: 'Customer' }).click()
    await page.getByRole('button', { name: 'Save what identifies people' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel('City', { exact: true }).fill('Köln')
    await page.getByRole('button', { name: 'Save the values' }).click()
    await page.getByRole('button', { name: 'Save the values' }).and(page.locator(':disabled')).waitFor()
    await lookAt(page, 'list-key')
    const { data } = await client.call(showMailingList, { params: { id: list.id } })
    expect(data.primary_key_custom_field_id).toBe(number.id)
    expect(data.preview_custom_field_data['City']).toMatchObject({ value: 'Köln' })

    await server.sql.within(server.a.organizationId)`
      update mailing_lists set primary_key_custom_field_id = null where id = ${list.id}`
    await client.call(createSubscriber, {
      params,
      body: { email: 'ann@example.com', custom_fields: { Customer: '7' } },
    })
    await page.reload()
    await page.getByText('It can only be changed while nobody is on the list.').waitFor()
    expect(await page.getByRole('combobox', { name: 'People are identified by' }).isDisabled()).toBe(true)
  })
})

describeInBrowser('an upload that was not finished', () => {
  test('goes on with the same file only, and can be discarded', async () => {
    const { page, at, client, server } = await aDesk()
    const content = Buffer.from(`Email\n${'someone@example.com\n'.repeat(3)}`)
    const begun = async (name: string) => {
      const path = await announce(server, content.length, name)
      await append(server, path, 0, content.subarray(0, 10))
      return idOf(path)
    }
    const id = await begun('may.csv')
    await begun('june.csv')
    await page.goto(`${at}/imports`)
    await page.getByRole('heading', { name: 'Unfinished uploads' }).waitFor()
    await lookAt(page, 'imports-unfinished')
    await page.getByRole('button', { name: 'Discard june.csv' }).click()
    await page.getByRole('button', { name: 'Discard the upload' }).click()
    await page.getByRole('group', { name: 'june.csv' }).waitFor({ state: 'detached' })

    const buffer = (text: Buffer) => ({ name: 'may.csv', mimeType: 'text/csv', buffer: text })
    const choose = page.getByRole('group', { name: 'may.csv' }).locator('input[type=file]')
    await choose.setInputFiles(buffer(Buffer.from('Email\nother@example.com\n')))
    await page.getByRole('alert').getByText('That is another file.').waitFor()
    await choose.setInputFiles(buffer(content))
    await page
      .getByRole('combobox', { name: 'List' })
      .or(page.getByText('someone@example.com'))
      .first()
      .waitFor()
    const { data } = await client.call(listUploads, {})
    expect(data.map((one) => [one.id, one.complete])).toEqual([[id, true]])
  })
})

describeInBrowser('an autoresponder for programs', () => {
  test('is triggered for one person, from its page and from theirs', async () => {
    const { page, at, client, list, server } = await aDesk({ expectedFaults: [/status of 404/] })
    const { organizationId } = server.a
    const sql = server.sql.within(organizationId)
    const id = await anAutoresponder(sql, organizationId, list.id, {
      name: 'Receipt',
      trigger: 'api',
      paused: true,
    })
    const params = { mailing_list_id: list.id }
    const { data: ann } = await client.call(createSubscriber, { params, body: { email: 'ann@example.com' } })
    const owed = async () =>
      (
        await sql<{ n: number }[]>`
        select count(*)::integer as n from autoresponder_reactions where autoresponder_id = ${id}`
      )[0]?.n
    await page.goto(`${at}/lists/${list.id}/autoresponders/${id}`)
    await page.getByText('the message waits until you resume it').waitFor()
    await page.getByLabel('E-mail address').fill('bo@example.com')
    await page.getByRole('button', { name: 'Trigger it' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Add the person if nobody on the list has this address').check()
    await page.getByRole('button', { name: 'Trigger it' }).click()
    await page.getByText('Triggered for bo@example.com.').waitFor()
    expect(await owed()).toBe(1)
    await lookAt(page, 'autoresponder-trigger')

    await client.call(updateAutoresponder, { params: { ...params, id }, body: { paused: false } })
    await page.goto(`${at}/lists/${list.id}/people/${ann.id}`)
    await page.getByRole('combobox', { name: 'Autoresponder' }).click()
    await page.getByRole('option', { name: 'Receipt', exact: true }).click()
    await page.getByRole('button', { name: 'Trigger it' }).click()
    await page.getByText('Receipt was triggered.').waitFor()
    expect(await owed()).toBe(2)
    await lookAt(page, 'person-trigger')
  })
})
