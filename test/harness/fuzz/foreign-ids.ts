import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { spellingsOf, type Endpoint } from '../../../src/contract/api/endpoint.ts'
import type { Possessions } from '../records/tenants.ts'
import { referencesOf } from './references.ts'

/** Of no record. */
const missing = '1999999999'
/** In every text of the other organization. */
export const word = 'canary7f3e'

/** Two calls that must get the same answer: one names a record of another organization, one a record that does not exist. */
export type Case = {
  /** The endpoint, or the body that names the record. */
  name: string
  method: string
  foreign: string
  absent: string
  bodies: [foreign: unknown, absent: unknown]
  /** The ids in the bodies. */
  named?: [string, string]
}

export function casesFor(foreign: Possessions, own: Possessions): Case[] {
  const references = referencesOf(own).map(([method, path, body, kind]): Case => {
    const named: [string, string] = [foreign[kind] ?? '', kind === 'bounce_emails' ? `${missing}@1` : missing]
    const [ofOther, ofNobody] = named.map((id) => JSON.parse(body.replaceAll('$', id)) as unknown)
    const name = `${method} ${path} ${body}`
    return { name, method, foreign: path, absent: path, bodies: [ofOther, ofNobody], named }
  })
  return [...endpoints.flatMap((endpoint) => casesOf(endpoint, foreign, own)), ...references]
}

/** The collection of a path parameter: the one before it, or the one in its name. */
export function collectionOf(path: string, name: string): string {
  const segments = path.split('/')
  const before = segments[segments.indexOf(`:${name}`) - 1] ?? ''
  const named = name.endsWith('_id') ? `${name.slice(0, -3)}s` : before
  return named === 'organization' ? 'organizations' : named
}

/** Texts in paths: the same for both, or a word that only the other organization stores. */
const texts: Record<string, [foreign: string, absent: string]> = {
  code: [`${'0'.repeat(40)}:9999999999`, `${'0'.repeat(40)}:9999999999`],
  delete_confirmation_code: [`${'0'.repeat(40)}:9999999999`, `${'0'.repeat(40)}:9999999999`],
  classification: ['added', 'added'],
  id_or_address: [`${word}@suppressed.example.com`, 'nobody@suppressed.example.com'],
  email: [`${word}@example.com`, 'nobody@example.com'],
  ids: [`${word}@example.com`, 'nobody@example.com'],
}

function casesOf(endpoint: Endpoint, foreign: Possessions, own: Possessions): Case[] {
  return spellingsOf(endpoint).flatMap((path) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    if (names.length === 0) return []
    const fill = (value: (name: string, place: number) => string) =>
      names.reduce((filled, name, place) => filled.replace(`:${name}`, value(name, place)), path)
    const other = (name: string, isForeign: boolean) => {
      const known = isForeign ? foreign[collectionOf(path, name)] : missing
      const text = texts[name]?.[isForeign ? 0 : 1]
      if (known === undefined && text === undefined)
        throw new Error(`${path}: say what :${name} is in a test`)
      return text ?? known ?? ''
    }
    // Either the whole path belongs to the other organization, or only its last part.
    const owned = (isForeign: boolean) =>
      fill((name, place) =>
        place < names.length - 1 ? (own[collectionOf(path, name)] ?? missing) : other(name, isForeign),
      )
    const { method } = endpoint
    const body = method === 'POST' || method === 'PUT' ? {} : undefined
    const asked = { name: `${method} ${path}`, method, bodies: [body, body] as Case['bodies'] }
    return [
      {
        ...asked,
        foreign: fill((name) => other(name, true)),
        absent: fill((name) => other(name, false)),
      },
      ...(names.length > 1
        ? [{ ...asked, name: `${asked.name} of an own record`, foreign: owned(true), absent: owned(false) }]
        : []),
    ]
  })
}
