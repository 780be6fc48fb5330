import { test } from 'vitest'
import { insertOrganization } from '../../src/store/conditions/system-organization.ts'
import { aDatabase } from '../harness/core/database.ts'
import { asIfTablesWereLarge, expectNoMore, rowsReadEach } from '../harness/postgres/rows-read.ts'
import { isSharded } from '../harness/postgres/waiting.ts'
import { aReactor, owe, someSubscribers } from '../harness/sending/reactions.ts'

type Answer = (address: string) => { code: number; text: string } | null

const answers: [string, Answer][] = [
  ['is taken', () => null],
  ['is put off', () => ({ code: 451, text: '4.2.1 come back' })],
  [
    'bounces for one in 25',
    (address) => (/[05]0@|[27]5@/.test(address) ? { code: 550, text: '5.1.1 nobody here' } : null),
  ],
]

async function aWorld() {
  const { sql, url } = await aDatabase()
  await asIfTablesWereLarge(sql)
  return { sql, url, organizationId: await insertOrganization(sql, 'A', 'UTC') }
}

/** Of an autoresponder that so many people have caused at one and the same time, as an import does. */
async function readsOf(world: Awaited<ReturnType<typeof aWorld>>, count: number, answer: Answer) {
  const { sql } = world
  return rowsReadEach(sql, 'test sender', async () => {
    const reactor = await aReactor(world)
    reactor.sink.decide((stage, { to }) => (stage === 'rcpt' ? answer(to) : null))
    const listId = await reactor.list({ name: `Of ${count}` })
    const names = Array.from({ length: count }, (_, index) => `person-${index}`)
    const ids = await someSubscribers(reactor, listId, names)
    await owe(reactor, await reactor.autoresponder(listId, { name: `To ${count}` }), ids)
    await sql`analyze`
    await reactor.work({ pace: { batchMax: 10 } })
    await reactor.end()
    return count
  })
}

// A cluster counts the reads of its shards elsewhere.
test.skipIf(isSharded).each(answers)(
  'a message that %s reads no more rows if an autoresponder owes many than if it owes a few',
  async (_, answer) => {
    const world = await aWorld()
    await readsOf(world, 10, answer)
    const small = await readsOf(world, 300, answer)
    const large = await readsOf(world, 3000, answer)
    expectNoMore(small, large)
  },
)
