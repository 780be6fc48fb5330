import { useState } from 'react'
import type { StepRecord } from '../../../../src/contract/autoresponders/sequence-steps.ts'
import type { Clause } from '../../../../src/contract/segments/clauses.ts'
import { useChoices } from '../../../segments/choices.ts'
import { explainedOnly } from '../../../segments/explain.ts'
import { draftOf } from '../../../segments/from-clauses.ts'
import { clausesOf } from '../../../segments/to-clauses.ts'
import { sequenceWords as words } from '../../../words/sequences.ts'

/** The condition of a step with clauses of its own, in the language of the page. */
export default function OwnCondition({ step }: { step: StepRecord }) {
  const [top] = useState(() => draftOf((step.segmentation_criteria_ad_hoc ?? []) as unknown as Clause[]))
  const { known, isReady } = useChoices(step.mailing_list_id, { top })
  const named = isReady ? clausesOf(top, known) : null
  const description = named === null ? step.segmentation_criteria_description : explainedOnly(named)
  return words.conditionOf({ ...step, segmentation_criteria_description: description })
}
