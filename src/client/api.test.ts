import { describe, expect, test } from 'vitest'
import { deleteCustomField } from '../contract/lists/custom-fields.ts'
import { createMailingList, listMailingLists, showMailingList } from '../contract/lists/endpoints.ts'
import { createSubscriberImport, showSubscriberImportLog } from '../contract/imports/endpoints.ts'
import {
  createSubscriber,
  deleteSubscriber,
  listSubscribers,
  listSubscribersByEmail,
} from '../contract/subscribers/endpoints.ts'
import { aServer } from '../../test/harness/core/server.ts'
import { ApiFailure, createClient } from './api.ts'

async function aClient(options: Parameters<typeof aServer>[0] = {}) {
  const server = await aServer(options)
  return { server, client: createClient({ url: server.url, credential: server.a.credential }) }
}

/** A client whose every call gets the given answer. */
function answeredBy(body: string, init: ResponseInit) {
  return createClient({
    url: 'http://127.0.0.1',
    credential: null,
    fetch: async () => new Response(body, init),
  })
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  const failure = await call.catch((error: unknown) => error)
  if (!(failure instanceof ApiFailure)) throw new Error(`This is no refusal: ${String(failure)}`)
  return failure
}

describe('a call', () => {
  test('wraps the body, and answers with the data', async () => {
    const { client } = await aClient()
    const { data, paging } = await client.call(createMailingList, { body: { name: 'News' } })
    expect(data.name).toBe('News')
    expect(paging).toBeNull()
    expect((await client.call(showMailingList, { params: { id: data.id } })).data).toEqual(data)
  })

  test('has the warnings of the server, and knows a mount at the end of the url', async () => {
    const { server } = await aClient()
    const client = createClient({ url: `${server.url}/ga/api/v2/`, credential: server.a.credential })
    const { data, warnings } = await client.call(createMailingList, { body: { name: 'News' } })
    expect(warnings).toEqual([])
    const body = { email: 'ann@example.com', custom_fields: { Nope: 'x' } }
    const added = await client.call(createSubscriber, { params: { mailing_list_id: data.id }, body })
    expect(added.warnings).toEqual(['custom field "Nope" does not exist on this list and was ignored'])
  })

  test('of a list has its paging; parameters that are undefined are left out', async () => {
    const { client } = await aClient()
    const body = { name: 'News' }
    await client.call(createMailingList, { body })
    await client.call(createMailingList, { body: { name: 'More' } })
    const { data, paging } = await client.call(listMailingLists, {
      query: { page: 1, per_page: 1 },
    })
    expect(data.map(({ name }) => name)).toEqual(['More'])
    expect(paging).toEqual({ page: 1, per_page: 1, num_records: 2, num_pages: 2 })
    const first = await client.call(listMailingLists, { query: { page: undefined, per_page: 1 } })
    expect(first.paging).toEqual({ page: 0, per_page: 1, num_records: 2, num_pages: 2 })
  })

  test('can follow page tokens to the end', async () => {
    const { client } = await aClient()
    const list = await client.call(createMailingList, { body: { name: 'News' } })
    const params = { mailing_list_id: list.data.id }
    for (const name of ['ann', 'bob', 'cid']) {
      await client.call(createSubscriber, { params, body: { email: `${name}@example.com` } })
    }
    const emails: string[] = []
    let token: string | null | undefined
    do {
      const query = { per_page: 2, page_token: token ?? undefined }
      const { data, paging } = await client.call(listSubscribers, { params, query })
      emails.push(...data.map(({ email }) => email))
      token = paging?.next_page_token
    } while (typeof token === 'string')
    expect(emails).toEqual(['ann@example.com', 'bob@example.com', 'cid@example.com'])
  })

  test('escapes what stands in the path', async () => {
    const { client } = await aClient()
    const list = await client.call(createMailingList, { body: { name: 'News' } })
    const email = "a/b?c#d%25+e'f@example.com"
    await client.call(createSubscriber, { params: { mailing_list_id: list.data.id }, body: { email } })
    const { data } = await client.call(listSubscribersByEmail, { params: { email } })
    expect(data.map((one) => one.email)).toEqual([email])
  })

  test('whose path would lead elsewhere is not made', async () => {
    const { client } = await aClient()
    for (const name of ['..', '.', '']) {
      const call = client.call(deleteSubscriber, { params: { mailing_list_id: 1, id_or_email: name } })
      await expect(call).rejects.toThrow(`id_or_email cannot be "${name}"`)
    }
  })

  test('reaches a server behind a path, with or without a slash at its end', async () => {
    for (const url of ['https://example.com/mail', 'https://example.com/mail/']) {
      const asked: string[] = []
      const fetch = async (target: string | URL | Request) => {
        asked.push(new Request(target).url)
        return new Response('{"success":true,"data":[]}')
      }
      await createClient({ url, credential: null, fetch }).call(listMailingLists)
      expect(asked).toEqual(['https://example.com/mail/ga/api/v2/mailing_lists'])
    }
  })
})

