import { overlay } from '../api/overlay.ts'
import { newAutoresponder, resolveContent, type Content } from './rules.ts'
import type { StepInput, StepRecord } from './sequence-steps.ts'
import type { Wait } from './sequence-waits.ts'

export type StepValues = Wait &
  Content &
  Pick<
    StepRecord,
    'name' | 'previous' | 'otherwise' | 'content_subject' | 'content_language' | 'segmentation_criteria_id'
  >

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
  content_language: newAutoresponder.content_language,
  content_html: '',
  content_text: '',
  content_document: null,
  content_attachment_ids: [],
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
