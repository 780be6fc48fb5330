import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aWorkFolder } from '../../test/harness/importing/stories.ts'
import { aBounceServer } from '../../test/harness/sending/returned.ts'
import { bounceMaildir } from './maildir.ts'
import { createMessageNames } from '../links/verp.ts'

const mail = (to = 'whoever@example.com') =>
  Buffer.from(`From: ann@example.com\r\nTo: ${to}\r\nSubject: unsubscribe\r\n\r\nPlease.\r\n`)

async function aWorld() {
  const started = await aBounceServer()
  const { api, organizationId, listId, campaignId, subscriberIds } = started
  const names = createMessageNames(api.secrets)
  const addressOf = (subscriberId = 0) => {
    const ref = { organizationId, listId, source: 'campaign', sourceId: campaignId, subscriberId } as const
    return names.unsubscribeAddress('bounces@news.example', ref) ?? expect.fail()
  }
  const left = async () => {
    const rows = await api.sql<
      { id: number }[]
    >`select id from subscribers where status = 'unsubscribed' order by id`
    return rows.map(({ id }) => id)
  }
  const counted = async () => {
    const [row] =
      await api.sql`select unsubs_total, unsubs_unique from stat_slices where campaign_id = ${campaignId}`
    return row
  }
  return { ...started, ids: subscriberIds, addressOf, left, counted }
}

test('a mail to the address in List-Unsubscribe ends exactly that subscription, once', async () => {
  const { deliver, addressOf, left, counted, ids } = await aWorld()
  expect(await deliver(mail(), addressOf(ids[1]).toUpperCase())).toBe(250)
  expect(await left()).toEqual([ids[1]])
  expect(await deliver(mail(), addressOf(ids[1]))).toBe(250)
  expect(await counted()).toEqual({ unsubs_total: 1, unsubs_unique: 1 })
})

test('an address that was changed, a return path or the token of one unsubscribes nobody', async () => {
  const { deliver, returnPath, addressOf, left, ids } = await aWorld()
  const address = addressOf(ids[0])
  expect(
    await deliver(
      mail(),
      address.replace(/(.)@/, (_, last: string) => (last === 'a' ? 'b@' : 'a@')),
    ),
  ).toBe(550)
  expect(await deliver(mail(), returnPath().replace('+', '+unsub-'))).toBe(550)
  expect(await deliver(mail(), address.replace('unsub-', ''))).toBe(550)
  await deliver(mail(address), returnPath())
  expect(await left()).toEqual([])
})

test('a maildir takes such a mail by the address that it was delivered to', async () => {
  const { environment, addressOf, left, ids } = await aWorld()
  const folder = join(await aWorkFolder(), 'bounces')
  await mkdir(join(folder, 'new'), { recursive: true })
  await writeFile(join(folder, 'new', '1'), mail(`"Leave" <${addressOf(ids[0])}>`))
  // An address in the text proves nothing about who wrote it.
  await writeFile(
    join(folder, 'new', '2'),
    Buffer.concat([mail(), Buffer.from(`To: ${addressOf(ids[1])}\r\n`)]),
  )
  const loop = bounceMaildir(environment, folder)
  for (let name = await loop.take(); name !== null; name = await loop.take()) {
    await loop.run(name, new AbortController().signal)
  }
  expect(await left()).toEqual([ids[0]])
})
