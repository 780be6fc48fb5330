import { z } from 'zod'
import { choice } from '../api/fields.ts'

type Names = Readonly<Record<string, readonly [string, ...string[]]>>

/** By resource, which of its names are allowed: in the order of the names, without repeats. */
export function hashOfNames<Hash extends object>(names: Names, describe: string) {
  const members = Object.entries(names).map(([key, allowed]) => [
    key,
    z
      .array(choice(allowed))
      .max(50)
      .nullish()
      .meta({ description: `${describe} ${nounOf(key)}. Default: nothing.` }),
  ])
  return z.strictObject(Object.fromEntries(members)).transform((given: Partial<Record<string, unknown>>) => {
    const entries = Object.entries(names).flatMap(([key, allowed]) => {
      const wanted = given[key]
      const kept = allowed.filter((one) => Array.isArray(wanted) && wanted.includes(one))
      return kept.length === 0 ? [] : [[key, kept]]
    })
    // Each key has its own names; the filter keeps only those.
    return Object.fromEntries(entries) as Hash
  })
}

function nounOf(key: string): string {
  const noun = key.replace('campaign/', 'campaign ').replace('segmentation_criteria', 'segment')
  return `${noun.replaceAll('_', ' ')}s`
}
