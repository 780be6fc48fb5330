import { characterSetNames } from '../../../src/contract/imports/character-sets.ts'
import { describe, expect, test } from 'vitest'
import { anImportApi, leastImport } from '../../harness/importing/api.ts'

describe('a create call', () => {
  test('may omit everything but the mapping and the source, or send null', async () => {
    const api = await anImportApi()
    const least = (await api.create()).body.data
    const nulls = {
      begins_at: null,
      overwrite: null,
      autoresponders: null,
      overwrite_what: null,
      overwrite_when_status: null,
      default_custom_fields: null,
      file_format: null,
      subscriber_defaults: null,
    }
    const inner = {
      autoresponders: { subscription: null, api: null },
      overwrite_what: { custom_fields: null, confirmed: null, format: null, status: null },
      overwrite_when_status: {
        active: null,
        unsubscribed: null,
        bounced: null,
        deactivated: null,
        scomp: null,
      },
      file_format: {
        csv_has_headers: null,
        character_set: null,
        csv_field_separator: null,
        csv_field_enclosure: null,
        date_format: null,
      },
      subscriber_defaults: { status: null, confirmed: null, format: null },
      file_source: { ...leastImport.file_source, filename: null, url: null },
    }
    const triggers = {
      autoresponders: {
        subscription: { trigger: null, also_trigger_on_updated_subscribers: null },
        api: { trigger_new: { id: null, name: null }, trigger_updated: {} },
      },
    }
    for (const fields of [nulls, inner, triggers]) {
      const { body } = await api.create(fields)
      expect(body.error_message).toBeNull()
      const { id, begins_at, created_at } = body.data
      expect(body.data).toEqual({ ...least, id, begins_at, created_at })
    }
  })

  test('accepts booleans in every spelling that real clients use', async () => {
    const api = await anImportApi()
    for (const [value, spellings] of [
      [true, [true, 1, '1', 'true']],
      [false, [false, 0, '0', 'false']],
    ] as const) {
      for (const spelled of spellings) {
        const { body } = await api.create({
          overwrite: spelled,
          overwrite_what: { custom_fields: spelled, confirmed: spelled, format: spelled, status: spelled },
          overwrite_when_status: { active: spelled, scomp: spelled },
          autoresponders: {
            subscription: { trigger: spelled, also_trigger_on_updated_subscribers: spelled },
          },
          file_format: { csv_has_headers: spelled },
        })
        expect(body.data).toMatchObject({
          overwrite: value,
          overwrite_what: { custom_fields: value, confirmed: value, format: value, status: value },
          overwrite_when_status: { active: value, scomp: value },
          autoresponders: { subscription: { trigger: value, also_trigger_on_updated_subscribers: value } },
          file_format: { csv_has_headers: value },
        })
      }
    }
    for (const spelled of ['yes', 'on', '', 'TRUE', 2, [], {}]) {
      expect(await api.problemOf({ overwrite: spelled })).toBe('422 overwrite must be true or false')
      expect(await api.problemOf({ overwrite_when_status: { scomp: spelled } })).toBe(
        '422 overwrite_when_status.scomp must be true or false',
      )
    }
  })

  test('rejects a misspelt member of a hash that decides what is overwritten or read', async () => {
    const api = await anImportApi()
    for (const [given, problem] of [
      [{ overwrite_what: { custom_field: false } }, 'overwrite_what.custom_field, custom_fields'],
      [{ overwrite_when_status: { unsubscribe: 0 } }, 'overwrite_when_status.unsubscribe, unsubscribed'],
      [{ file_format: { charset: 'utf-8' } }, 'file_format.charset'],
      [{ file_source: { ...leastImport.file_source, contents: '' } }, 'file_source.contents, content'],
      [{ subscriber_defaults: { stauts: 'active' } }, 'subscriber_defaults.stauts, status'],
      [{ autoresponders: { subscripton: {} } }, 'autoresponders.subscripton, subscription'],
      [{ autoresponders: { subscription: { triger: 0 } } }, 'autoresponders.subscription.triger, trigger'],
      [{ autoresponders: { api: { triggernew: null } } }, 'autoresponders.api.triggernew, trigger_new'],
      [
        { autoresponders: { api: { trigger_new: { nam: 'Hello' } } } },
        'autoresponders.api.trigger_new.nam, name',
      ],
    ] as const) {
      const [name, meant] = problem.split(', ')
      const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
      expect(await api.problemOf(given)).toBe(`422 ${name} is not a known attribute${hint}`)
    }
  })

  test('ignores unknown members elsewhere, and the old overwrite_what.autoresponder', async () => {
    const api = await anImportApi()
    const { body } = await api.create({
      mailing_list_id: 1,
      state: 'finished',
      overwrite_what: { autoresponder: 'whatever', status: 1 },
      colour: 'red',
    })
    expect(body.data).toMatchObject({ mailing_list_id: api.listId, state: 'scheduled' })
    expect(body.data.overwrite_what).toEqual({
      custom_fields: true,
      confirmed: false,
      format: false,
      status: true,
    })
    expect(JSON.stringify(body.data)).not.toMatch(/colour|whatever/)
  })

  test('reports all problems in one sentence', async () => {
    const api = await anImportApi()
    const { status, body } = await api.call('POST', api.path, { subscriber_import: { overwrite: 'x' } })
    expect([status, body.error_code, body.data]).toEqual([422, 'validation_failed', null])
    expect(body.error_message).toBe(
      'overwrite must be true or false, file_source cannot be blank, column_mapping cannot be blank',
    )
  })

  test('needs an object where an object belongs', async () => {
    const api = await anImportApi()
    for (const name of ['overwrite_what', 'overwrite_when_status', 'file_format', 'autoresponders']) {
      for (const value of [1, 'x', [], true]) {
        expect(await api.problemOf({ [name]: value })).toBe(`422 ${name} must be an object`)
      }
    }
    const text = await api.call('POST', api.path, { subscriber_import: 'x' })
    expect([text.status, text.body.error_message]).toEqual([400, 'subscriber_import must be a JSON object'])
    expect(await api.problemOf({ default_custom_fields: [] })).toBe(
      '422 default_custom_fields must be an object',
    )
    expect(await api.problemOf({ subscriber_defaults: 'x' })).toBe(
      '422 subscriber_defaults must be an object',
    )
  })
})

