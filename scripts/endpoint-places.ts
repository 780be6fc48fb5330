import { readdir } from 'node:fs/promises'
import { endpoints } from '../src/contract/api/endpoints.ts'

/** A file below `src/contract`, and the names that lead to the endpoint: `senderDomainEndpoints`, `own`, `list`. */
export type Place = { id: string; file: string; keys: readonly string[] }

const contract = new URL('../src/contract/', import.meta.url)
/** A group of endpoints may be in a group. */
const depthMax = 3

/** Where the contract exports each endpoint, in their order. */
export async function endpointPlaces(): Promise<Place[]> {
  const ids = new Map<unknown, string>(endpoints.map((endpoint) => [endpoint, endpoint.id]))
  const places = new Map<unknown, Place>()
  const note = (file: string, value: unknown, keys: readonly string[]) => {
    const id = ids.get(value)
    if (id !== undefined) places.set(value, { id, file, keys })
    else if (typeof value === 'object' && value !== null && keys.length < depthMax) {
      for (const [key, member] of Object.entries(value)) note(file, member, [...keys, key])
    }
  }
  const files = (await readdir(contract, { recursive: true })).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith('api/'),
  )
  for (const file of files.toSorted()) note(file, await import(new URL(file, contract).href), [])
  return endpoints.map((endpoint) => {
    const place = places.get(endpoint)
    if (place === undefined) throw new Error(`No file of src/contract exports ${endpoint.id}.`)
    return place
  })
}
