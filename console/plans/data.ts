import type { z } from 'zod'
import type { planSchema, showPlan } from '../../src/contract/plans/endpoints.ts'
import { approvalKinds, type ApprovalKind } from '../../src/contract/plans/rules.ts'
import { approvalWords as words } from '../words/audit/approvals.ts'
import { comma } from '../design/figures.ts'

export type Plan = z.output<typeof planSchema>
export type OnePlan = z.output<typeof showPlan.data>

/** What it is about, in words of people. */
export function titleOf({ needs, subject }: Pick<Plan, 'needs' | 'subject'>): string {
  const [first] = needs.filter((kind): kind is ApprovalKind => approvalKinds.some((one) => one === kind))
  const title = first === undefined ? words.other : words.kinds[first]
  return subject === '' ? title : `${title}: ${subject}`
}

export function askerOf({ asked_by: { name }, assistant }: Pick<Plan, 'asked_by' | 'assistant'>): string {
  return [name ?? words.somebody, ...(assistant === '' ? [] : [assistant])].join(comma)
}

/** The campaign that would be sent. */
export function campaignOf({ endpoint, path }: Pick<Plan, 'endpoint' | 'path'>): string | null {
  return endpoint === 'updateCampaign' ? (/^campaigns\/(\d+)$/.exec(path)?.[1] ?? null) : null
}

const pages: Record<string, (id: string) => string> = {
  updateCampaign: (id) => `/campaigns/${id}/live`,
  createUser: (id) => `/settings/users/${id}`,
  createApiKey: (id) => `/settings/keys/${id}`,
}

/** What it has made, and the value of a key, which is shown this once. */
export function madeBy({ endpoint }: Pick<Plan, 'endpoint'>, answer: unknown) {
  const { id, api_key: key } = (answer ?? {}) as { id?: unknown; api_key?: unknown }
  const page = Object.hasOwn(pages, endpoint) ? pages[endpoint] : undefined
  return {
    page: page === undefined || typeof id !== 'number' ? null : page(String(id)),
    key: typeof key === 'string' && key !== '' ? key : null,
  }
}

/** `dispatch_attributes.begins_at` as `Dispatch attributes, begins at`. */
export function fieldWords(field: string): string {
  const text = field.replaceAll('.', ', ').replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
