import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages } from '../../../console/app/pages.ts'
import { aBrand, type Brand } from '../../harness/browser/brand.ts'
import { logIn } from '../../harness/browser/log-in.ts'
import { aPage } from '../../harness/browser/page.ts'
import { payloads } from '../../harness/browser/payloads.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'
import type { Json } from '../../harness/core/whole-server.ts'

/** Every kind of record with a text that people choose: where it is made and what with. */
type Kind = { place: (ids: Brand['ids']) => string; body: (text: string, nth: number) => Json }

const sender = { from_name: 'Ann', from_email: 'news@alder.example' }

const kinds = {
  list: {
    place: () => 'mailing_lists',
    body: (text) => ({ mailing_list: { name: text, d_from_name: text } }),
  },
  field: {
    place: ({ list }) => `mailing_lists/${list}/custom_fields`,
    // Names of fields differ in more than their case.
    body: (text, nth) => ({
      custom_field: { name: `${nth} ${text}`.slice(0, 49), field_type: 'text', instructions: text },
    }),
  },
  person: {
    place: ({ list }) => `mailing_lists/${list}/subscribers`,
    body: (text, nth) => ({
      subscriber: { email: `hostile${nth}@example.com`, custom_fields: { 'First name': text } },
    }),
  },
  segment: {
    place: ({ list }) => `mailing_lists/${list}/segments`,
    body: (text) => ({ segment: { name: text, clauses: [] } }),
  },
  draft: {
    place: ({ list }) => `mailing_lists/${list}/campaigns`,
    body: (text) => ({
      campaign: {
        name: text,
        segmentation_criteria_ad_hoc: [],
        contents: [{ name: text, subject: text, format: 'text', text }],
        dispatch_attributes: { ...sender, from_name: text, state: 'idle' },
      },
    }),
  },
  template: {
    place: ({ list }) => `mailing_lists/${list}/templates`,
    body: (text) => ({
      template: { name: text, contents: [{ name: text, subject: text, format: 'text', text }] },
    }),
  },
  autoresponder: {
    place: ({ list }) => `mailing_lists/${list}/autoresponders`,
    body: (text) => ({ autoresponder: { name: text, trigger: 'api' } }),
  },
  step: {
    place: ({ list, autoresponder }) => `mailing_lists/${list}/autoresponders/${autoresponder}/steps`,
    body: (text) => ({ step: { name: text, wait_amount: 3, content_subject: text } }),
  },
  form: {
    place: ({ list }) => `mailing_lists/${list}/web_forms`,
    body: (text) => ({ web_form: { name: text, title: text, introduction: text, consent_text: text } }),
  },
  rule: {
    place: () => 'special_sending_rules',
    body: (text) => ({ special_sending_rule: { name: text, messages_max: 3, messages_days: 7 } }),
  },
  suppression: { place: () => 'suppression_lists', body: (text) => ({ suppression_list: { name: text } }) },
  seed: { place: () => 'seed_lists', body: (text) => ({ seed_list: { name: text } }) },
  key: { place: () => 'api_keys', body: (text) => ({ api_key: { name: text, role: 'organization_admin' } }) },
  webhook: {
    place: () => 'webhooks',
    body: (name, nth) => ({
      webhook: { name, url: `https://receiver.example.com/${nth}`, event_types: ['scomp'], active: false },
    }),
  },
  user: {
    place: () => 'users',
    body: (text, nth) => ({
      user: { full_name: text, email: `user${nth}@example.com`, active: false, role: 'standard' },
    }),
  },
} satisfies Record<string, Kind>

type Made = Record<keyof typeof kinds, number[]>

async function plant({ call, ids }: Brand): Promise<Made> {
  const made: Partial<Made> = {}
  for (const [kind, { place, body }] of Object.entries(kinds)) {
    made[kind as keyof Made] = []
    // An organization has up to 50 webhooks, a sequence up to 50 steps.
    const texts = ['webhook', 'step'].includes(kind) ? payloads.slice(0, 45) : payloads
    for (const [nth, text] of texts.entries()) {
      const { id } = await call<{ id: number }>('POST', place(ids), body(text, nth))
      made[kind as keyof Made]?.push(id)
    }
  }
  // Cells of a file: those that arrive and those that fail.
  const rows = payloads.map((text, nth) => [nth % 2 === 0 ? `cell${nth}@example.com` : text, text])
  const content = ['E-Mail,First name', ...rows.map((cells) => cells.map(quoted).join(','))].join('\n')
  const source = { column_mapping: ['email', 'First name'], file_source: { type: 'json', content } }
  const { id } = await call<{ id: number }>('POST', `mailing_lists/${ids.list}/subscriber_imports`, {
    subscriber_import: source,
  })
  ids.import = id
  return made as Made
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** Opens the page and asserts that nothing ran. @returns what people read there. */
async function open(page: Page, { organizationId }: Brand, path: string): Promise<string> {
  await page.goto(`/console/o/${organizationId}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => null)
  expect({ path, ran: await page.evaluate('window.__x') }).toEqual({ path, ran: undefined })
  return page.locator('main').innerText()
}

/** Pages of lists that show one of these texts a row. */
const listPages: [path: string, pagesOfIt: number][] = [
  ['/lists', 4],
  ['/segments', 4],
  ['/campaigns', 4],
  ['/autoresponders', 4],
  ['/suppression', 4],
  ['/seeds', 4],
  ['/settings/keys', 4],
  ['/settings/users', 4],
]

/** Of each page with a record every sixth record, each page from another one on. */
function pathsOf({ ids }: Brand, made: Made): string[] {
  const known: Partial<Record<string, number[]>> = { ...made, campaign: made.draft }
  const idOf = (path: string, name: string, nth: number) => {
    // These are records of the first list, and steps of the first autoresponder.
    if (name === 'list' && /people|autoresponders|forms/.test(path)) return ids.list
    if (name === 'autoresponder' && path.includes('steps')) return ids.autoresponder
    return known[name]?.[nth] ?? ids[name as keyof Brand['ids']] ?? 1
  }
  return pages
    .filter(({ scope }) => scope === 'organization')
    .flatMap(({ path }, place) => {
      const records = path.includes(':') ? [...payloads.keys()].filter((nth) => nth % 6 === place % 6) : [0]
      const addresses = records.map((nth) =>
        path.replaceAll(/:(\w+)\??/g, (_, name: string) => String(idOf(path, name, nth))),
      )
      return [...new Set(addresses)]
    })
}

describeInBrowser('texts that try to run', () => {
  test('60 of them in every text field: none runs, all are shown as they are', async () => {
    const brand = await aBrand({ people: 20 })
    const made = await plant(brand)
    const page = await aPage(brand.server, { expectedFaults: [/status of 401/] })
    await logIn(page, brand.email)
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
    for (const [path, count] of listPages) {
      const texts: string[] = []
      for (let number = 0; number < count; number += 1) {
        texts.push(plain(await open(page, brand, `${path}?page=${number}`)))
      }
      const unseen = payloads.filter((text) => !texts.some((shown) => shown.includes(plain(text))))
      expect({ path, unseen }).toEqual({ path, unseen: [] })
    }
    for (const path of pathsOf(brand, made)) await open(page, brand, path)
  })
})
