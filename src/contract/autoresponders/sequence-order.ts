export type OrderedStep = { id: number; position: number; isRemoved: boolean }

/**
 * The step after the one that a person is at; null for the first message. People never go back: they miss a step that was
 * moved before their place, and do not get a step again that they have passed.
 */
export function stepAfter<Step extends OrderedStep>(
  steps: readonly Step[],
  at: { stepId: number | null; passed: readonly number[] },
): Step | null {
  const place = steps.find(({ id }) => id === at.stepId)?.position ?? 0
  return (
    steps
      .filter(({ id, position, isRemoved }) => position > place && !isRemoved && !at.passed.includes(id))
      .toSorted((one, other) => one.position - other.position)[0] ?? null
  )
}
