import { expect, test } from 'vitest'
import type { FieldType } from '../../../src/contract/lists/field-values.ts'
import { aField, someOptions } from '../../harness/core/records.ts'
import { aPreferencePage } from '../../harness/returned/preferences.ts'

const hostile = '"><script>alert(1)</script>{email}&amp;'

/** A page with one field of each type that the reader can change. */
async function aPageOfFields() {
  const page = await aPreferencePage()
  const { sql, organizationId, listId } = page
  const types = {
    Name: 'text',
    About: 'text_multiline',
    Age: 'number',
    Birthday: 'day_of_year',
    Since: 'date',
    Size: 'select_single_dropdown',
    Color: 'select_single_radio',
    Topics: 'select_multiple_checkboxes',
    Calls: 'boolean',
    Secret: 'text',
  }
  const ids: Record<string, number> = {}
  for (const [name, field_type] of Object.entries(types) as [string, FieldType][]) {
    ids[name] = await aField(sql, organizationId, listId, { name, field_type })
    if (name !== 'Secret') {
      await sql`insert into editable_fields values (${organizationId}, ${listId}, ${ids[name]})`
    }
  }
  for (const name of ['Size', 'Color', 'Topics'])
    await someOptions(sql, organizationId, ids[name] ?? 0, ['S', 'M', hostile])
  const values = async (): Promise<Record<string, unknown>> => {
    const [row] = await sql<{ custom_fields: Record<string, unknown> }[]>`
      select custom_fields from subscribers where id = ${page.subscriberIds[0] ?? 0}`
    const names = new Map(Object.entries(ids).map(([name, id]) => [String(id), name]))
    return Object.fromEntries(
      Object.entries(row?.custom_fields ?? {}).map(([id, value]) => [names.get(id), value]),
    )
  }
  /** The form as a browser would send it, with what the reader changes. */
  const send = async (changes: Record<string, string | string[]>, html?: string) => {
    const shown = html ?? (await page.html())
    const form: Record<string, string | string[]> = {}
    for (const [, id = '', mark = ''] of shown.matchAll(/name="w(\d+)" value="([^"]*)"/g))
      form[`w${id}`] = mark
    for (const [, id = '', value = ''] of shown.matchAll(
      /type="(?:text|number|date)"[^>]* name="f(\d+)"[^>]* value="([^"]*)"/g,
    )) {
      form[`f${id}`] = value
    }
    for (const [name, value] of Object.entries(changes)) {
      const [field = '', part = ''] = name.split('.')
      form[`f${ids[field]}${part}`] = value
    }
    return page.post('details', form)
  }
  return { ...page, ids, values, send }
}

const everything = {
  Name: hostile,
  About: 'One\r\nTwo',
  Age: '42',
  'Birthday.m': '02',
  'Birthday.d': '29',
  Since: '2020-01-31',
  Size: 'M',
  Color: hostile,
  Topics: ['S', hostile],
  Calls: 'true',
}
const stored = {
  Name: hostile,
  About: 'One\nTwo',
  Age: 42,
  Birthday: '02-29',
  Since: '2020-01-31',
  Size: 'M',
  Color: hostile,
  Topics: ['S', hostile],
  Calls: true,
}

test('a field of each type is changed, shown again as text, and logged without its value', async () => {
  const page = await aPageOfFields()
  const reply = await page.send(everything)
  expect(reply).toContain('Your changes are saved.')
  expect(await page.values()).toEqual(stored)
  expect(reply).not.toContain('<script>')
  expect(reply).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{email}&amp;amp;"')
  expect(reply).toContain('<option value="29" selected>29</option>')
  expect(reply).not.toContain('Secret')
  const events = await page.sql`select kind, details from audit_events`
  expect(events.map(({ kind }) => kind)).toEqual(['subscriber.details_changed'])
  expect(JSON.stringify(events)).not.toContain('script')
  // Sent again as it is shown, nothing changes.
  expect(
    await page.post('details', {
      [`w${page.ids['Age']}`]: markOf(reply, page.ids['Age']),
      [`f${page.ids['Age']}`]: '42',
    }),
  ).toContain('Nothing was changed.')
})

