import { overlay } from '../api/overlay.ts'
import { newAutoresponder, resolveContent } from './rules.ts'
import type { Content } from './rules.ts'
import type { StepInput, StepRecord } from './sequence-steps.ts'
import type { Wait } from './sequence-waits.ts'

export type StepValues = Wait &
  Content &
  Pick<StepRecord, 'name' | 'previous' | 'otherwise' | 'content_subject' | 'segmentation_criteria_id'>

export const newStep: StepValues = {
  name: '',
  wait_amount: 1,
  wait_unit: 'days',
  wait_time: null,
  wait_weekdays: [],
  previous: 'any',
  otherwise: 'end',
  segmentation_criteria_id: null,
  content_subject: '',
  content_format: newAutoresponder.content_format,
  content_html: '',
  content_text: '',
  content_document: null,
}

/** Without the segment, which needs queries. @returns the values, and problems that can be found without a query. */
export function changedStep(
  current: StepValues,
  input: StepInput,
): { values: StepValues; problems: string[] } {
  const problems: string[] = []
  const { position: _position, segmentation_criteria_ad_hoc: _clauses, ...given } = input
  const values = { ...overlay(current, given), ...resolveContent(current, input, problems) }
  const weekdays = [...new Set(values.wait_weekdays)].toSorted((one, other) => one - other)
  return { values: { ...values, wait_weekdays: weekdays }, problems }
}

export type OrderedStep = { id: number; position: number; isRemoved: boolean }

/**
 * The step after the one that a person is at; null for the first message. Nobody goes back: a step that was moved before
 * their place is missed, and one that they have passed does not come again.
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
