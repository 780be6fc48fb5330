import { ApiFailure, plainCall, type Callable } from '../../../src/client/api.ts'
import { approvalIsNeeded } from '../../../src/contract/plans/titles.ts'

export type Unapproved = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: Record<string, unknown> }

/** The calls that a second person has to approve first, by the refusal that a page shows. */
const calls = new WeakMap<object, Unapproved>()

export function noteRefused(
  failure: unknown,
  endpoint: Callable,
  input: { params?: unknown; body?: unknown },
): void {
  const isOfApproval = failure instanceof ApiFailure && failure.message.startsWith(approvalIsNeeded)
  const { method } = endpoint
  if (isOfApproval && method !== 'GET') calls.set(failure, { ...plainCall(endpoint, input), method })
}

/** null: that is not why it was refused. */
export function unapprovedOf(failure: unknown): Unapproved | null {
  return typeof failure === 'object' && failure !== null ? (calls.get(failure) ?? null) : null
}
