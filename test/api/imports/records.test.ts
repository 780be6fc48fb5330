import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anImportApi, leastImport } from '../../harness/importing/api.ts'
import { aField, someOptions } from '../../harness/core/records.ts'
import type { ImportElement, ImportRecord } from '../../../src/contract/imports/endpoints.ts'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const noSubscribers = {
  added: 0,
  updated: 0,
  failed: 0,
  skipped_overwrite: 0,
  skipped_active: 0,
  skipped_unsubscribed: 0,
  skipped_scomp: 0,
  skipped_bounced: 0,
  skipped_deactivated: 0,
  skipped_duplicate: 0,
  skipped_over_limit: 0,
}

describe('creating an import', () => {
  test('answers the whole record in state scheduled, with every default filled in', async () => {
    const api = await anImportApi()
    const { status, body } = await api.create()
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      error_code: null,
      error_message: null,
      data: {
        id: expect.any(Number),
        mailing_list_id: api.listId,
        mailing_list_name: 'List',
        created_at: expect.stringMatching(instant),
        state: 'scheduled',
        begins_at: expect.stringMatching(instant),
        finished_at: null,
        error_message: null,
        overwrite: false,
        autoresponders: {
          subscription: { trigger: true, also_trigger_on_updated_subscribers: false },
          api: { trigger_new: null, trigger_updated: null },
        },
        overwrite_what: { custom_fields: true, confirmed: false, format: false, status: false },
        overwrite_when_status: {
          active: true,
          unsubscribed: false,
          bounced: false,
          deactivated: false,
          scomp: false,
        },
        column_mapping: ['email'],
        default_custom_fields: {},
        file_source: { type: 'json', filename: 'data', url: null },
        file_format: {
          csv_has_headers: true,
          character_set: 'utf-8',
          csv_field_separator: ',',
          csv_field_enclosure: '"',
          date_format: 'mdy',
        },
        stats: { number_of_records: null, records_imported: 0, subscribers: noSubscribers },
        on_bad_value: 'fail_row',
        subscriber_defaults: { status: 'active' },
      },
    })
    expect(body.data.begins_at).toBe(body.data.created_at)
  })

  test('answers everything as requested, but never the content', async () => {
    const api = await anImportApi()
    await api.sql`update mailing_lists set has_confirmed = true, has_format = true where id = ${api.listId}`
    await aField(api.sql, api.organizationId, api.listId, { name: 'First Name' })
    const boxes = await aField(api.sql, api.organizationId, api.listId, {
      name: 'Interests',
      field_type: 'select_multiple_checkboxes',
    })
    await someOptions(api.sql, api.organizationId, boxes, ['Cars', 'Dogs'])
    const asked = {
      begins_at: '2031-05-06T07:08:09Z',
      overwrite: true,
      autoresponders: {
        subscription: { trigger: false, also_trigger_on_updated_subscribers: true },
        api: { trigger_new: null, trigger_updated: null },
      },
      overwrite_what: { custom_fields: false, confirmed: true, format: true, status: true },
      overwrite_when_status: {
        active: false,
        unsubscribed: true,
        bounced: true,
        deactivated: true,
        scomp: true,
      },
      column_mapping: ['Email', '', 'first name', 'Status', 'subscribe_ip'],
      default_custom_fields: { Interests: ['Dogs', 'Cars'] },
      file_format: {
        csv_has_headers: false,
        character_set: 'iso-8859-1',
        csv_field_separator: '\t',
        csv_field_enclosure: "'",
        date_format: 'dmy',
      },
      subscriber_defaults: { status: 'unsubscribed', confirmed: true, format: 'plaintext' },
    }
    const { body } = await api.create({
      ...asked,
      file_source: { type: 'json', filename: 'my.csv', content: 'secret@example.com' },
    })
    expect(body.error_message).toBeNull()
    expect(body.data).toMatchObject(asked)
    expect(body.data.file_source).toEqual({ type: 'json', filename: 'data', url: null })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('drops defaults of attributes that the list does not use', async () => {
    const api = await anImportApi()
    const { body } = await api.create({
      subscriber_defaults: { status: 'bounced', confirmed: true, format: 'html' },
    })
    expect(body.data.subscriber_defaults).toEqual({ status: 'bounced' })
  })

  test('tells at once that a file is not in the upload directory, and says nothing of one that is', async () => {
    const api = await anImportApi()
    const directory = join(api.folder, 'uploads', String(api.organizationId))
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, 'there.csv'), 'Email\nann@example.com\n')
    const told = async (filename: string) => {
      const { status, body } = await api.create({ file_source: { type: 'upload_directory', filename } })
      expect(status).toBe(200)
      return (body as { warnings?: string[] }).warnings
    }
    expect(await told('there.csv')).toBeUndefined()
    expect(await told('missing.csv')).toEqual([
      'file_source.filename: The file "missing.csv" is not in the upload directory; check its name, or upload it first. Otherwise the import fails when it begins',
    ])
  })

  test('answers the location of the other kinds of files', async () => {
    const api = await anImportApi()
    const upload = await api.create({ file_source: { type: 'upload_directory', filename: 'big file.csv' } })
    expect(upload.body.data.file_source).toEqual({
      type: 'upload_directory',
      filename: 'big file.csv',
      url: null,
    })
    const url = await api.create({ file_source: { type: 'url', url: 'https://example.com/a?b=c#d' } })
    expect(url.body.data.file_source).toEqual({
      type: 'url',
      filename: null,
      url: 'https://example.com/a?b=c#d',
    })
  })
})

