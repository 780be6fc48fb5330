import type { Effects, SeenPart } from '../../contract/plans/effects.ts'
import type { ApprovalKind } from '../../contract/plans/rules.ts'
import type { Transaction } from '../../database/driver/connection.ts'

/** A call that was made in the transaction. */
export type MadeCall = {
  organizationId: number
  timeZone: string
  /** Of the contract. */
  endpoint: string
  params: Record<string, string | number>
  data: unknown
}

export type Measured = {
  effects: Partial<Effects>
  seen: SeenPart[]
  /** Why it can be made, but not planned. */
  unplannable?: string
  /** What approval it is a matter of. `listId`: of its list. `number` of people; null: it is not known. */
  approval?: { kind: ApprovalKind; listId: number | null; number: number | null }
}

/** What follows from a call, read in its transaction by the statements that the work itself will use. */
export type Measure = (sql: Transaction, call: MadeCall) => Promise<Measured>

/** The id in the answer, or in the path. */
export function idOf({ data, params }: Pick<MadeCall, 'data' | 'params'>): number {
  const answered = typeof data === 'object' && data !== null && 'id' in data ? data.id : params['id']
  return Number(answered)
}
