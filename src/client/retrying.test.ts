import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from './api.ts'
import { retrying } from './retrying.ts'
import { aServer } from '../../test/harness/core/server.ts'
import { createMailingList, listMailingLists } from '../contract/lists/endpoints.ts'

type Step = 'lost' | number | ((send: () => Promise<Response>) => Promise<Response>)

/** A `fetch` that behaves as told, one step a call, and passes the rest on to the server. */
function faulty(steps: Step[]): { fetch: typeof fetch; calls: () => number } {
  let calls = 0
  return {
    calls: () => calls,
    fetch: async (input, init) => {
      const step = steps[calls]
      calls += 1
      const send = () => fetch(input, init)
      if (step === undefined) return send()
      if (typeof step === 'function') return step(send)
      if (step === 'lost') throw new TypeError('fetch failed')
      return new Response('', { status: step, headers: { 'retry-after': '0' } })
    },
  }
}

async function aClient(steps: Step[]) {
  const server = await aServer()
  const line = faulty(steps)
  const options = { url: server.url, credential: server.a.credential }
  return { line, client: createClient({ ...options, fetch: retrying({ fetch: line.fetch, waitMs: 1 }) }) }
}

test('a call whose answer is lost is repeated, and creates one record', async () => {
  const lostAnswer: Step = async (send) => {
    await send()
    throw new TypeError('terminated')
  }
  const { client, line } = await aClient([lostAnswer, 503])
  await client.call(createMailingList, { body: { name: 'News' } })
  expect(line.calls()).toBe(3)
  expect((await client.call(listMailingLists)).data.map(({ name }) => name)).toEqual(['News'])
})

test('a read is repeated, a limit on the rate is waited for, and the last answer is returned', async () => {
  const read = await aClient(['lost', 429, 502])
  expect((await read.client.call(listMailingLists)).data).toEqual([])
  expect(read.line.calls()).toBe(4)
  const refused = await aClient([504, 504, 504, 504, 504])
  await expect(refused.client.call(listMailingLists)).rejects.toMatchObject({ status: 504 })
  expect(refused.line.calls()).toBe(5)
})

test('a PATCH that has no key is repeated only if it was refused for its rate, a PUT and a DELETE as reads are', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const lost = faulty(['lost'])
  await expect(retrying({ fetch: lost.fetch, waitMs: 1 })(url, { method: 'PATCH' })).rejects.toThrow('failed')
  expect(lost.calls()).toBe(1)
  server.on('request', (_, answer) => answer.end('done'))
  const limited = faulty([429])
  expect((await retrying({ fetch: limited.fetch })(url, { method: 'PATCH' })).status).toBe(200)
  expect(limited.calls()).toBe(2)
  for (const method of ['PUT', 'DELETE']) {
    const broken = faulty(['lost', 502])
    expect((await retrying({ fetch: broken.fetch, waitMs: 1 })(url, { method })).status).toBe(200)
    expect(broken.calls()).toBe(3)
  }
})

test('an aborted call ends at once, also while it waits', async () => {
  const controller = new AbortController()
  const line = faulty([
    async () => {
      queueMicrotask(() => controller.abort(new Error('no longer wanted')))
      return new Response('', { status: 503 })
    },
  ])
  const call = retrying({ fetch: line.fetch, waitMs: 600_000 })('http://127.0.0.1/', {
    signal: controller.signal,
  })
  await expect(call).rejects.toThrow('no longer wanted')
  expect(line.calls()).toBe(1)
})
