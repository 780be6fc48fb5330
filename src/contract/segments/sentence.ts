import type { Clause, DateClauseType } from './clauses.ts'
import {
  activityPhrase,
  attributePhrase,
  consentPhrase,
  fieldPhrase,
  importPhrase,
  isAttributeClause,
} from './phrases.ts'
import { speaksOfStatus } from './tree.ts'
import type { SubscriberStatus } from '../imports/states.ts'

type Named = Clause<{ id: number; name: string }>

/** For example `Active people who joined in the last 30 days, and are not on “Offers”.` */
export function explainClauses(clauses: readonly Named[]): string {
  if (clauses.length === 0) return 'All active people.'
  const people = speaksOfStatus(clauses) ? 'People' : 'Active people'
  return `${people} who ${clauses.map((clause) => phraseOf(clause, 'all')).join(', and ')}.`
}

const placements = {
  is_in: 'are on',
  is_not_in: 'are not on',
  is_active_in: 'are active on',
  is_not_active_in: 'are not active on',
}

const statuses: Record<SubscriberStatus, [is: string, isNot: string]> = {
  active: ['are active', 'are not active'],
  unsubscribed: ['have left', 'have not left'],
  bounced: ['bounced', 'did not bounce'],
  scomp: ['complained', 'did not complain'],
  deactivated: ['are deactivated', 'are not deactivated'],
}

const events: Record<DateClauseType, [happened: string, didNot: string]> = {
  subscriber_date_subscribed: ['joined', 'did not join'],
  subscriber_date_confirmed: ['confirmed', 'did not confirm'],
  subscriber_date_unsubscribed: ['left', 'did not leave'],
  subscriber_date_bounced: ['bounced', 'did not bounce'],
  subscriber_date_scomp: ['complained', 'did not complain'],
  subscriber_date_deactivated: ['were deactivated', 'were not deactivated'],
}

/**
 * The end of a sentence that begins with `people who`.
 * @param within the group around the clause: another kind of group gets brackets.
 */
export function phraseOf(clause: Named, within: 'any' | 'all'): string {
  if (isAttributeClause(clause)) return attributePhrase(clause)
  switch (clause.type) {
    case 'not':
      return `are none of those who (${clause.clauses.map((one) => phraseOf(one, 'any')).join(' or ')})`
    case 'custom_field':
      return fieldPhrase(clause)
    case 'activity':
      return activityPhrase(clause)
    case 'import':
      return importPhrase(clause)
    case 'consent':
      return consentPhrase(clause)
    case 'in_segment':
      return `${clause.operator === 'is_in' ? 'are' : 'are not'} in the segment “${clause.segment.name}”`
    case 'any':
    case 'all': {
      const { type, clauses } = clause
      const inner = clauses.map((one) => phraseOf(one, type)).join(type === 'any' ? ' or ' : ' and ')
      return clauses.length > 1 && type !== within ? `(${inner})` : inner
    }
    case 'in_mailing_list':
      return `${placements[clause.operator]} “${clause.mailing_list.name}”`
    case 'not_in_suppression_list':
      return `are not on the suppression list “${clause.suppression_list.name}”`
    case 'subscriber_status':
      return statuses[clause.value][clause.operator === 'is' ? 0 : 1]
    default:
      return datePhrase(clause)
  }
}

function datePhrase({ type, operator, value }: Extract<Named, { type: DateClauseType }>): string {
  const [happened, didNot] = events[type]
  const days = value === 1 ? 'day' : `${value} days`
  switch (operator) {
    case 'is_on':
      return `${happened} on ${value}`
    case 'is_before':
      return `${happened} before ${value}`
    case 'is_after':
      return `${happened} after ${value}`
    case 'in_last_days':
      return `${happened} in the last ${days}`
    case 'not_in_last_days':
      return `${didNot} in the last ${days}`
  }
}
