import { createRandom } from '../../../bench/data.ts'
import type { OracleStatus, OracleSubscriber } from '../oracle/model.ts'

/** A file with rows of every class, and the list that it meets; the same for the same seed. */
export type MixedCase = {
  content: string
  mapping: string[]
  before: Map<string, OracleSubscriber>
}

const statuses: OracleStatus[] = ['active', 'unsubscribed', 'bounced', 'deactivated', 'scomp']

/** 2 % of the rows are bad, 5 % repeat an address, 10 % are on the list already, in every status. */
export function aMixedCase(rows: number, seed = 1): MixedCase {
  const random = createRandom(seed)
  const before = new Map<string, OracleSubscriber>()
  const lines = ['Email,Name,Score']
  const written: string[] = []
  for (let index = 0; index < rows; index += 1) {
    const dice = random()
    const score = dice > 0.99 ? 'many' : String(Math.floor(random() * 100))
    const name = dice > 0.95 ? '' : `"Name ${index}, the ""${dice.toFixed(3)}"""`
    if (dice < 0.02) lines.push(`bad address ${index},${name},${score}`)
    else if (dice < 0.07 && written.length > 0) {
      const again = written[Math.floor(random() * written.length)] ?? ''
      lines.push(`${random() < 0.5 ? again.toUpperCase() : again},${name},${score}`)
    } else {
      const address = `Person.${Math.floor(random() * 1e9).toString(36)}.${index}@Example.com`
      written.push(address)
      if (dice < 0.17) before.set(address.toLowerCase(), anExisting(address, index))
      lines.push(`${address},${name},${score}`)
    }
  }
  return { content: `${lines.join('\n')}\n`, mapping: ['email', 'Name', 'Score'], before }
}

function anExisting(address: string, index: number): OracleSubscriber {
  return {
    email: address.toLowerCase(),
    status: statuses[index % statuses.length] ?? 'active',
    fields: { Name: `Old ${index}` },
  }
}

/** The same with more people on the list, of whom the file knows nothing. */
export function withOthers(mixed: MixedCase, people: number): MixedCase {
  const others = Array.from({ length: people }, (_, index): [string, OracleSubscriber] => {
    const email = `other${index}@example.com`
    return [email, { email, status: index % 9 === 0 ? 'bounced' : 'active', fields: {} }]
  })
  return { ...mixed, before: new Map([...others, ...mixed.before]) }
}

/** The rule of a number field, independent of the product. */
export function wholeNumber(text: string): number | null | undefined {
  if (text.trim() === '') return null
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined
}
