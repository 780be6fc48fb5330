import { useState } from 'react'
import { updateStep, type StepRecord } from '../../../../src/contract/autoresponders/sequence-steps.ts'
import { useChange } from '../../../app/api.ts'

/** Changes of the steps of one sequence are sent one after the other: the place of a step depends on those before. */
export const stepQueue = (sequenceId: number) => `steps of ${sequenceId}`

type Params = { mailing_list_id: number; id: number }

/** The steps in the order that was requested last. It is shown at once; a refusal restores the old one. */
export function useStepOrder(params: Params, steps: readonly StepRecord[]) {
  const [wanted, setWanted] = useState<readonly number[] | null>(null)
  const update = useChange(updateStep, { queue: stepQueue(params.id) })
  const shown =
    wanted === null
      ? steps
      : steps.toSorted((one, other) => wanted.indexOf(one.id) - wanted.indexOf(other.id))
  const move = (id: number, by: -1 | 1) => {
    const ids = shown.map((step) => step.id)
    const place = ids.indexOf(id) + by
    if (place < 0 || place >= ids.length) return
    setWanted(ids.filter((one) => one !== id).toSpliced(place, 0, id))
    update.mutate(
      { params: { ...params, step_id: id }, body: { position: place + 1 } },
      { onSettled: () => setWanted(null) },
    )
  }
  return { shown, move, error: update.error }
}
