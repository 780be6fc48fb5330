import type { ValueTest } from '../../contract/segments/value-tests.ts'
import { asciiDomain, isAscii } from '../../contract/values/spelling/domain-names.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { opposites, textTest } from './value-condition.ts'

/**
 * Whole addresses and domains are compared by their keys. A part of an address is looked for in the spelling that was given,
 * and, if it may be of an internationalized domain, in the other one, too.
 */
export function addressCondition(sql: Sql, kind: 'address' | 'domain', test: ValueTest): Fragment {
  const positive = opposites[test.operator]
  const asked = { ...test, operator: positive ?? test.operator } as ValueTest
  const holds = holdsOf(sql, kind, asked)
  return positive === undefined ? sql`coalesce(${holds}, false)` : sql`not coalesce(${holds}, false)`
}

function holdsOf(sql: Sql, kind: 'address' | 'domain', test: ValueTest): Fragment {
  // The key has no capitals, and folding ten million of them takes a second.
  const key = sql`(case when s.email is null then s.key else address_key(s.email) end)`
  const text = kind === 'domain' ? sql`split_part(${key}, '@', -1)` : key
  if ('values' in test)
    return textTest(sql, text, { ...test, values: test.values.map((one) => inAscii(String(one))) })
  if (!('value' in test)) return sql`false`
  const value = String(test.value)
  const byKey = textTest(sql, text, { ...test, value: inAscii(value) })
  if (kind === 'domain' || test.operator === 'is') return byKey
  const spelled = sql`(case when s.email is null then s.key else lower(s.email) end)`
  const bySpelling = textTest(sql, spelled, test)
  return isAscii(value) && !value.toLowerCase().includes('xn--')
    ? bySpelling
    : sql`(${bySpelling} or ${byKey})`
}

function inAscii(text: string): string {
  const at = text.lastIndexOf('@') + 1
  return text.slice(0, at) + asciiDomain(text.slice(at))
}