describe('the options of a call', () => {
  test('with the same idempotency key, the second call makes nothing', async () => {
    const { client } = await aClient()
    const idempotencyKey = 'one'
    const first = await client.call(createMailingList, { body: { name: 'News' }, idempotencyKey })
    const second = await client.call(createMailingList, { body: { name: 'News' }, idempotencyKey })
    expect(second.data.id).toBe(first.data.id)
  })

  test('the signal ends the call', async () => {
    const { client } = await aClient()
    const call = client.call(listMailingLists, { signal: AbortSignal.abort() })
    await expect(call).rejects.toThrow('aborted')
  })
})

describe('a refusal', () => {
  test('is thrown with its code, words, status and request id', async () => {
    const { client } = await aClient()
    const failure = await failureOf(client.call(createMailingList, { body: { name: ' ' } }))
    expect(failure).toMatchObject({ code: 'validation_failed', message: 'name cannot be blank', status: 422 })
    expect(failure.requestId).toMatch(/^[0-9a-f]{32}$/)
    expect(failure.data).toBeNull()
  })

  test('is thrown when it comes with the status 200, too', async () => {
    const { client } = await aClient({ errorMode: 'always_200' })
    const call = client.call(showMailingList, { params: { id: 9 } })
    expect(await failureOf(call)).toMatchObject({ code: 'not_found', status: 200 })
    const log = client.text(showSubscriberImportLog, { params: { id: 9, classification: 'added' } })
    expect(await failureOf(log)).toMatchObject({ code: 'not_found', status: 200 })
  })

  test('without a credential is not_authorized', async () => {
    const { server } = await aClient()
    const client = createClient({ url: server.url, credential: null })
    expect(await failureOf(client.call(listMailingLists))).toMatchObject({
      code: 'not_authorized',
      status: 401,
    })
  })

  test('of a delete names the records that stand in its way', async () => {
    const data = { dependencies: [{ type: 'autoresponder', id: 3 }] }
    const refusal = { success: false, data, error_code: 'validation_failed', error_message: 'is in use' }
    const client = answeredBy(JSON.stringify(refusal), { status: 422 })
    const failure = await failureOf(client.call(deleteCustomField, { params: { id: 1 } }))
    expect(failure.data).toEqual(data)
  })

  test('by something in between, which answers no envelope, is internal_error with its status', async () => {
    for (const body of ['<html>502</html>', '', 'null', '[]', '{"message":"no"}']) {
      const client = answeredBy(body, { status: 502 })
      for (const call of [
        client.call(listMailingLists),
        client.text(showSubscriberImportLog, { params: { id: 1, classification: 'added' } }),
      ]) {
        expect(await failureOf(call)).toMatchObject({ code: 'internal_error', status: 502, requestId: null })
      }
    }
  })
})

describe('a text', () => {
  test('comes as it is, unread', async () => {
    const client = answeredBy('ann@example.com\n', {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
    const log = await client.text(showSubscriberImportLog, { params: { id: 1, classification: 'added' } })
    expect(log.bodyUsed).toBe(false)
    expect(await log.text()).toBe('ann@example.com\n')
  })

  test('that is not there is a refusal', async () => {
    const { client } = await aClient()
    const log = client.text(showSubscriberImportLog, { params: { id: 1, classification: 'added' } })
    expect(await failureOf(log)).toMatchObject({ code: 'not_found', status: 404 })
  })
})

test('what an endpoint does not take does not compile', () => {
  const client = createClient({ url: 'http://127.0.0.1', credential: null })
  const params = { mailing_list_id: 1 }
  const body = { column_mapping: ['email'], file_source: { type: 'ftp' } }
  const uncompilable = [
    // @ts-expect-error: the id is missing.
    () => client.call(showMailingList),
    // @ts-expect-error: it has another name.
    () => client.call(showMailingList, { params: { list_id: 1 } }),
    // @ts-expect-error: ids are numbers.
    () => client.call(showMailingList, { params: { id: '1' } }),
    // @ts-expect-error: there is no parameter.
    () => client.call(listMailingLists, { params: { id: 1 } }),
    // @ts-expect-error: the body is missing.
    () => client.call(createMailingList),
    // @ts-expect-error: the name is missing.
    () => client.call(createMailingList, { body: { d_speed: 1 } }),
    // @ts-expect-error: only known sources are taken.
    () => client.call(createSubscriberImport, { params, body }),
    // @ts-expect-error: the list has no such parameter.
    () => client.call(listMailingLists, { query: { title: 'News' } }),
    // @ts-expect-error: the call has no parameter at all.
    () => client.call(showMailingList, { params: { id: 1 }, query: { page: 1 } }),
  ]
  expect(uncompilable).toHaveLength(9)
})
