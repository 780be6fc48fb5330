import type { Classification, SubscriberStatus } from './states.ts'

export type OverwriteRules = {
  overwrite: boolean
  whenStatus: Record<SubscriberStatus, boolean>
  overwriteWhat: { custom_fields: boolean; confirmed: boolean; format: boolean; status: boolean }
}

/** `status`: of the subscriber on the list, null if there is none. `becomesActive`: the row says that they are active. */
export type Met = { status: SubscriberStatus | null; becomesActive: boolean }

/** The order of the checks is explained in docs/decisions/003-import-engine.md. */
export function classOf(
  { status, becomesActive }: Met,
  rules: OverwriteRules,
  freePlaces: number,
): Exclude<Classification, 'failed' | 'skipped_duplicate'> {
  if (status === null) return becomesActive && freePlaces < 1 ? 'skipped_over_limit' : 'added'
  if (!rules.overwrite) return 'skipped_overwrite'
  if (!rules.whenStatus[status]) return `skipped_${status}`
  const wouldActivate = rules.overwriteWhat.status && becomesActive && status !== 'active'
  return wouldActivate && freePlaces < 1 ? 'skipped_over_limit' : 'updated'
}
