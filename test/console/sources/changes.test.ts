import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { changeOf } from '../../../console/app/api.ts'
import { createClient } from '../../../src/client/api.ts'
import { deleteMailingList, updateMailingList } from '../../../src/contract/lists/endpoints.ts'

const list = { name: 'News' }

/** A page of organization 7 that knows an answer of each tag, and a server that answers each call with this status. */
function aPage(status = 200) {
  const known = new QueryClient()
  const pages = [
    [7, 'Mailing lists'],
    [7, 'Subscribers'],
    [7, 'Campaigns'],
    [8, 'Mailing lists'],
  ] as const
  for (const page of pages) known.setQueryData(page, {})
  const events: string[] = []
  const fetch = () => {
    events.push('call')
    const body =
      status === 200
        ? { success: true, data: {} }
        : { success: false, error_code: 'not_found', error_message: 'gone' }
    return Promise.resolve(Response.json(body, { status }))
  }
  const client = createClient({ url: 'http://quiver.test', credential: null, fetch })
  return {
    environment: { client, organizationId: 7, known },
    events,
    done: () => events.push('done'),
    old: () =>
      pages.filter((key) => known.getQueryState(key)?.isInvalidated === true).map((key) => key.join(' ')),
    known,
  }
}

test('a change makes what it touches old, besides the answers of its own tag', async () => {
  const page = aPage()
  const change = changeOf(page.environment, updateMailingList, { touches: ['Subscribers'], done: page.done })
  await new MutationObserver(page.known, change).mutate({ params: { id: 1 }, body: list })
  expect(page.old()).toEqual(['7 Mailing lists', '7 Subscribers'])
  expect(page.events).toEqual(['call', 'done'])
})

test('after a deletion the page is left before anything is asked for again', async () => {
  const page = aPage()
  const oldWhenLeft: string[][] = []
  const done = () => void setTimeout(() => oldWhenLeft.push(page.old()))
  const change = changeOf(page.environment, deleteMailingList, { done })
  await new MutationObserver(page.known, change).mutate({ params: { id: 1, code: 'c' } })
  expect(oldWhenLeft).toEqual([[]])
  expect(page.old()).toEqual(['7 Mailing lists'])
})

test('a change of what was deleted meanwhile makes the page ask again', async () => {
  const page = aPage(404)
  const change = changeOf(page.environment, updateMailingList, { touches: ['Subscribers'], done: page.done })
  await expect(
    new MutationObserver(page.known, change).mutate({ params: { id: 1 }, body: list }),
  ).rejects.toThrow('gone')
  expect(page.old()).toEqual(['7 Mailing lists'])
  expect(page.events).toEqual(['call'])
})
