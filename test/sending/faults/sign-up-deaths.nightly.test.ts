import { expect, test } from 'vitest'
import { aWire, type CutAt } from '../../harness/core/wire.ts'
import { aFormWorld, linkIn, sendAll, type FormWorld } from '../../harness/returned/forms.ts'
import { sendingEnvironment } from '../../harness/sending/sender.ts'

/** The sender of the mails that are due dies at a message to the database, and another goes on. @returns whether it died before the end. */
async function dieAt(world: FormWorld, cutAt: CutAt): Promise<boolean> {
  const { api, sql, sink } = world
  const wire = await aWire(api.url, cutAt)
  const doomed = sendingEnvironment({ url: wire.url, secrets: api.secrets }, { smtpUrl: sink.url })
  let isCut = false
  void wire.cut.then(() => (isCut = true))
  await Promise.race([wire.cut, sendAll(doomed).catch(() => {})])
  const died = isCut
  const findHeld = async () => {
    const [row] = await sql<[{ held: number; due: number }]>`
      select count(*) filter (where holder is not null or handed_over)::integer as held,
        count(*) filter (where mail_due_at is not null)::integer as due from sign_ups`
    return row
  }
  // Whatever the dead sender held is free again; what it had sent last may be carried out after its death.
  let held = await findHeld()
  for (let round = 0; round < 10 && held.held + held.due > 0; round += 1) {
    await sql`update sign_ups set leased_until = now() - interval '1 second' where holder is not null`
    await world.upkeep()
    await world.work()
    held = await findHeld()
  }
  expect({ cutAt, held }).toEqual({ cutAt, held: { held: 0, due: 0 } })
  await doomed.end()
  return died
}

const people = ['a', 'b', 'c']

/** How many mails of each kind each of the people of a point has got. */
type Got = Record<string, { asked: number; reminded: number }>

async function count(world: FormWorld, got: Got): Promise<string[]> {
  const links: string[] = []
  for (const mail of await world.mails()) {
    const one = (got[mail.to?.[0]?.address ?? ''] ??= { asked: 0, reminded: 0 })
    one[(mail.subject ?? '').startsWith('Reminder') ? 'reminded' : 'asked'] += 1
    links.push(linkIn(mail))
  }
  return links
}

/**
 * Three people sign up; the sender dies when it asks them, or when it reminds them. Each is asked at most once and reminded
 * at most once, each gets one of the two, and every link works.
 */
async function signUpAt(world: FormWorld, phase: 'asks' | 'reminds', cutAt: CutAt): Promise<boolean> {
  const never = { message: Number.MAX_SAFE_INTEGER, moment: 'before' } as const
  const emails = people.map((name) => `${name}-${phase}-${cutAt.moment}-${cutAt.message}@example.com`)
  for (const email of emails) await world.submit({ email })
  const got: Got = Object.fromEntries(emails.map((email) => [email, { asked: 0, reminded: 0 }]))
  const diedAsking = await dieAt(world, phase === 'asks' ? cutAt : never)
  const asked = await count(world, got)
  await world.daysPass(2)
  await world.upkeep()
  const diedReminding = await dieAt(world, phase === 'reminds' ? cutAt : never)
  const reminded = await count(world, got)
  expect(Object.keys(got).toSorted(), 'nobody else gets a mail').toEqual(emails.toSorted())
  for (const [email, mails] of Object.entries(got)) {
    const { asked, reminded } = mails
    expect({ cutAt, email, mails }).toEqual({ cutAt, email, mails: { asked: Math.min(asked, 1), reminded: Math.min(reminded, 1) } }) // oxfmt-ignore
    expect({ cutAt, email, isReached: asked + reminded > 0 }).toEqual({ cutAt, email, isReached: true })
    // What did not die in this phase reaches everybody.
    expect({ cutAt, email, other: phase === 'asks' ? reminded : asked }).toEqual({ cutAt, email, other: 1 })
  }
  for (const link of new Set([...asked, ...reminded])) await world.visit('POST', link)
  const [confirmed] = await world.sql`
    select count(*)::integer as people from subscribers where key = any(${emails}) and status = 'active'`
  expect({ cutAt, confirmed }).toEqual({ cutAt, confirmed: { people: people.length } })
  return diedAsking || diedReminding
}

test.each([
  ['asks', 'before'],
  ['asks', 'after'],
  ['reminds', 'before'],
  ['reminds', 'after'],
] as const)(
  'a sender that %s and dies %s any message to the database asks and reminds nobody twice, and reaches everybody',
  async (phase, moment) => {
    const world = await aFormWorld()
    let message = 1
    while (await signUpAt(world, phase, { message, moment })) message += 1
    expect(message).toBeGreaterThan(15)
  },
  1_200_000,
)
