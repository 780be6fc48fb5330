import { expect, onTestFinished, test } from 'vitest'
import { startUrlSource } from '../../test/harness/fakes/url-source.ts'
import { post } from '../notifying/post.ts'
import { checkLinks } from './link-check.ts'

const rules = { allow: [], allowLoopback: true, timeoutMs: 10_000 }
const besides = /sent more than 1 MB besides what was asked for/

async function aSource() {
  const source = await startUrlSource()
  onTestFinished(() => source.close())
  return source
}

test('early answers without end fail the check of a link and the delivery of a webhook at once', async () => {
  const source = await aSource()
  const url = source.url('/informs-flood')
  const [link] = await checkLinks([url], rules)
  expect(link?.problem).toMatch(besides)
  const told = await post(url, { headers: {}, body: '{}' }, rules, new AbortController().signal)
  expect(told).toMatchObject({ outcome: 'silent', message: expect.stringMatching(besides) })
  // No connection is left to send on.
  await source.quiet()
})

test('a webhook whose answer is one endless frame has taken its events, and its connection ends', async () => {
  const source = await aSource()
  const url = source.url('/extension-flood')
  const beganMs = performance.now()
  const told = await post(url, { headers: {}, body: '{}' }, rules, new AbortController().signal)
  expect(told).toMatchObject({ outcome: 'taken', status: 200 })
  expect(performance.now() - beganMs).toBeLessThan(5_000)
  await source.quiet()
})
