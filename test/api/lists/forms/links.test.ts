import { expect, test } from 'vitest'
import { aField } from '../../../harness/core/records.ts'
import { aFormWorld, linkIn, type FormWorld } from '../../../harness/returned/forms.ts'
import { setEarlier } from '../../../harness/postgres/earlier.ts'

const ann = { email: 'Ann@Example.com' }

/** @returns the only mail that left. */
async function oneMail(world: FormWorld) {
  await world.work()
  const [mail, ...others] = await world.mails()
  if (mail === undefined || others.length > 0) throw new Error(`${others.length} mails too many, or none`)
  return mail
}

/** A form with a field, and what Ann and a stranger type into it. */
async function aContestedForm(form: object = {}) {
  const world = await aFormWorld({ form })
  const field = await aField(world.sql, world.organizationId, world.listId, { name: 'First name' })
  await world.change({ fields: [{ custom_field_id: field }], consent_text: 'One.' })
  const stored = async () => {
    const people =
      await world.sql`select coalesce(email, key) as email, custom_fields, subscribe_ip from subscribers`
    const proofs = await world.proofs()
    return people.map((row) => ({
      email: row['email'],
      name: row['custom_fields'][field],
      ip: row['subscribe_ip'],
      proofs: proofs.map(({ version, given_ip: ip }) => ({ version, ip })),
    }))
  }
  const asAnn = { ...ann, [`f${field}`]: 'Ann', consent: '1' }
  const asStranger = { email: 'ANN@example.com', [`f${field}`]: 'Fool', consent: '1' }
  return {
    ...world,
    field,
    stored,
    byAnn: () => world.submit(asAnn),
    byStranger: () => world.submit(asStranger, { remoteAddress: '203.0.113.66' }),
    pauseEnds: () =>
      setEarlier(world.sql, { table: 'sign_ups', times: ['given_at', 'mailed_at'] }, '11 minutes'),
  }
}

const ofAnn = {
  email: 'Ann@Example.com',
  name: 'Ann',
  ip: '192.0.2.7',
  proofs: [{ version: 2, ip: '192.0.2.7' }],
}
const strange = { version: 3, ip: '203.0.113.66' }

test('a stranger who submits the address again changes nothing of what the link in the mailbox confirms', async () => {
  const world = await aContestedForm()
  await world.byAnn()
  const link = linkIn(await oneMail(world))
  await world.change({ consent_text: 'Another.' })
  await world.byStranger()
  await world.work()
  expect(await world.mails()).toEqual([])
  expect((await world.visit('GET', link)).body).toContain('Ann@Example.com')
  await world.visit('POST', link)
  expect(await world.stored()).toEqual([ofAnn])
})

test('after a second mail each link confirms what it was mailed for, and an older one takes nothing of a newer one back', async () => {
  const world = await aContestedForm()
  await world.byAnn()
  const first = linkIn(await oneMail(world))
  await world.pauseEnds()
  await world.change({ consent_text: 'Another.' })
  await world.byStranger()
  const second = linkIn(await oneMail(world))
  await world.visit('POST', first)
  expect(await world.stored()).toEqual([ofAnn])
  await world.visit('POST', second)
  const ofBoth = { ...ofAnn, name: 'Fool', ip: strange.ip, proofs: [...ofAnn.proofs, strange] }
  expect(await world.stored()).toEqual([ofBoth])
  for (const link of [first, second]) expect((await world.visit('POST', link)).body).toContain('subscribed')
  expect(await world.stored()).toEqual([ofBoth])
})

test('a link that was mailed before the one that was used is used up, and erasing the address takes all of them', async () => {
  const world = await aContestedForm()
  await world.byStranger()
  const first = linkIn(await oneMail(world))
  await world.pauseEnds()
  await world.byAnn()
  const second = linkIn(await oneMail(world))
  await world.visit('POST', second)
  expect((await world.visit('POST', first)).body).toContain('You are subscribed')
  expect(await world.stored()).toEqual([ofAnn])
  expect([...(await world.sql`select custom_fields from earlier_sign_ups`)]).toEqual([{ custom_fields: {} }])
  await world.api.call('POST', 'subscribers/erase', { email: 'ann@example.com' })
  expect([...(await world.sql`select 1 from earlier_sign_ups`)]).toEqual([])
  expect((await world.visit('POST', first)).statusCode).toBe(404)
})

test('a form with single opt-in takes its own values while a link of another form is open, and leaves that link alone', async () => {
  const world = await aContestedForm()
  await world.byStranger()
  const link = linkIn(await oneMail(world))
  const { body } = await world.api.call<{ url: string }>('POST', `mailing_lists/${world.listId}/web_forms`, {
    name: 'Single',
    opt_in: 'single',
    fields: [{ custom_field_id: world.field }],
  })
  await world.submit({ ...ann, [`f${world.field}`]: 'Ann' }, { at: new URL(body.data.url).pathname })
  expect(await world.stored()).toMatchObject([{ email: 'Ann@Example.com', name: 'Ann', ip: '192.0.2.7' }])
  expect((await world.visit('GET', link)).body).toContain('Confirm')
})