function markOf(html: string, id = 0): string {
  return new RegExp(`name="w${id}" value="([^"]*)"`).exec(html)?.[1] ?? ''
}

test('what an old tab does not change stays, and what it does counts', async () => {
  const page = await aPageOfFields()
  const old = await page.html()
  await page.send({ Name: 'New', Age: '42' })
  await page.send({ Age: '43' }, old)
  expect(await page.values()).toMatchObject({ Name: 'New', Age: 43 })
})

test('everything can be emptied; a box without its tick is a no', async () => {
  const page = await aPageOfFields()
  await page.send(everything)
  const empty = { Name: '', About: '', Age: '', 'Birthday.m': '', 'Birthday.d': '', Since: '', Size: '' }
  expect(await page.send(empty)).toContain('saved')
  expect(await page.values()).toEqual({ Calls: false })
})

test('wrong values change nothing at all, are shown again, and say where', async () => {
  const page = await aPageOfFields()
  await page.sql`update custom_fields set required = true, minimum_length = 3 where id = ${page.ids['Name'] ?? 0}`
  await page.send({ Name: 'Anna' })
  const wrong = { Age: '4.2', 'Birthday.m': '02', 'Birthday.d': '31', Size: 'XXL', Topics: ['S', 'other'] }
  const reply = await page.send({ ...wrong, Name: '' })
  expect(reply).toContain('Nothing was saved. Please check what is marked.')
  expect(reply.match(/Please check this\./g)).toHaveLength(4)
  expect(reply.match(/Please fill this in\./g)).toHaveLength(1)
  expect(reply).toMatch(/aria-invalid="true"[^>]* value="4\.2"/)
  expect(await page.values()).toEqual({ Name: 'Anna' })
  expect(await page.send({ Name: 'An' })).toContain('Please check this.')
  expect(await page.send({ Name: 'An\u0000na' })).toContain('Please check this.')
})

test('only what the organization allows: no other field, no primary key, no field of another list', async () => {
  const page = await aPageOfFields()
  const { sql, organizationId, ids, garden } = page
  const other = await aField(sql, organizationId, garden, { name: 'Other' })
  await page.post('details', { [`w${ids['Secret']}`]: 'x', [`f${ids['Secret']}`]: 'mine', [`w${other}`]: 'x', [`f${other}`]: 'x', f1: 'x' }) // oxfmt-ignore
  await sql`update mailing_lists set primary_key_custom_field_id = ${ids['Name'] ?? 0} where id = ${page.listId}`
  const html = await page.html()
  expect(html).not.toContain(`name="f${ids['Name']}"`)
  await page.post('details', { [`w${ids['Name']}`]: 'x', [`f${ids['Name']}`]: 'other' })
  expect(await page.values()).toEqual({})
})

test('an option that was removed stays with the person until they choose another', async () => {
  const page = await aPageOfFields()
  await page.send({ Topics: ['S', 'M'], Size: 'M' })
  await page.sql`delete from custom_field_options where name = 'M'`
  await page.send({ Name: 'Anna', Topics: ['S'], Size: '' })
  expect(await page.values()).toEqual({ Name: 'Anna', Topics: ['S', 'M'], Size: 'M' })
  await page.send({ Topics: ['S', hostile] })
  expect(await page.values()).toMatchObject({ Topics: ['S', hostile] })
})

test('a form that is too large, or no form, changes nothing', async () => {
  const page = await aPageOfFields()
  const url = `${page.url}/details`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const large = `w${page.ids['Name']}=x&f${page.ids['Name']}=${'a'.repeat(300_000)}`
  expect((await page.visit('POST', url, { headers, payload: large })).statusCode).toBe(404)
  for (const payload of ['', '&&&=', '%', '{"f1": "x"}', '\u0000']) {
    expect((await page.visit('POST', url, { headers, payload })).statusCode).toBe(200)
  }
  expect(await page.values()).toEqual({})
})
