import { expect, test } from 'vitest'
import { tricks } from '../../test/harness/ssrf/tricks.ts'
import { aDeliverer, aTold, later, opened, showWebhook } from '../../test/harness/records/webhooks.ts'

test('no trick leads a webhook to an address that is not public', async () => {
  let answers: readonly string[] = []
  const admission = { allow: [], allowLoopback: false }
  const { api, receiver, webhook, step } = await aTold({ admission, lookup: async () => answers })
  await opened(api, [1])
  const wrong: string[] = []
  for (const trick of tricks) {
    answers = trick.answers ?? ['127.0.0.1']
    await api.sql`
      update webhooks set url = ${trick.url.replaceAll('\0', '')}, next_attempt_at = null, failures = 0`
    await api.sql`update webhook_events set attempts = 0`
    await step()
    const { pending, failures, last_error: error } = await showWebhook(api, webhook)
    // Refused: not tried in vain.
    if (pending !== 1 || failures !== 1 || error === null || /reached|broke|answer/.test(error)) {
      wrong.push(`${trick.url}: ${error ?? 'delivered'}`)
    }
  }
  expect(wrong).toEqual([])
  expect(receiver.requests).toEqual([])
})

test('a private address is reached where it is named with its port, and the refusal says how', async () => {
  const { api, receiver, webhook, step } = await aTold({ admission: { allow: [], allowLoopback: false } })
  await opened(api, [1])
  await step()
  expect(receiver.requests).toEqual([])
  expect((await showWebhook(api, webhook)).last_error).toMatch(/WEBHOOK_ALLOW/)
  const allow = [new URL(receiver.url).host]
  await later(api)
  await aDeliverer(api, { admission: { allow, allowLoopback: false } }).step()
  expect(receiver.requests).toHaveLength(1)
})
