import { expect, test } from 'vitest'
import { assetRoutes } from '../../../src/http/resources/assets.ts'
import { brandRoutes } from '../../../src/http/resources/brands.ts'
import { aSentCampaign } from '../../harness/sending/readers.ts'

type Brand = {
  name: string
  color: string | null
  logo: { id: number; url: string } | null
  language: string | null
}

const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** A campaign whose unsubscribe page is open, and calls to change the brand. */
async function aBrandedPage() {
  const started = await aSentCampaign(undefined, {}, (route) => {
    brandRoutes(route, { baseUrl: 'https://news.example' })
    assetRoutes(route, { baseUrl: 'https://news.example', pictures: { allow: [], allowLoopback: true } })
  })
  const { api, visit, path, listId } = started
  const put = (brand: object, place = 'brand', as = api.a) => api.call<Brand>('PUT', place, { brand }, as)
  const page = async (accepted = '') =>
    (await visit('GET', path('unsubscribe'), { headers: { 'accept-language': accepted } })).body
  const logo = async (as = api.a) =>
    (await api.call<{ id: number }>('POST', 'assets', { asset: { content: pixel } }, as)).body.data.id
  return { ...started, put, page, logo, ofList: `mailing_lists/${listId}/brand` }
}

test('without a brand pages show the name of the organization, in the language of the browser', async () => {
  const { api, page } = await aBrandedPage()
  expect((await api.call<Brand>('GET', 'brand')).body.data).toEqual({
    name: '',
    color: null,
    logo: null,
    imprint: '',
    imprint_url: '',
    language: null,
    updated_at: '1970-01-01T00:00:00Z',
  })
  expect(await page()).toContain('<p class="name">A</p>')
  expect(await page('fr')).toContain('<html lang="fr">')
})

test('name, color, logo, imprint and language are on the page; what is not given stays, null empties', async () => {
  const { api, visit, put, page, logo } = await aBrandedPage()
  const id = await logo()
  const { data } = (
    await put({
      name: ' Alder & <Finch> ',
      color: '#FFCC00',
      logo_id: id,
      imprint: 'Alder & Finch\n1 Street',
      imprint_url: 'https://alder.example/imprint?a=1&b=2',
      language: 'de',
    })
  ).body
  expect(data).toMatchObject({ name: 'Alder & <Finch>', color: '#ffcc00', logo: { id }, language: 'de' })
  const html = await page('fr')
  expect(html).toContain('<html lang="de">')
  const [, src = ''] = /<img src="\.\.(\/a\/[^"]+)" alt="Alder &amp; &lt;Finch&gt;"/.exec(html) ?? []
  expect((await visit('GET', src)).statusCode).toBe(200)
  expect(`https://news.example${src}`).toBe(data.logo?.url)
  expect(html).toContain('--main: #ffcc00; --on: #000000')
  expect(html).toContain('<p>Alder &amp; Finch<br>\n1 Street</p>')
  expect(html).toContain('<a href="https://alder.example/imprint?a=1&amp;b=2" rel="noreferrer">Impressum</a>')
  expect((await put({ color: null, imprint_url: null })).body.data).toMatchObject({
    color: null,
    logo: { id },
  })
  expect(await page()).not.toContain('ffcc00')
  expect((await api.call('DELETE', `assets/${id}`)).status).toBe(200)
  expect(await page()).toContain('<p class="name">Alder &amp; &lt;Finch&gt;</p>')
})

test('a list overrides what it sets, and keeps the rest of the organization', async () => {
  const { put, page, ofList } = await aBrandedPage()
  await put({ name: 'House', color: '#112233', language: 'it' })
  await put({ name: 'Garden', language: 'pl' }, ofList)
  const html = await page('fr')
  expect(html).toContain('<html lang="pl">')
  expect(html).toContain('<p class="name">Garden</p>')
  expect(html).toContain('--main: #112233')
  await put({ name: '', language: null }, ofList)
  expect(await page('fr')).toMatch(/<html lang="it">[^]*<p class="name">House</)
})

test.each([
  [{ color: 'red' }, 'color must be a color such as #0b5f6b'],
  [{ color: '#12345' }, 'color must be a color such as #0b5f6b'],
  [{ color: '#123456;}body{display:none' }, 'color'],
  [
    { imprint_url: 'javascript:alert(1)' },
    'imprint_url must be a web address that begins with https:// or http://',
  ],
  [{ imprint_url: 'https://' }, 'imprint_url must be a web address'],
  [{ language: 'tlh' }, 'language must be one of en, de, fr, es, it, nl, pl, pt'],
  [{ name: 'two\nlines' }, 'name must be a single line'],
  [{ logo_id: 999_999 }, 'logo_id does not exist'],
])('%j is refused', async (brand, problem) => {
  const { api, put } = await aBrandedPage()
  const { status, body } = await put(brand)
  expect([status, body.error_message]).toEqual([expect.any(Number), expect.stringContaining(problem)])
  expect(body.success).toBe(false)
  expect((await api.call<Brand>('GET', 'brand')).body.data).toMatchObject({
    name: '',
    color: null,
    logo: null,
  })
})

test('a logo and a list of another organization are not found', async () => {
  const { api, put, logo, ofList, page } = await aBrandedPage()
  const theirs = await logo(api.b)
  expect((await put({ logo_id: theirs + 1_000 })).body.success).toBe(false)
  await api.sql`update assets set id = 5000 where organization_id = ${api.b.organizationId}`
  expect((await put({ logo_id: 5000 })).body.error_message).toContain('logo_id does not exist')
  expect((await put({ name: 'Theirs' }, ofList, api.b)).status).toBe(404)
  await put({ name: 'Theirs' }, 'brand', api.b)
  expect(await page()).not.toContain('Theirs')
})

test('only a change is written to the audit log, with the names of what changed', async () => {
  const { sql, put, ofList, listId, organizationId } = await aBrandedPage()
  await put({ name: 'House', color: '#112233' })
  await put({ name: 'House' })
  await put({ language: 'de' }, ofList)
  const events = await sql`
    select subject_type, subject_id, details from audit_events where kind = 'brand.updated' order by id`
  expect([...events]).toEqual([
    { subject_type: 'Organization', subject_id: organizationId, details: { changed: ['name', 'color'] } },
    { subject_type: 'MailingList', subject_id: listId, details: { changed: ['language'] } },
  ])
})

test('concurrent changes of different attributes keep each other', async () => {
  const { api, put } = await aBrandedPage()
  const changes = [{ name: 'House' }, { color: '#112233' }, { imprint: '1 Street' }, { language: 'nl' }]
  await Promise.all(changes.map((change) => put(change)))
  expect((await api.call<Brand>('GET', 'brand')).body.data).toMatchObject({
    name: 'House',
    color: '#112233',
    imprint: '1 Street',
    language: 'nl',
  })
})
