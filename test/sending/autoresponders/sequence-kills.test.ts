import { expect, test } from 'vitest'
import { aReactor, owe, someSubscribers } from '../../harness/sending/reactions.ts'
import { aSequence } from '../../harness/sending/sequences.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aWire, type CutAt } from '../../harness/core/wire.ts'
import { byDay } from '../../harness/night.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'

const atOnce = (name: string, more: object = {}) => ({ name, wait_amount: 0, ...more })

/**
 * Three people in a sequence of four messages, of which the third is skipped. The sender dies at a message to the database.
 * @returns whether it died before the end.
 */
async function dieAt(cutAt: CutAt): Promise<boolean> {
  const { sql, url, giveBack } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  await sql`update organizations set sending_quota_mode = 'visible_limit', sending_quota_limit = 100`
  const steps = [atOnce('Two'), atOnce('No', { previous: 'opened', otherwise: 'skip' }), atOnce('Four')]
  const world = await aSequence(steps, { sql, url, organizationId })
  await owe(world, world.id, await someSubscribers(world, world.listId, ['a', 'b', 'c']))
  const wire = await aWire(url, cutAt)
  const doomed = await aReactor({ sql, url: wire.url, organizationId })
  let isCut = false
  void wire.cut.then(() => (isCut = true))
  await Promise.race([wire.cut, doomed.work().catch(() => {})])
  const died = isCut
  // Whatever the dead sender held is free again.
  const isOver = async () => (await sql`select 1 from autoresponder_reactions`).length === 0
  for (let round = 0; round < 10 && !(await isOver()); round += 1) {
    await sql`update autoresponder_reactions set leased_until = now() - interval '1 second' where holder is not null`
    await sql`update reaction_turns set waits_until = null, waiting_for = ''`
    await world.work()
  }
  const received = [...(await world.received()), ...(await doomed.received())].toSorted()
  expect({ cutAt, received }).toEqual({ cutAt, received: [...new Set(received)] })
  const deliveries = await sql<{ message: string; state: string }[]>`
    select a.content_subject || ' to ' || s.key as message, d.state from deliveries d
    join autoresponders a on a.organization_id = d.organization_id and a.id = d.autoresponder_id join subscribers s on s.organization_id = d.organization_id and s.id = d.subscriber_id order by 1`
  const expected = ['Four', 'Hello', 'Two'].flatMap((step) =>
    ['a', 'b', 'c'].map((name) => `${step} to ${name}@example.com`),
  )
  expect({ cutAt, messages: deliveries.map(({ message }) => message) }).toEqual({ cutAt, messages: expected })
  for (const { message, state } of deliveries) {
    if (state === 'accepted') expect(received).toContain(message)
    else expect({ cutAt, message, state }).toEqual({ cutAt, message, state: 'uncertain' })
  }
  const [left] = await sql`
    select (select count(*) from autoresponder_reactions) as owed,
      (select coalesce(sum(reserved), 0)::integer from credit_balances) as reserved,
      (select skipped from sequence_steps where id = ${world.stepIds[1] ?? 0}) as skipped`
  expect({ cutAt, left }).toEqual({ cutAt, left: { owed: 0, reserved: 0, skipped: 3 } })
  await Promise.all([world.end(), doomed.end()])
  await giveBack()
  return died
}

test.each(['before', 'after'] as const)(
  'a sender that dies %s any message to the database sends no step twice and takes everybody to the end',
  async (moment) => {
    let points = 0
    const step = byDay(61, 1)
    for (
      let message = byDay(moment === 'before' ? 9 : 17, 1);
      await dieAt({ message, moment });
      message += step
    )
      points += 1
    expect(points).toBeGreaterThan(byDay(0, 40))
  },
  1_200_000,
)
