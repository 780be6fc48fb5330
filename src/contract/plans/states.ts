/** Diagram in docs/lifecycles.md. A plan that is not applied in time stays as it is and cannot be applied any more. */
export const planStates = ['planned', 'waiting', 'approved', 'refused', 'applied', 'void'] as const
export type PlanState = (typeof planStates)[number]

/** The database enforces the same table (migrations/069, plan_may_become). A waiting plan is applied in an emergency only. */
export const planMayBecome: Record<PlanState, readonly PlanState[]> = {
  planned: ['waiting', 'applied', 'void'],
  waiting: ['approved', 'refused', 'applied', 'void'],
  approved: ['applied', 'void'],
  refused: [],
  applied: [],
  void: [],
}

/** How long a plan can be applied, and one that waits for somebody or was approved. */
export const planHours = 24
export const approvalHours = 7 * 24
