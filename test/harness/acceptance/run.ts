import { expect } from 'vitest'
import { checkMessages, type Read } from './messages.ts'
import { aFate, bounced, type Fate } from './model.ts'
import { refusalOf } from './people.ts'
import { playBack } from './playback.ts'
import { checkMetrics } from './metrics.ts'
import { checkReports } from './reports.ts'
import { aSentCampaign, type SentCampaign } from './setup.ts'
import { setEarlier } from '../postgres/earlier.ts'

/** Runs one campaign to so many subscribers, from the import to the last report. */
export async function acceptCampaign(count: number, seed: number): Promise<void> {
  const sent = await aSentCampaign(count)
  const read = await checkMessages(sent)
  await openPreferences(read)
  const readers = read.map((one) => ({ read: one, fate: aFate(one.person, one) }))
  const refused = await refusedOnes(sent, read)
  // Nobody reads a message in the first seconds.
  await setEarlier(sent.sql, { table: 'deliveries', times: ['sent_at'] }, '1 hour')
  await playBack(sent, readers, seed)
  const fates = [...readers.map(({ fate }) => fate), ...refused]
  expect(fates.filter(({ endedBy }) => endedBy !== null).length, 'something happened').toBeGreaterThan(
    count / 20,
  )
  await checkReports(sent, fates)
  await checkMetrics(sent)
}

/** The link of one message leads to the page of its reader, and of nobody else. */
async function openPreferences(read: readonly Read[]): Promise<void> {
  const one = read.find(({ person, preferences }) => person !== null && preferences !== '')
  const reply = await fetch(one?.preferences ?? '')
  const page = await reply.text()
  expect([reply.status, page.includes('Your preferences')]).toEqual([200, true])
  expect(page).toContain(`<strong>${one?.person?.email}</strong>`)
}

/** Recipients that the mail server rejected. Only the product knows which content they had. */
async function refusedOnes(
  { sql, people, campaignId, idOf }: SentCampaign,
  read: readonly Read[],
): Promise<Fate[]> {
  const rows = await sql<{ id: number; name: Read['content'] }[]>`
    select d.subscriber_id as id, c.name from deliveries d
    join campaign_contents c on c.organization_id = d.organization_id and c.id = d.content_id
    where d.campaign_id = ${campaignId} and d.subscriber_id <> 0`
  const contentOf = new Map(rows.map(({ id, name }) => [id, name]))
  for (const { person, content } of read) {
    if (person !== null) expect(contentOf.get(idOf.get(person.email.toLowerCase()) ?? 0)).toBe(content)
  }
  return people.flatMap((person) => {
    const refusal = refusalOf(person.address)
    if (refusal === null || person.status !== 'active') return []
    const content = contentOf.get(idOf.get(person.email.toLowerCase()) ?? 0) ?? 'Short'
    const plain = content === 'Short' || person.format === 'text'
    const parts = plain ? 'text' : person.format === 'html' ? 'html' : 'multipart'
    const fate = { ...aFate(person, { content, parts }), refused: true }
    const code = refusal.text.slice(0, 5)
    bounced(fate, { kind: code === '5.1.1' ? 'hard' : 'soft', code, synchronous: true })
    return [fate]
  })
}
