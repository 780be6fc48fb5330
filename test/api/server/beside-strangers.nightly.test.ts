import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { formatCredential } from '../../../src/contract/api/credential.ts'
import { until } from '../../harness/core/until.ts'
import { anOrganizationOf, aWholeServer, type Call } from '../../harness/core/whole-server.ts'
import { figure } from '../../harness/watching/figure.ts'
import { percentile } from '../../harness/watching/load.ts'

/**
 * A2, A4, N4: callers with a good key do not notice strangers who guess or dawdle. Strangers and other work share the
 * cores with the server, so the bound is for the median and far above what a call takes alone in the same run: it shows
 * a thread or a pool of connections that is held, not some milliseconds.
 */

const secondsAlone = 3
const secondsBeside = 10
const connections = 100
const strangersAgent = new Agent({ connections })

test('1,000 bad credentials a second do not hold up the calls of others', async () => {
  const { url, call } = await aBusyServer()
  const statuses = new Map<number, number>()
  const guess = async (place: number) => {
    const authorization = `Basic ${formatCredential({ organizationId: 1, key: randomBytes(20).toString('hex') })}`
    const status = await answerTo(`${url}/ga/api/v2/mailing_lists`, {
      headers: { authorization, 'x-forwarded-for': addressOf(place) },
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const sent = await unharmed(call, (signal) => strangers(1_000, signal, guess))
  expect([...statuses.keys()]).toEqual([401])
  expect(sent).toBeGreaterThan(500)
  figure(
    `${sent} bad credentials in ${secondsBeside} s: no good call failed, and their median stayed within its bound`,
  )
})

test('log-ins by the hundred do not hold up the calls of others', async () => {
  const { url, call } = await aBusyServer()
  const statuses = new Map<number, number>()
  const guess = async (place: number) => {
    const status = await answerTo(`${url}/ga/api/v2/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(place) },
      body: JSON.stringify({ email: `ann${place}@example.com`, password: `guess ${place}` }),
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const sent = await unharmed(call, (signal) => strangers(300, signal, guess))
  // What is more than can be hashed is told to come back.
  expect([...statuses.keys()].filter((status) => status !== 401 && status !== 429)).toEqual([])
  expect(statuses.get(401) ?? 0).toBeGreaterThan(20)
  figure(
    `${sent} log-ins in ${secondsBeside} s: no good call failed, and their median stayed within its bound`,
  )
})

test('500 connections that send a head byte by byte and 50 slow uploads hold up nobody; the heads are cut off', async () => {
  const { url, call, credential, listId } = await aBusyServer()
  const slow: Socket[] = []
  const open = async (first: string, next: string, count: number) => {
    for (let place = 0; place < count; place += 1) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {}).resume()
      await once(socket, 'connect')
      socket.write(first)
      const timer = setInterval(() => socket.write(next), 1_000)
      socket.once('close', () => clearInterval(timer))
      slow.push(socket)
    }
  }
  await unharmed(call, async () => {
    await open('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x', 500)
    const path = `/ga/api/v2/mailing_lists/${listId}/subscriber_imports`
    const upload = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${credential}\r\n`
    const head = `${upload}Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n`
    const begin = '{"subscriber_import":{"column_mapping":["email"],"file_source":{"type":"json","content":"'
    await open(head + begin, 'x'.repeat(10_000), 50)
    await pause(secondsBeside * 1_000)
    expect(slow.filter(({ destroyed }) => destroyed).length).toBe(0)
    return slow.length
  })
  const begun = performance.now()
  await until(() => slow.slice(0, 500).every(({ destroyed }) => destroyed), { seconds: 150 })
  expect((performance.now() - begun) / 1000).toBeLessThan(120)
  await call('GET', 'mailing_lists')
})

/** A server behind a proxy, and an organization that works on it. */
async function aBusyServer() {
  const whole = await aWholeServer({}, { TRUSTED_PROXIES: '127.0.0.1' })
  const { call, credential } = await anOrganizationOf(whole, { name: 'Acme' })
  const { id: listId } = await call<{ id: number }>('POST', 'mailing_lists', {
    mailing_list: { name: 'News' },
  })
  return { url: whole.url, call, credential, listId }
}

/** Fails unless good calls get their answers while strangers are there, in a time like that before and after. */
async function unharmed<Result>(call: Call, harm: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const measured = async (signal: AbortSignal) => {
    const times: number[] = []
    while (!signal.aborted) {
      const begun = performance.now()
      await call('GET', 'mailing_lists')
      times.push(performance.now() - begun)
      await pause(20)
    }
    return times
  }
  const alone = () => measured(AbortSignal.timeout(secondsAlone * 1_000))
  await alone()
  const before = await alone()
  const over = new AbortController()
  const meanwhile = measured(over.signal)
  const result = await harm(AbortSignal.timeout(secondsBeside * 1_000)).finally(() => over.abort())
  const beside = await meanwhile
  const after = await alone()
  const aloneMs = Math.max(percentile(before, 0.5), percentile(after, 0.5))
  const words = `half within ${percentile(beside, 0.5)} ms (alone ${aloneMs} ms), 9 of 10 within ${percentile(beside, 0.9)} ms`
  console.log(`${beside.length} good calls beside them: ${words}`)
  expect(beside.length).toBeGreaterThan(20)
  expect(percentile(beside, 0.5), words).toBeLessThan(aloneMs * 5 + 200)
  return result
}

/** So many a second, as far as this machine can over that many connections. @returns how many. */
async function strangers(perSecond: number, signal: AbortSignal, act: (place: number) => Promise<void>) {
  const begun = performance.now()
  let next = 0
  const lane = async () => {
    while (!signal.aborted) {
      const due = ((performance.now() - begun) / 1000) * perSecond
      if (next < due) await act(next++)
      else await pause(5)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return next
}

/** @returns the status. */
async function answerTo(url: string, options: Parameters<typeof request>[1]): Promise<number> {
  const { statusCode, body } = await request(url, { ...options, dispatcher: strangersAgent })
  await body.dump()
  return statusCode
}

/** Each stranger comes from another address, so that no limit of one address spares the server the work. */
function addressOf(place: number): string {
  return `203.0.${(place >> 8) & 255}.${place & 255}`
}
