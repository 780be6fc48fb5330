import { expect } from 'vitest'
import { until } from '../harness/core/until.ts'
import { asIfTablesWereLarge, expectNoMore, rowsReadEach } from '../harness/postgres/rows-read.ts'
import { startSenders } from '../harness/sending/sender.ts'
import { aCampaignWorld, people } from '../harness/sending/world.ts'

export type World = Awaited<ReturnType<typeof aCampaignWorld>>

export type Course = {
  /** No statistics at all: plans are made while the tables are empty. */
  isNew?: boolean
  /** Of the mail server, at the recipient. */
  answer?: (address: string, isFirst: boolean) => { code: number; text: string } | null
  /** @returns a special sending rule. */
  rule?: (world: World) => Promise<number>
  /** Once nothing happens any more, what the campaign waits for comes. */
  end?: { waits: string; come: (world: World) => Promise<unknown> }
}

async function aWorld({ answer = () => null }: Course): Promise<World> {
  const tried = new Set<string>()
  return aCampaignWorld(0, {
    decide: (stage, { to }) => {
      if (stage !== 'rcpt') return null
      const isFirst = !tried.has(to)
      tried.add(to)
      return answer(to, isFirst)
    },
  })
}

/** Of a campaign to so many people more than are on the list. */
async function readsOf(world: World, more: number, { isNew = false, rule, end }: Course) {
  const { sql, organizationId, listId } = world
  await people(sql, organizationId, listId, more, { domain: `among-${more}.example` })
  const dispatch = rule === undefined ? {} : { special_sending_rule_id: await rule(world) }
  // Knows the campaigns before, but not this one.
  if (!isNew) await sql`analyze`
  return rowsReadEach(sql, 'test sender', async () => {
    const senders = startSenders(world.api, { smtpUrl: world.sink.url, pace: { batchMax: 10 } })
    const id = await world.begin({}, dispatch)
    if (end !== undefined) {
      await until(async () => (await world.stateOf(id)).waiting_for === end.waits)
      await end.come(world)
      await sql`update jobs set next_attempt_at = null`
      await sql`select pg_notify('sending', '')`
    }
    await world.finished(id)
    await senders.stop()
    const { recipients_sent: messages = 0 } = await world.statsOf(id)
    return messages
  })
}

/** @param count of a small campaign; a large one has ten times as many messages. */
export async function sendsAlike(course: Course, count: number): Promise<void> {
  const world = await aWorld(course)
  await asIfTablesWereLarge(world.sql)
  await readsOf(world, 10, course)
  const small = await readsOf(world, count, course)
  const large = await readsOf(world, count * 10, course)
  expect(large.get('subscribers')).toBeGreaterThan(0)
  expectNoMore(small, large)
}
