import { expect, test } from 'vitest'
import { aList } from '../../harness/core/records.ts'
import { subscribe } from '../../harness/records/subscribers.ts'
import { aFormWorld, linkIn, type FormWorld, type WebForm } from '../../harness/returned/forms.ts'

const given = { type: 'consent', operator: 'given' }
const notGiven = { type: 'consent', operator: 'not_given' }

async function anotherForm({ api }: FormWorld, listId: number, settings: object, as = api.a) {
  const made = await api.call<WebForm>('POST', `mailing_lists/${listId}/web_forms`, settings, as)
  return made.body.data
}

async function signUp(world: FormWorld, name: string, { at = world.path, confirms = false } = {}) {
  await world.submit({ email: `${name}@example.com`, consent: '1' }, { at })
  await world.work()
  const [mail] = await world.mails()
  if (confirms) await world.visit('POST', linkIn(mail ?? expect.fail('no mail')))
}

/** The names of those whom the clauses select. */
async function selectedBy({ api, listId }: FormWorld, clauses: object[]): Promise<string[]> {
  const path = `mailing_lists/${listId}/segments`
  const { body } = await api.call<{ sample: { email: string }[]; count: number }>('POST', `${path}/preview`, {
    segment: { clauses },
  })
  if (!body.success) throw new Error(body.error_message ?? 'refused')
  const names = body.data.sample.map(({ email }) => email.split('@')[0] ?? '')
  expect(names).toHaveLength(body.data.count)
  return names.toSorted()
}

test('a segment selects by the consents that web forms keep: form, version of the text, time, and confirmed ones alone', async () => {
  const world = await aFormWorld({ form: { consent_text: 'One.' } })
  const { api, sql, listId, formId } = world
  const quick = await anotherForm(world, listId, { name: 'Quick', opt_in: 'single', consent_text: 'Now.' })
  await signUp(world, 'ann', { confirms: true })
  await world.change({ consent_text: 'Two.' })
  await signUp(world, 'dora', { confirms: true })
  await signUp(world, 'lazy')
  await signUp(world, 'eve', { at: new URL(quick.url).pathname })
  await subscribe(api, listId, ['carl@example.com'])
  await sql`update consents set given_at = now() - interval '40 days' where email = 'ann@example.com'`

  const door = { web_form: { name: 'DOOR' } }
  const selected = (clause: object) => selectedBy(world, [clause])
  expect(await selected(given)).toEqual(['ann', 'dora', 'eve'])
  expect(await selected(notGiven)).toEqual(['carl'])
  expect(await selected({ ...given, ...door })).toEqual(['ann', 'dora'])
  expect(await selected({ ...given, web_form: { id: formId }, version: 1 })).toEqual(['ann'])
  expect(await selected({ ...given, ...door, min_version: 1 })).toEqual(['ann', 'dora'])
  expect(await selected({ ...notGiven, ...door, min_version: 2 })).toEqual(['ann', 'carl', 'eve'])
  expect(await selected({ ...given, last_days: 39 })).toEqual(['dora', 'eve'])
  expect(await selected({ ...given, ...door, last_days: 41 })).toEqual(['ann', 'dora'])
  // Beside a clause about the row of a subscriber.
  const atExample = { type: 'subscriber_email', operator: 'begins_with', value: 'd' }
  expect(await selected({ type: 'any', clauses: [atExample, notGiven] })).toEqual(['carl', 'dora'])

  // What was not confirmed counts as long as the form asks for no confirmation.
  await api.call('PUT', `web_forms/${quick.id}`, { opt_in: 'double' })
  expect(await selected(given)).toEqual(['ann', 'dora'])
  await api.call('PUT', `web_forms/${quick.id}`, { opt_in: 'single' })
  expect((await api.call('DELETE', `web_forms/${quick.id}`)).status).toBe(200)
  expect(await selected(given)).toEqual(['ann', 'dora', 'eve'])
})

test('a web form of another organization or list, and a deleted one, is refused in words', async () => {
  const world = await aFormWorld()
  const { api, sql, organizationId, listId } = world
  const foreign = await aList(sql, api.b.organizationId)
  const other = await aList(sql, organizationId, { name: 'Other' })
  const former = await anotherForm(world, listId, { name: 'Former' })
  await api.call('DELETE', `web_forms/${former.id}`)
  const forms = [
    (await anotherForm(world, foreign, { name: 'Theirs' }, api.b)).id,
    (await anotherForm(world, other, { name: 'Elsewhere' })).id,
    former.id,
  ]
  expect(new Set(forms).size).toBe(3)
  const named = [
    ...forms.map((id) => ({ id })),
    ...['Theirs', 'Elsewhere', 'Former'].map((name) => ({ name })),
  ]
  for (const web_form of named) {
    for (const path of ['segments', 'segments/preview']) {
      const { status, body } = await api.call('POST', `mailing_lists/${listId}/${path}`, {
        segment: { name: 'A', clauses: [{ ...notGiven, web_form }] },
      })
      expect(status).toBe(422)
      expect(body.error_message).toBe(
        'clauses name a web form that does not exist on the mailing list of the segment',
      )
    }
  }
})

test('a web form that a segment or a special sending rule names cannot be deleted, and one that is gone is said', async () => {
  const { api, sql, listId, formId, form } = await aFormWorld()
  const clauses = [{ type: 'not', clauses: [{ ...given, web_form: { id: formId } }] }]
  const segment = { name: 'Without', clauses }
  const { id } = (await api.call<{ id: number }>('POST', `mailing_lists/${listId}/segments`, { segment }))
    .body.data
  const rule = { name: 'Agreed', mailing_list_id: listId, clauses }
  const ruleId = (await api.call<{ id: number }>('POST', 'special_sending_rules', rule)).body.data.id
  const { status, body } = await api.call('DELETE', `web_forms/${formId}`)
  expect(status).toBe(422)
  expect(body.error_message).toBe('web form cannot be deleted while it is in use')
  expect(body.data).toEqual({
    dependencies: [
      { type: 'Segment', id },
      { type: 'SpecialSendingRule', id: ruleId },
    ],
  })
  expect((await form()).id).toBe(formId)

  const people = () => api.call('GET', `mailing_lists/${listId}/subscribers?segment_id=${id}`)
  expect((await people()).status).toBe(200)
  await sql`update web_forms set deleted_at = now()`
  expect((await people()).body.error_message).toBe(
    `the segment names a web form that no longer exists (id ${formId}): change the segment, then try again`,
  )
  await sql`update web_forms set deleted_at = null`
  await api.call('DELETE', `segments/${id}`)
  await api.call('DELETE', `special_sending_rules/${ruleId}`)
  expect((await api.call('DELETE', `web_forms/${formId}`)).status).toBe(200)
})