describe('an import', () => {
  test('is shown in full under its own path and under its list', async () => {
    const api = await anImportApi()
    const { data: created } = (await api.create()).body
    expect(await api.show(created.id)).toEqual(created)
    const nested = await api.call('GET', `${api.path}/${created.id}`)
    expect(nested.body.data).toEqual(created)
  })

  test('is listed with the members of lists only', async () => {
    const api = await anImportApi()
    const { data: created } = (await api.create()).body
    const element = {
      id: created.id,
      mailing_list_id: api.listId,
      mailing_list_name: 'List',
      created_at: created.created_at,
      state: 'scheduled',
      begins_at: created.begins_at,
      finished_at: null,
      file_source: { type: 'json', filename: 'data', url: null },
      stats: { number_of_records: null, records_imported: 0 },
    }
    const paging = { page: 0, per_page: 100, num_records: 1, num_pages: 1 }
    for (const path of ['subscriber_imports', api.path]) {
      const { body } = await api.call<ImportElement[]>('GET', path)
      expect(body).toEqual({
        success: true,
        error_code: null,
        error_message: null,
        data: [element],
        ...paging,
      })
    }
  })

  test('counts its rows once it has run', async () => {
    const api = await anImportApi()
    const content = 'Email\nann@example.com\nnobody\nANN@example.com\nben@example.com\n'
    const { data: created } = (await api.create({ file_source: { type: 'json', content } })).body
    await api.work()
    const finished = await api.show(created.id)
    expect(finished).toEqual({
      ...created,
      state: 'finished',
      finished_at: expect.stringMatching(instant),
      stats: {
        number_of_records: 4,
        records_imported: 4,
        subscribers: { ...noSubscribers, added: 2, failed: 1, skipped_duplicate: 1 },
      },
      bad_values: [{ column: 1, field: 'email', count: 1, can_be_empty: false, examples: ['nobody'] }],
      rows_with_bad_values: 0,
    })
  })

  test('shows why it failed', async () => {
    const api = await anImportApi()
    const { data: created } = (
      await api.create({ file_source: { type: 'json', content: 'Email\n"ann@example.com\n' } })
    ).body
    await api.work()
    const failed = await api.show(created.id)
    expect(failed).toMatchObject({ state: 'failed', stats: { number_of_records: null, records_imported: 0 } })
    expect(failed.error_message).toMatch(/quote that opens on line 2 \(byte 7\) never closes/)
  })
})

test('a body may omit its wrapper', async () => {
  const api = await anImportApi()
  const { status, body } = await api.call<ImportRecord>('POST', api.path, { ...leastImport, overwrite: '1' })
  expect([status, body.data.overwrite]).toEqual([200, true])
})
