import { expect, test } from 'vitest'
import type { Language } from '../../../../src/contract/responses/words.ts'
import { aFormWorld, type FormWorld } from '../../../harness/returned/forms.ts'

async function say(world: FormWorld, language: Language, texts: Record<string, string>) {
  const { sql, organizationId, listId } = world
  for (const [key, text] of Object.entries(texts)) {
    await sql`
      insert into public_texts (organization_id, mailing_list_id, language, key, text)
      values (${organizationId}, ${listId}, ${language}, ${key}, ${text})`
  }
}

async function theMail(world: FormWorld) {
  await world.work()
  const [mail = expect.fail('no mail left')] = await world.mails()
  return mail
}

test('texts of a list stand on the pages of its forms, in the mails and in answers to scripts, as text', async () => {
  const world = await aFormWorld()
  const { visit, submit, path, clock, ticketOf } = world
  await say(world, 'de', {
    formTitle: '<b>Unser</b> {list}',
    formEmail: 'Ihre Adresse',
    formSentTitle: 'Fast fertig <1>',
    formSentText: 'Gesendet an {email}.',
    formMailSubject: 'Ein Klick für {list}',
    formMailIgnore: 'Sonst nichts & <gut>.',
  })
  await say(world, 'en', { formEmail: 'Your address' })
  const page = async (language: string) =>
    (await visit('GET', path, { headers: { 'accept-language': language } })).body
  const german = await page('de')
  expect(german).toContain('<h1>&lt;b&gt;Unser&lt;/b&gt; News &amp; &lt;more&gt;</h1>')
  expect(german).toContain('Ihre Adresse</label>')
  expect(await page('fr')).not.toContain('Ihre Adresse')
  expect((await world.form()).embed_html).toContain('Your address</label>')

  const sent = await submit({ email: 'ann@example.com' }, { language: 'de' })
  expect(sent.body).toContain('<h1>Fast fertig &lt;1&gt;</h1>')
  const mail = await theMail(world)
  expect(mail.subject).toBe('Ein Klick für News & <more>')
  expect(mail.text).toContain('Sonst nichts & <gut>.')
  expect(mail.html).toContain('Sonst nichts &amp; &lt;gut&gt;.')

  const ticket = ticketOf(german)
  clock.ms += 5_000
  const answer = await visit('POST', `${path}/json`, {
    payload: JSON.stringify({ email: 'bob@example.com', ticket }),
    headers: { 'accept-language': 'de' },
  })
  expect(answer.json().data).toEqual({ message: 'Gesendet an bob@example.com.' })
})

test('what a form says itself comes before the texts of its list', async () => {
  const world = await aFormWorld({ form: { title: 'Come in', mail_subject: 'Your key' } })
  await say(world, 'en', { formTitle: 'Of the list', formMailSubject: 'Of the list', formButton: 'Enter' })
  const { body } = await world.visit('GET', world.path, { headers: { 'accept-language': 'en' } })
  expect(body).toContain('<h1>Come in</h1>')
  expect(body).toContain('>Enter</button>')
  await world.submit({ email: 'ann@example.com' })
  expect((await theMail(world)).subject).toBe('Your key')
})
