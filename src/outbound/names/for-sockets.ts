import { isIP, type LookupFunction } from 'node:net'
import { createLookup, type AddressAsked, type Lookup } from './addresses.ts'

const lookUp = createLookup()

/** For libraries that connect by themselves, and would ask the system in a thread that a silent name holds. */
export function lookUpForSockets(asked: AddressAsked, lookup: Lookup = lookUp): LookupFunction {
  return (hostname, options, callback) => {
    const found = (addresses: readonly string[]) => {
      const answers = addresses.map((address) => ({ address, family: isIP(address) }))
      const [first] = answers
      if (first === undefined) return fail(new Error(`${hostname} has no address.`))
      if (options.all === true) callback(null, answers)
      else callback(null, first.address, first.family)
    }
    const fail = (error: Error) => callback(error, [])
    lookup(hostname, asked).then(found, fail)
  }
}
