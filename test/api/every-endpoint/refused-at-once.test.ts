import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { aWholeApi, furnish, type Possessions, type WholeApi } from '../../harness/records/tenants.ts'

/** A value that no mail server, file system or header accepts is rejected when it is posted, at every endpoint. */

const tooLong = [
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(4)}com`,
]

type Place = { path: string; body: (value: string) => object }

const listed = 'mailing_lists/:mailing_lists'
const campaign = (dispatch: object) => ({ campaign: { name: 'News', dispatch_attributes: dispatch } })
const autoresponder = (more: object) => ({ autoresponder: { name: 'News', trigger: 'api', ...more } })
const user = { full_name: 'Ann', active: true, role: 'standard' }

const addresses: Record<string, Place> = {
  ...Object.fromEntries(
    ['d_from_email', 'd_reply_to', 'd_sender_email'].map((name) => [
      `mailing list, ${name}`,
      { path: 'mailing_lists', body: (value: string) => ({ mailing_list: { name: 'News', [name]: value } }) },
    ]),
  ),
  ...Object.fromEntries(
    ['from_email', 'reply_to', 'sender_email'].map((name) => [
      `campaign, ${name}`,
      { path: `${listed}/campaigns`, body: (value: string) => campaign({ [name]: value }) },
    ]),
  ),
  'autoresponder, from_email': {
    path: `${listed}/autoresponders`,
    body: (value) => autoresponder({ from_email: value }),
  },
  'autoresponder, reply_to': {
    path: `${listed}/autoresponders`,
    body: (value) => autoresponder({ reply_to: value }),
  },
  subscriber: { path: `${listed}/subscribers`, body: (email) => ({ subscriber: { email } }) },
  'triggered subscriber': {
    path: `${listed}/subscribers/:email/trigger_autoresponders`,
    body: () => ({ autoresponder_names: '*', create_missing_subscriber: true }),
  },
  user: { path: 'users', body: (email) => ({ user: { ...user, email } }) },
  'preview recipient of a user': {
    path: 'users',
    body: (email) => ({ user: { ...user, email: 'u@example.com', default_preview_recipients: [email] } }),
  },
  'seed list': {
    path: 'seed_lists',
    body: (email) => ({ seed_list: { name: 'Seeds', addresses_array: [email] } }),
  },
  preview: {
    path: 'campaigns/:campaigns/send_preview',
    body: (email) => ({ preview: { recipients: [email] } }),
  },
  'bounce email': {
    path: 'organizations/:organizations/bounce_emails',
    body: (email) => ({ bounce_email: { email } }),
  },
}

async function post(api: WholeApi, own: Possessions, { path, body }: Place, value: string) {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'email' ? encodeURIComponent(value) : (own[name] ?? '0'),
  )
  const as = path.startsWith('organizations/') ? api.system : api.a
  return api.request('POST', filled, as, body(value))
}

test(
  'rejects an address that no mail server accepts, wherever it is posted',
  { timeout: 180_000 },
  async () => {
    const api = await aWholeApi()
    const own = await furnish(api, api.a, 'word')
    for (const [name, place] of Object.entries(addresses)) {
      for (const value of tooLong) {
        const { status, text } = await post(api, own, place, value)
        expect([status, JSON.parse(text).error_message], `${name}: ${value}`).toEqual([
          422,
          expect.stringMatching(/valid/),
        ])
      }
    }
    const suppressed = `suppression_lists/${own['suppression_lists']}/suppressed_addresses/create_multiple`
    const { text } = await api.request('POST', suppressed, api.a, { data: tooLong })
    expect(JSON.parse(text).data).toEqual({ added: 0, already_suppressed: 0, invalid: 3 })
  },
)

test('rejects a name with a line break, wherever it is posted', async () => {
  const api = await aWholeApi()
  const own = await furnish(api, api.a, 'word')
  const named = endpoints.filter(
    ({ method, body, path, ofOwnAccount: isOwn }) =>
      method === 'POST' && !path.startsWith('organizations/:') && namesOf(body).length > 0 && isOwn !== true,
  )
  expect(named.length).toBeGreaterThan(10)
  for (const { path, body, wrapper, role } of named) {
    for (const name of namesOf(body)) {
      const url = path.replaceAll(/(\w+)\/:(\w+)/g, (_, collection: string, one: string) => {
        const id = own[one === 'id' ? collection : `${one.replace(/_id$/, '')}s`] ?? '0'
        return `${collection}/${id}`
      })
      const record = { [name]: 'one\r\ntwo' }
      const as = role === 'system_admin' ? api.system : api.a
      const { status, text } = await api.request(
        'POST',
        url,
        as,
        wrapper === undefined ? record : { [wrapper]: record },
      )
      expect([status, JSON.parse(text).error_message], `${path} ${name}`).toEqual([
        422,
        expect.stringMatching(new RegExp(`${name} (must be a single line|cannot contain line breaks)`)),
      ])
    }
  }
})

/** The members of a record that are names. */
function namesOf(body: unknown): string[] {
  const shape = (body as { shape?: object } | undefined)?.shape ?? {}
  return Object.keys(shape).filter((name) => ['name', 'full_name', 'd_from_name', 'from_name'].includes(name))
}

test('rejects a file name with a path, and a url with control characters, when they are posted', async () => {
  const api = await aWholeApi()
  const own = await furnish(api, api.a, 'word')
  const create = async (source: object) => {
    const { text } = await api.request(
      'POST',
      `mailing_lists/${own['mailing_lists']}/subscriber_imports`,
      api.a,
      {
        subscriber_import: { column_mapping: ['email'], file_source: source },
      },
    )
    return JSON.parse(text).error_message as string | null
  }
  const path = 'file_source.filename must be the name of a file, without a path'
  for (const filename of ['../people.csv', '/etc/passwd', 'a\\b.csv', '..', 'ü'.repeat(128)])
    expect(await create({ type: 'upload_directory', filename }), filename).toBe(path)
  expect(await create({ type: 'upload_directory', filename: 'a\nb.csv' })).toBe(
    'file_source.filename must be a single line',
  )
  expect(await create({ type: 'upload_directory', filename: 'People of May.csv' })).toBeNull()
  const url = 'https://example.com/a\r\nHost: elsewhere'
  expect(await create({ type: 'url', url })).toBe('file_source.url must not contain control characters')
  const webhook = { name: 'Shop', url, event_types: ['scomp'] }
  const { status, text } = await api.request('POST', 'webhooks', api.a, { webhook })
  expect([status, JSON.parse(text).error_message]).toEqual([422, 'url must not contain control characters'])
})
