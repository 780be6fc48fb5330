import { allows } from '../../../contract/users/right-names.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import { findApiKey } from '../../../store/api-keys/rows.ts'
import { idOf, type MadeCall, type Measured } from '../made-call.ts'

/** Who has a key for SCIM changes users and what they may do, which no approval holds then. */
export async function measureApiKey(sql: Transaction, call: MadeCall): Promise<Measured> {
  const { permissions } = await findApiKey(sql, call.organizationId, idOf(call), { seesSystemKeys: true })
  const isForScim = permissions !== null && allows(permissions, 'scim.provision')
  return {
    effects: {},
    seen: [],
    ...(isForScim && { approval: { kind: 'rights', listId: null, number: null } as const }),
  }
}