describe('file_format', () => {
  test('accepts the documented values, the character set in any case, and answers them as sent', async () => {
    const api = await anImportApi()
    for (const character_set of ['UTF-8', 'utf-8', 'Utf-8', 'ISO-8859-1', 'iso-8859-1', 'windows-1252']) {
      const { body } = await api.create({ file_format: { character_set } })
      expect(body.data.file_format.character_set).toBe(character_set)
    }
  })

  test('rejects all other values', async () => {
    const api = await anImportApi()
    for (const [key, values, problem] of [
      [
        'character_set',
        ['utf8', 'latin1', '', 'utf-8 ', 'utf16', 'cp1252'],
        `must be one of ${characterSetNames.join(', ')}`,
      ],
      ['csv_field_separator', [':', '\\t', '', '||', ',,', ' '], 'must be a comma, a tab character, a semicolon or a vertical bar'], // oxfmt-ignore
      ['csv_field_enclosure', ['`', '', '""', '”'], 'must be a double quote or a single quote'],
      ['date_format', ['ymd', 'MDY', '', 'us'], 'must be one of mdy, dmy'],
    ] as const) {
      for (const value of values) {
        expect(await api.problemOf({ file_format: { [key]: value } })).toBe(
          `422 file_format.${key} ${problem}`,
        )
      }
    }
  })
})

describe('file_source', () => {
  test('needs a type and the members of that type', async () => {
    const api = await anImportApi()
    const types = 'file_source.type must be one of json, upload_directory, url, upload, failed_rows'
    for (const [source, problem] of [
      [{}, types],
      [{ type: 'csv', content: 'x' }, types],
      [{ type: null }, types],
      [{ type: 'JSON', content: 'x' }, types],
      [{ type: 'json' }, 'file_source.content cannot be blank'],
      [{ type: 'json', content: 5 }, 'file_source.content must be a string'],
      [{ type: 'json', content: 'x', url: 'http://example.com' }, 'file_source.url must be null'],
      [{ type: 'upload_directory' }, 'file_source.filename cannot be blank'],
      [{ type: 'upload_directory', filename: '' }, 'file_source.filename cannot be blank'],
      [{ type: 'upload_directory', filename: 'x', content: '' }, 'file_source.content must be null'],
      [{ type: 'url' }, 'file_source.url cannot be blank'],
      [{ type: 'url', url: '' }, 'file_source.url cannot be blank'],
    ] as const) {
      expect(await api.problemOf({ file_source: source })).toBe(`422 ${problem}`)
    }
    expect(await api.problemOf({ file_source: 'x' })).toBe('422 file_source must be an object')
  })

  test('accepts an empty content', async () => {
    const api = await anImportApi()
    const { status } = await api.create({ file_source: { type: 'json', content: '' } })
    expect(status).toBe(200)
  })

  test('rejects at once a url that can never be fetched', async () => {
    const api = await anImportApi()
    for (const url of ['ftp://example.com/a', 'file:///etc/passwd', 'example.com', 'javascript:1', '//a.b']) {
      expect(await api.problemOf({ file_source: { type: 'url', url } })).toBe(
        '422 file_source.url must be an http or https url',
      )
    }
    expect(await api.problemOf({ file_source: { type: 'url', url: 'https://u:p@example.com/' } })).toBe(
      '422 file_source.url must not contain a user name or password',
    )
  })
})

describe('subscriber_defaults', () => {
  test('accepts only statuses and formats of subscribers', async () => {
    const api = await anImportApi()
    await api.sql`update mailing_lists set has_format = true, has_confirmed = true`
    for (const status of ['active', 'unsubscribed', 'scomp', 'bounced', 'deactivated']) {
      const { body } = await api.create({ subscriber_defaults: { status } })
      expect(body.data.subscriber_defaults).toEqual({ status })
    }
    for (const format of ['html', 'text', 'plaintext', 'both']) {
      const { body } = await api.create({ subscriber_defaults: { format, confirmed: '0' } })
      expect(body.data.subscriber_defaults).toEqual({ status: 'active', confirmed: false, format })
    }
    expect(
      await api.problemOf({ subscriber_defaults: { status: 'Active', format: 'pdf', confirmed: 2 } }),
    ).toBe(
      '422 subscriber_defaults.status must be one of active, unsubscribed, scomp, bounced, deactivated, ' +
        'subscriber_defaults.confirmed must be true or false, ' +
        'subscriber_defaults.format must be one of html, text, plaintext, both',
    )
  })
})
