import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wholeOf } from '../../../console/app/api.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'

/** Answers of three pages of two. */
function pages(total = 5, perPage = 2) {
  const asked: number[] = []
  const call = (input: { query?: { page?: number } }) => {
    const page = input.query?.page ?? 0
    asked.push(page)
    const data = Array.from({ length: total }, (_, at) => at).slice(page * perPage, (page + 1) * perPage)
    const paging = { page, per_page: perPage, num_records: total, num_pages: Math.ceil(total / perPage) }
    return Promise.resolve({ data, paging } as never)
  }
  return { asked, call }
}

test('a call for as many as one page may hold reads on until it has all; one for a page does not', async () => {
  const all = pages()
  expect(await wholeOf(all.call, { query: { per_page: 2000 } })).toMatchObject({ data: [0, 1, 2, 3, 4] })
  expect(all.asked).toEqual([0, 1, 2])
  const one = pages()
  expect(await wholeOf(one.call, { query: { per_page: 2000, page: 0 } })).toMatchObject({ data: [0, 1] })
  expect(await wholeOf(one.call, { query: { per_page: 50 } })).toMatchObject({ data: [0, 1] })
  expect(await wholeOf(one.call, {})).toMatchObject({ data: [0, 1] })
  expect(one.asked).toEqual([0, 0, 0])
})

/** These show some records: nobody chooses one among all of them there, or they look for others by their name. */
const some: Record<string, string[]> = {
  'app/api.ts': ['listMailingLists'],
  'campaigns/autoresponders/uncertain.tsx': ['listUncertainAutoresponderDeliveries'],
  'campaigns/report/mail.tsx': ['listLinkStats'],
  'campaigns/report/why/ask.tsx': ['listCampaignOutcomes'],
  'campaigns/report/why/of-autoresponder.tsx': ['listAutoresponderOutcomes'],
  'campaigns/report/why/of-person.tsx': ['listCampaignOutcomes'],
  'campaigns/uncertain.tsx': ['listUncertainDeliveries'],
  'exports/data.ts': ['listSubscriberExports'],
  'imports/data.ts': ['listSubscriberImports'],
  'imports/rows.tsx': ['listSubscriberImportRows'],
  'lists/home/list-page.tsx': ['listAllCampaigns'],
  'organizations/overview/steps.tsx': ['listMailingLists'],
  'organizations/switcher/others.tsx': ['listOrganizations'],
  'subscribers/bulk/progress.tsx': ['listBulkChanges'],
  'webhooks/attempts.tsx': ['listWebhookDeliveries'],
  'webhooks/dead-events.tsx': ['listDeadEvents'],
  'webhooks/queries.ts': ['listWebhooks'],
}

const paged = new Set<string>(endpoints.filter(({ paged: how }) => how !== 'none').map(({ id }) => id))

/** The calls of lists in a file that take one page of it: neither a select that searches on the server nor a table that turns pages. */
function onePageCalls(text: string): string[] {
  const isTurned = /usePageParam|pageParam|offeredMost|\bids: |turn\(/.test(text)
  if (isTurned) return []
  const sizes = [...text.matchAll(/per_page: (\d+)/g)].map(([, size]) => Number(size))
  return [...text.matchAll(/useCall\(\s*([\w.]+)(,[^;]*?\))(?: as|\n|$|\.)/g)]
    .filter(([, name = '', rest = '']) => {
      if (!paged.has(name) && !/(^|\.)list$/.test(name)) return false
      const [, own] = /per_page: (\d+)/.exec(rest) ?? []
      return own === undefined ? !sizes.some((size) => size >= 500) : Number(own) < 500
    })
    .map(([, name = '']) => name)
}

test('no page of the console chooses from the first page of a list alone', () => {
  const found = readdirSync('console', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, calls: onePageCalls(readFileSync(`console/${file}`, 'utf8')) }))
    .filter(({ calls }) => calls.length > 0)
  expect(Object.fromEntries(found.map(({ file, calls }) => [file, calls]))).toEqual(some)
})
