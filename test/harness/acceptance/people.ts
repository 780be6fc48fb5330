/** The subscribers of the acceptance test: all attributes follow from a number, without calls of the product. */

export type Person = {
  number: number
  email: string
  address: string
  status: 'active' | 'unsubscribed' | 'bounced'
  firstName: string
  score: number
  vip: boolean
  birthday: string
  format: '' | 'html' | 'text' | 'both'
  subscribed: string
  ip: string
}

const names = ['Ann', 'O\'Brien & "Söhne" <b>', '山田 太郎', '%%subscriber_id%%', 'Bob, the 2nd', '=1+1', '']

export function person(number: number): Person {
  const { email, address } = addressOf(number)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    number,
    email,
    address,
    status: number % 40 === 11 ? 'unsubscribed' : number % 97 === 5 ? 'bounced' : 'active',
    firstName: names[number % names.length] ?? '',
    score: (number * 7919) % 1000,
    vip: number % 3 === 0,
    birthday: `19${60 + (number % 40)}-${two(1 + (number % 12))}-${two(1 + (number % 28))}`,
    format: (['', 'both', 'html', 'text', 'both'] as const)[number % 5] ?? '',
    subscribed: `2026-0${1 + (number % 9)}-${two(1 + (number % 28))}T${two(number % 24)}:30:00Z`,
    ip: `192.0.2.${number % 250}`,
  }
}

function addressOf(number: number): { email: string; address: string } {
  const same = (email: string) => ({ email, address: email })
  if (number % 60 === 9) return same(`gone${number}@example.com`)
  if (number % 60 === 29) return same(`full${number}@example.com`)
  if (number % 50 === 7)
    return { email: `p${number}@bücher.example`, address: `p${number}@xn--bcher-kva.example` }
  return same(number % 10 === 3 ? `Mixed.Case${number}@Example.com` : `p${number}@example.com`)
}

/** The answer of the mail server to an address; null: it accepts the message. */
export function refusalOf(address: string): { code: number; text: string } | null {
  if (address.startsWith('gone')) return { code: 550, text: '5.1.1 nobody here' }
  return address.startsWith('full') ? { code: 552, text: '5.2.2 the mailbox is full' } : null
}

export const columnMapping = [
  'email',
  'status',
  'First name',
  'Score',
  'VIP',
  'Birthday',
  'email_format',
  'subscribe_time',
  'subscribe_ip',
]

export function csvOf(people: readonly Person[]): string {
  const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`
  const rows = people.map(({ email, status, firstName, score, vip, birthday, format, subscribed, ip }) =>
    [email, status, firstName, score, vip, birthday, format, subscribed, ip].map(cell).join(','),
  )
  return `${columnMapping.map(cell).join(',')}\n${rows.join('\n')}\n`
}
