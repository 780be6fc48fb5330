import type { Erased } from '../../../contract/subscribers/erasure.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import type { MadeCall, Measured } from '../made-call.ts'

/** By what the erasure itself has counted: on a cluster nothing else says whom it reached. */
export async function measureErasure(_sql: Transaction, { data }: MadeCall): Promise<Measured> {
  const { subscribers, suppressed_addresses, seed_list_addresses } = data as Erased
  const digest = JSON.stringify([subscribers, suppressed_addresses, seed_list_addresses])
  return {
    effects: { people: { number: subscribers, is_exact: true, estimate: null, classes: [] } },
    seen: [{ part: 'people', digest, number: subscribers }],
  }
}
