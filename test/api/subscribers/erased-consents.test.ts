import { expect, test } from 'vitest'
import { aFormWorld, linkIn, type FormWorld } from '../../harness/returned/forms.ts'
import { tablesWith } from '../../harness/sending/erasure.ts'

const before = 'ann.former@example.com'
const after = 'ann.today@new.example'

/** @returns the subscriber's id. */
async function signUp(world: FormWorld, email: string, ip = '192.0.2.7'): Promise<number> {
  // Within ten minutes an address gets one mail.
  await world.sql`update sign_ups set mailed_at = now() - interval '11 minutes' where mailed_at is not null`
  await world.submit({ email, consent: '1' }, { remoteAddress: ip })
  await world.work()
  const [mail] = await world.mails()
  await world.visit('POST', linkIn(mail ?? {}), { remoteAddress: ip })
  const [row] = await world.sql<{ id: number }[]>`select id from subscribers where key = ${email}`
  if (row === undefined) throw new Error('nobody signed up')
  return row.id
}

/** A person signed up, and has another address now. */
async function aChangedAddress() {
  const world = await aFormWorld({ form: { consent_text: 'I want the news.' } })
  const id = await signUp(world, before)
  const subscribers = `mailing_lists/${world.listId}/subscribers`
  const change = (from: string, to: string) => world.api.call('PUT', `${subscribers}/${from}`, { email: to })
  expect((await change(before, after)).status).toBe(200)
  const erase = async (email: string) => {
    const { status } = await world.api.call('POST', 'subscribers/erase', { email })
    expect(status).toBe(200)
  }
  return { world, id, subscribers, erase }
}

test('erasing a person takes along what they agreed to under a former address', async () => {
  const { world, erase } = await aChangedAddress()
  expect(await tablesWith(world, before)).toEqual(['consents', 'sign_ups'])
  await erase(after)
  expect(await world.proofs()).toEqual([])
  for (const email of [before, after]) expect(await tablesWith(world, email)).toEqual([])
})

test('erasing a former address takes it from the proof, which stays with the person', async () => {
  const { world, id, subscribers, erase } = await aChangedAddress()
  const [proof] = await world.proofs()
  await erase(before)
  expect(await tablesWith(world, before)).toEqual([])
  expect(await world.proofs()).toEqual([{ ...proof, email: '' }])
  expect((await world.people()).map(({ key }) => key)).toEqual([after])
  const told = await world.api.call<object[]>('GET', `${subscribers}/${id}/events?part=changes`)
  expect(told.body.data).toContainEqual(expect.objectContaining({ kind: 'signed_up', ip: '192.0.2.7' }))
  await erase(after)
  expect(await world.proofs()).toEqual([])
})

test('of an address that somebody else has now, that person goes and the proof of the first stays', async () => {
  const { world, id, erase } = await aChangedAddress()
  await signUp(world, before, '192.0.2.8')
  await erase(before)
  expect(await world.proofs()).toEqual([
    expect.objectContaining({ email: '', given_ip: '192.0.2.7', subscriber_id: id }),
  ])
  expect(await tablesWith(world, before)).toEqual([])
})

test('the proof and the sign-up of who has a former address now stay when the first person is erased', async () => {
  const { world, erase } = await aChangedAddress()
  const subscriber_id = await signUp(world, before, '192.0.2.8')
  await erase(after)
  expect(await world.proofs()).toEqual([
    expect.objectContaining({ email: before, given_ip: '192.0.2.8', subscriber_id }),
  ])
  expect([...(await world.sql`select email_key from sign_ups`)]).toEqual([{ email_key: before }])
})

test('the proof of a subscriber who was removed goes with the address', async () => {
  const { world, id, subscribers, erase } = await aChangedAddress()
  await world.api.call('DELETE', `${subscribers}/${id}`)
  expect(await world.proofs()).toHaveLength(1)
  await erase(before)
  expect(await world.proofs()).toEqual([])
})
