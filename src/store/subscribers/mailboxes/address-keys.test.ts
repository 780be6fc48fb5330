import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { domainInLetters } from '../../../contract/values/spelling/domain-names.ts'
import { parseEmail } from '../../../contract/values/email.ts'
import { aSubscriberList } from '../../../../test/harness/records/subscribers.ts'

test('the database makes the same keys as the server, and finds the same letters', async () => {
  const { sql } = await aSubscriberList()
  const label = fc.string({
    unit: fc.constantFrom(...Array.from('abzäöüßéñłжкмτφχאג例えテ中한भा𠮷1-')),
    minLength: 1,
    maxLength: 12,
  })
  const drawn = fc.sample(fc.tuple(label, label), 400).flatMap((labels) => {
    const email = parseEmail(`Ann@${labels.join('.')}`)
    return email === null ? [] : [{ address: email.address, key: email.key }]
  })
  const given = [
    ...drawn,
    { address: 'Ann@Example.COM', key: 'ann@example.com' },
    { address: '@bücher.example', key: '@xn--bcher-kva.example' },
    { address: 'ann@xn--99999999999.example', key: 'ann@xn--99999999999.example' },
    { address: 'ann@xn--.example', key: 'ann@xn--.example' },
  ]
  expect(drawn.length).toBeGreaterThan(100)
  const rows = await sql<{ key: string; letters: string | null }[]>`
    select address_key(address) as key, address_in_letters(address_key(address)) as letters
    from unnest(${given.map(({ address }) => address)}::text[]) with ordinality g (address, place) order by place`
  const letters = (key: string) => {
    const [local = '', domain = ''] = key.split('@')
    const spelled = `${local}@${domainInLetters(domain)}`
    return spelled === key ? null : spelled
  }
  expect(rows).toEqual(given.map(({ key }) => ({ key, letters: letters(key) })))
})

test('PostgreSQL puts the function into the statement, so that keys in ASCII cost what lower() costs', async () => {
  const { sql } = await aSubscriberList()
  const plan = await sql<{ 'QUERY PLAN': string }[]>`
    explain (verbose) select address_key(coalesce(s.email, s.key)) from subscribers s`
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/CASE WHEN .*lower\(COALESCE/)
})
