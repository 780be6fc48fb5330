import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '../../../src/contract/api/endpoint.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { consoleSources, endpointsCalledIn } from '../../harness/browser/console-calls.ts'

/** What changes something and that no page calls, each with its reason. */
const withoutPage: Record<string, string> = {
  createPasswordReset: 'the server has pages for it, which need no script',
  setPassword: 'the server has pages for it, which need no script',
  unsubscribeSubscriber: 'for programs; the page of a person changes the status',
  orderGlobalCustomFields: 'the order on the page of a list counts for all lists',
  writeSubscriberBatch: 'for programs; people import a file',
  deleteUserLockout: 'for programs; a lockout ends by itself within minutes',
  createMessage: 'for programs; the console shows what they have sent',
  revokeApiKey: 'for programs that find leaked keys; a page switches off a key by its name',
  createMessages: 'for programs; the console shows what they have sent',
}

/** Attributes of administration that no form has. */
const withoutField: Record<string, string> = {
  global: 'accepted and ignored, as answers contain it',
  algorithm: 'follows from a given key; new keys are RSA, which every receiver can check',
  show_quick_tips: 'of the former console of other clients',
  default_preview_recipients: 'of the former console of other clients',
}

/** The files of the console that call each endpoint. */
async function callers(sources: ReadonlyMap<string, string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const [path, text] of sources) {
    for (const id of await endpointsCalledIn(path, text)) found.set(id, [...(found.get(id) ?? []), path])
  }
  return found
}

const allSources = consoleSources()
const found = allSources.then(callers)

const ofOrganization = /^organizations\/:organization_id\//

test('the console calls each endpoint that changes something, or the table says why not', async () => {
  const called = await found
  const has = (id: string | undefined) => id !== undefined && (called.has(id) || id in withoutPage)
  const ids = new Map(endpoints.map(({ method, path, id }) => [`${method} ${path}`, id]))
  const missing = endpoints.filter(({ id, method, path }) => {
    if (method === 'GET' || has(id)) return false
    // A system administrator steps into the organization, and calls the same as its administrators.
    return !ofOrganization.test(path) || !has(ids.get(`${method} ${path.replace(ofOrganization, '')}`))
  })
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('no excuse has outlived its reason: nothing in the table is called by a page, or is gone', async () => {
  const called = await found
  const known = new Set<string>(endpoints.filter(({ method }) => method !== 'GET').map(({ id }) => id))
  expect(Object.keys(withoutPage).filter((id) => called.has(id) || !known.has(id))).toEqual([])
})

test('forms of administration have each attribute that their endpoint takes', async () => {
  const sources = await allSources
  const missing: string[] = []
  const excused = new Set<string>()
  for (const [id, paths] of await found) {
    const endpoint = endpoints.find((one) => one.id === id)
    if (endpoint === undefined || !isAdministration(endpoint)) continue
    const folders = paths.map((path) => path.split('/').slice(0, 2).join('/'))
    const text = [...sources].filter(([path]) => folders.some((folder) => path.startsWith(`${folder}/`)))
    const has = (name: string) => text.some(([, its]) => new RegExp(`\\b${name}\\b`).test(its))
    for (const name of attributesOf(endpoint.body).filter((one) => !has(one))) {
      if (name in withoutField) excused.add(name)
      else missing.push(`${id}: ${name}`)
    }
  }
  expect(missing).toEqual([])
  expect(Object.keys(withoutField).filter((name) => !excused.has(name))).toEqual([])
})

function isAdministration({ method, role }: Endpoint): boolean {
  return (method === 'POST' || method === 'PUT') && role !== 'standard'
}

function attributesOf(schema: z.ZodType | undefined): string[] {
  const { shape } = (schema ?? {}) as Partial<z.ZodObject>
  return Object.keys(shape ?? {})
}

/** Forms that are left without a question: each is a line or less, typed again within seconds, and most are confirmations. */
const leftAtOnce = [
  'campaigns/autoresponders/trigger-now',
  'campaigns/calendar/move',
  'campaigns/compose/templates',
  'imports/failed/replace',
  'lists/first',
  'lists/remove',
  'messages/streams/suppressed',
  'resources/seeds/seed-list-page',
  'subscribers/ask-address',
  'subscribers/rights/erase',
  'users/account/passkeys',
  'users/account/second-factor',
  'users/log-in-form',
]

test('every other form asks before it is left with something that was typed', async () => {
  const without = [...(await allSources)]
    .filter(([, text]) => /<form\b|\buseForm\b/.test(text))
    .filter(([, text]) => !/\b(useContractForm|useAskBeforeClosing)[(<]|<Save\b/.test(text))
    .map(([path]) => path.replace(/^console\/(.*)\.tsx$/, '$1'))
  expect(without.toSorted()).toEqual(leftAtOnce)
})
