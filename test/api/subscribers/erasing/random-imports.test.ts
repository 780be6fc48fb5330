import { expect, test } from 'vitest'
import { createRandom } from '../../../../bench/data.ts'
import { asciiDomain } from '../../../../src/contract/values/spelling/domain-names.ts'
import { byDay } from '../../../harness/night.ts'
import { settingsOf } from '../../../harness/importing/stories.ts'
import { aLivingOrganization, type LivingOrganization } from '../../../harness/sending/erasure.ts'
import { workUntilUndone } from '../../../harness/undo/stories.ts'

/** `word`: in nobody else's fields. `spellings`: as files and calls write them. */
type Person = { key: string; word: string; spellings: string[] }

const domains = ['x.example', 'x.example.au', 'xy.example', 'm\u00fcller.example', 'sub.x.example']
const locals = ['ann', 'x.ann', 'ann-x', 'ann+x', 'x+ann', "o'ann", 'ann_x']

/** Many addresses are a part of another one. */
function peopleOf(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const local = `${locals[index % locals.length]}${index % 11}`
    const domain = `${index < 77 ? '' : `d${index}.`}${domains[Math.floor(index / 11) % domains.length]}`
    const [inAscii, inLetters] = [`${local}@${asciiDomain(domain)}`, `${local}@${domain}`]
    return {
      key: inAscii,
      word: `w${index}w`,
      spellings: [inAscii, inLetters, inAscii.toUpperCase(), inLetters.toUpperCase()],
    }
  })
}

/** Imports that add, change, repeat, refuse and take back, webhook events, suppressed addresses, seeds. */
async function aWorld(people: readonly Person[], seed: number) {
  const world = await aLivingOrganization()
  const { call, sql, url, folder } = world
  const random = createRandom(seed)
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  await call('POST', 'webhooks', {
    name: 'Ear',
    url: 'https://ear.example/',
    event_types: ['studio_subscriber_created', 'studio_subscriber_updated'],
  })
  const { id: listId } = await call('POST', 'mailing_lists', { name: 'News' })
  await call('POST', `mailing_lists/${listId}/custom_fields`, { name: 'Note', field_type: 'text' })
  const importing = async (rows: string[]) => {
    const { id } = await call('POST', `mailing_lists/${listId}/subscriber_imports`, {
      column_mapping: ['email', 'Note'],
      overwrite: true,
      overwrite_what: { custom_fields: true },
      file_source: { type: 'json', content: `email,Note\n${rows.join('\n')}\n` },
    })
    await world.importAll()
    return id
  }
  const rowOf = ({ spellings, word }: Person) => {
    const address = one(spellings)
    return one([
      `${address},${word}`,
      `${address},${word} ${Math.floor(random() * 9)}`,
      `nobody,"${word} is <${address}>"`,
      `nobody,"${word} is\n${address}"`,
      `nobody,https://x.example/?e=${encodeURIComponent(address)}&w=${word}`,
    ])
  }
  const some = () => people.filter(() => random() < 0.8).toSorted(() => random() - 0.5)
  for (const person of people) if (random() < 0.1) await call('POST', `mailing_lists/${listId}/subscribers`, { email: one(person.spellings) }) // oxfmt-ignore
  await importing(some().map(rowOf))
  const undone = await importing(some().map((person) => `${one(person.spellings)},${person.word} x`))
  await call('POST', `subscriber_imports/${undone}/undo`)
  await workUntilUndone(settingsOf(url, folder), sql)
  await importing([...some(), ...some()].map(rowOf))
  const { id: otherId } = await call('POST', 'mailing_lists', { name: 'Offers' })
  await call('POST', `mailing_lists/${otherId}/subscriber_imports`, {
    column_mapping: ['email'],
    file_source: { type: 'json', content: `email\n${people.map(({ key }) => key).join('\n')}\n` },
  })
  await world.importAll()
  const { id: never } = await call('POST', 'suppression_lists', { name: 'Never' })
  const data = some().map(({ spellings }) => one(spellings))
  await call('POST', `suppression_lists/${never}/suppressed_addresses/create_multiple`, { data })
  await call('POST', 'seed_lists', { name: 'Seeds', addresses_array: some().slice(0, 40).map(({ key }) => key) }) // oxfmt-ignore
  // As rows of an earlier version.
  for (const table of ['import_logs', 'import_undo_logs']) await sql`update ${sql(table)} set prints = null where abs(hashtext(content)::bigint) % 10 < 3` // oxfmt-ignore
  await sql`
    update import_undo_pieces set first_id = null, last_id = null, id_prints = null where number % 10 < 3`
  return world
}

/** In each table, the mentions of each person: not by the rules of the server, but by the letters around an address. */
async function mentionsIn({ sql }: LivingOrganization, people: readonly Person[]) {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`
  const found = new Map(people.map(({ key }): [string, Record<string, number>] => [key, {}]))
  for (const { name } of tables) {
    const rows = await sql<{ text: string }[]>`select t::text as text from ${sql(name)} t`
    // What PostgreSQL and JSON escape is no letter.
    const text = rows.map((row) => row.text.replaceAll(/\\+n/g, '\n')).join('\n').toLowerCase() // oxfmt-ignore
    for (const { key, word, spellings } of people) {
      const addresses = [...new Set(spellings.map((one) => one.toLowerCase()))]
      const written = [...addresses, ...addresses.map((one) => encodeURIComponent(one).toLowerCase())]
      const count = written.reduce((sum, one) => sum + countOf(text, one), 0) + text.split(word).length - 1
      const tables = found.get(key)
      if (count > 0 && tables !== undefined) tables[name] = count
    }
  }
  return found
}

function countOf(text: string, address: string): number {
  let count = 0
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const after = text.slice(at + address.length, at + address.length + 2)
    const begins = !/[\p{L}\p{N}._+-]/u.test(text[at - 1] ?? '')
    if (begins && !/^[\p{L}\p{N}-]|^\.[\p{L}\p{N}]/u.test(after)) count += 1
  }
  return count
}

test('of random imports, a call takes every mention of its people from every table and nothing of anyone else', async () => {
  const people = peopleOf(byDay(110, 400))
  const world = await aWorld(people, byDay(7, Date.now()))
  const before = await mentionsIn(world, people)
  const named = new Set([...before.values()].flatMap((tables) => Object.keys(tables)))
  // Proves that the search works.
  expect([...named].toSorted()).toEqual([
    'import_logs',
    'import_undo_logs',
    'import_undo_pieces',
    'seed_list_addresses',
    'subscribers',
    'suppressed_addresses',
    'webhook_events',
  ])
  // One call looks for few of them, as the other does for many.
  const [few, many] = [people.slice(0, 4), people.slice(10, 75)]
  for (const victims of [few, many]) {
    const emails = victims.map(({ spellings }, index) => spellings[index % 4])
    const erased = await world.call('POST', 'subscribers/erase', { emails: [...emails, emails[0]] })
    expect(erased).toMatchObject({ addresses: victims.length })
  }
  const after = await mentionsIn(world, people)
  for (const { key } of [...few, ...many]) expect([key, after.get(key)]).toEqual([key, {}])
  const others = people.filter((person) => !few.includes(person) && !many.includes(person))
  for (const { key } of others) expect([key, after.get(key)]).toEqual([key, before.get(key)])
  const proofs = await world.sql`select 1 from erased_addresses`
  expect(proofs).toHaveLength(few.length + many.length)
  const events = await world.sql<{ details: { addresses: number } }[]>`
    select details from audit_events where kind = 'subscriber.erased' order by id`
  expect(events.map(({ details }) => details.addresses)).toEqual([few.length, many.length])
})
