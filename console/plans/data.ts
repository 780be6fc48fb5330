import type { z } from 'zod'
import type { planSchema } from '../../src/contract/plans/endpoints.ts'
import { approvalKinds, type ApprovalKind } from '../../src/contract/plans/rules.ts'
import { approvalWords as words } from '../words/audit/approvals.ts'

export type Plan = z.output<typeof planSchema>

/** What it is about, in words of people. */
export function titleOf({ needs }: Pick<Plan, 'needs'>): string {
  const [first] = needs.filter((kind): kind is ApprovalKind => approvalKinds.some((one) => one === kind))
  return first === undefined ? words.other : words.kinds[first]
}

export function askerOf({ asked_by: { name }, assistant }: Pick<Plan, 'asked_by' | 'assistant'>): string {
  return [name ?? words.somebody, ...(assistant === '' ? [] : [assistant])].join(', ')
}

/** The campaign that would be sent. */
export function campaignOf({ endpoint, path }: Pick<Plan, 'endpoint' | 'path'>): string | null {
  return endpoint === 'updateCampaign' ? (/^campaigns\/(\d+)$/.exec(path)?.[1] ?? null) : null
}
