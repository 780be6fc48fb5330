import { expect, test } from 'vitest'
import { publicTextKeys } from '../../../src/contract/lists/public-texts.ts'
import { languages, wordsIn } from '../../../src/contract/responses/words.ts'
import { aField } from '../../harness/core/records.ts'
import { aPreferencePage } from '../../harness/returned/preferences.ts'

type Texts = { language: string; texts: { key: string; default: string; text: string | null }[] }

async function aSettledPage() {
  const page = await aPreferencePage()
  const { api, listId } = page
  const put = (part: string, body: object, list = listId, as = api.a) =>
    api.call<Record<string, unknown>>('PUT', `mailing_lists/${list}/${part}`, { [part]: body }, as)
  const own = async (language: string) => {
    const { body } = await api.call<Texts>('GET', `mailing_lists/${listId}/public_texts?language=${language}`)
    return Object.fromEntries(
      body.data.texts.flatMap(({ key, text }) => (text === null ? [] : [[key, text]])),
    )
  }
  return { ...page, put, own }
}

test('a list is not public, and lets nobody change a field, until it says so', async () => {
  const { api, put, listId, sql, organizationId, ...page } = await aSettledPage()
  const path = `mailing_lists/${listId}/preferences`
  expect((await api.call('GET', path)).body.data).toEqual({
    is_public: false,
    public_name: '',
    description: '',
    editable_custom_field_ids: [],
  })
  const ids = [
    await aField(sql, organizationId, listId, { name: 'One' }),
    await aField(sql, organizationId, null, { name: 'Two' }),
  ]
  const wanted = { is_public: true, public_name: ' Letters & <more> ', description: 'Once\na month' }
  const all = { ...wanted, public_name: 'Letters & <more>', editable_custom_field_ids: ids }
  expect((await put('preferences', { ...wanted, editable_custom_field_ids: ids })).body.data).toEqual(all)
  expect((await put('preferences', {})).body.data).toEqual(all)
  const html = await page.html()
  expect(html).toContain('<span>Letters &amp; &lt;more&gt;<small>Once<br>\na month</small></span>')
  expect((await page.visit('GET', page.path('unsubscribe'))).body).toContain('Letters &amp; &lt;more&gt;')
  const less = await put('preferences', {
    is_public: false,
    public_name: null,
    editable_custom_field_ids: [ids[1]],
  })
  expect(less.body.data).toEqual({
    ...all,
    is_public: false,
    public_name: '',
    editable_custom_field_ids: [ids[1]],
  })
  await sql`update custom_fields set deleted_at = now() where id = ${ids[1] ?? 0}`
  expect((await api.call('GET', path)).body.data).toMatchObject({ editable_custom_field_ids: [] })
})

test('fields that the list does not have, its primary key, and lists that nobody can join are refused', async () => {
  const { put, sql, organizationId, listId, garden, api } = await aSettledPage()
  const other = await aField(sql, organizationId, garden, { name: 'Other' })
  const foreign = await aField(sql, api.b.organizationId, null, { name: 'Theirs' })
  for (const id of [other, foreign, 999_999]) {
    const { status, body } = await put('preferences', { editable_custom_field_ids: [id] })
    expect([status, body.error_message]).toEqual([
      422,
      `editable_custom_field_ids names ${id}, which the list does not have`,
    ])
  }
  const key = await aField(sql, organizationId, listId, { name: 'Number', required: true })
  await sql`update mailing_lists set primary_key_custom_field_id = ${key} where id = ${listId}`
  expect((await put('preferences', { editable_custom_field_ids: [key] })).status).toBe(422)
  expect((await put('preferences', { is_public: true })).body.error_message).toContain(
    'is the primary key of the list',
  )
  expect((await put('preferences', { public_name: 'a'.repeat(101) })).status).toBe(422)
  expect((await put('preferences', { description: 'a'.repeat(501) })).status).toBe(422)
  expect((await put('preferences', { is_public: true }, listId, api.b)).status).toBe(404)
})

test('a text of the list stands on the pages in its language, as text and nothing else', async () => {
  const { put, visit, path, html, own } = await aSettledPage()
  const hostile = 'Leave {list}? </h1><script>alert(1)</script> {email} {date}'
  expect(
    (
      await put('public_texts', {
        language: 'de',
        texts: { askTitle: hostile, askText: hostile, leave: '"><b>' },
      })
    ).status,
  ).toBe(200)
  const page = async (language: string) =>
    (await visit('GET', path('unsubscribe'), { headers: { 'accept-language': language } })).body
  const german = await page('de')
  expect(german).toContain(
    '<h1>Leave {list}? &lt;/h1&gt;&lt;script&gt;alert(1)&lt;/script&gt; {email} {date}</h1>',
  )
  expect(german).toContain('<p>Leave <strong>News &amp; &lt;more&gt;</strong>? &lt;/h1&gt;')
  expect(german).toContain('>&quot;&gt;&lt;b&gt;</button>')
  expect(await page('en')).toContain(wordsIn.en.askTitle)
  await put('public_texts', { language: 'en', texts: { preferencesTitle: 'What you want', pause: 'Shh' } })
  expect(await html()).toContain('<h1>What you want</h1>')
  expect(await own('de')).toEqual({ askTitle: hostile, askText: hostile, leave: '"><b>' })
  expect((await put('public_texts', { language: 'de', texts: { leave: null, askTitle: '' } })).status).toBe(
    200,
  )
  expect(await own('de')).toEqual({ askText: hostile })
})

test('only what differs is kept, and a dead link has the texts of its list', async () => {
  const { put, own, sql, visit, path } = await aSettledPage()
  await put('public_texts', { language: 'en', texts: { leave: wordsIn.en.leave, deadTitle: ' Gone ' } })
  expect(await own('en')).toEqual({ deadTitle: 'Gone' })
  expect(await sql`select 1 from public_texts`).toHaveLength(1)
  expect((await visit('GET', path('preferences', { subscriberId: 999_999 }))).body).toContain('<h1>Gone</h1>')
})

test.each([
  ['an unknown key', { language: 'en', texts: { nothing: 'x' } }],
  ['a key of every object', { language: 'en', texts: { __proto__x: 'x', constructor: 'x' } }],
  ['an unknown language', { language: 'xx', texts: {} }],
  ['a text that is too long', { language: 'en', texts: { leave: 'a'.repeat(1001) } }],
  ['a character that cannot be stored', { language: 'en', texts: { leave: 'a\u0000' } }],
  ['no texts', { language: 'en' }],
])('%s is refused', async (_, body) => {
  const { put, own } = await aSettledPage()
  expect((await put('public_texts', body)).status).toBe(422)
  expect(await own('en')).toEqual({})
})

test('every text can be changed in every language', async () => {
  const { put, own } = await aSettledPage()
  for (const language of languages) {
    const texts = Object.fromEntries(publicTextKeys.map((key) => [key, `${key} of ours`]))
    expect((await put('public_texts', { language, texts })).status).toBe(200)
    expect(await own(language)).toEqual(texts)
  }
})
