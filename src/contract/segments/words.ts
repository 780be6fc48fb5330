import type { Clause, DateClauseType } from './clauses.ts'
import { phraseOf } from './sentence.ts'
import { isDateClause } from './tree.ts'

type Named = Clause<{ id: number; name: string }>

/** For example `All of the following criteria ... (Status is Active)`. */
export function describeClauses(clauses: readonly Named[]): string {
  return clauses.length === 0 ? 'All active subscribers' : describeGroup('all', clauses)
}

const groups = { all: 'All', any: 'Any', not: 'None' }

function describeGroup(type: 'any' | 'all' | 'not', clauses: readonly Named[]): string {
  const inner = clauses.map((clause) => `(${describe(clause)})`).join(' ')
  return `${groups[type]} of the following criteria ... ${inner}`
}

const placements = {
  is_in: 'Subscriber is in the mailing list',
  is_not_in: 'Subscriber is not in the mailing list',
  is_active_in: 'Subscriber is active in the mailing list',
  is_not_active_in: 'Subscriber is not active in the mailing list',
}

function describe(clause: Named): string {
  switch (clause.type) {
    case 'any':
    case 'all':
    case 'not':
      return describeGroup(clause.type, clause.clauses)
    case 'in_mailing_list':
      return `${placements[clause.operator]} "${clause.mailing_list.name}"`
    case 'not_in_suppression_list':
      return `Subscriber is not in the suppression list "${clause.suppression_list.name}"`
    case 'subscriber_status':
      return `Status ${clause.operator === 'is' ? 'is' : 'is not'} ${capital(clause.value)}`
    default:
      if (!isDateClause(clause)) return `Subscribers who ${phraseOf(clause, 'all')}`
      return `Date ${capital(clause.type.replace('subscriber_date_', ''))} ${placeInTime(clause)}`
  }
}

function placeInTime({ operator, value }: Extract<Named, { type: DateClauseType }>): string {
  const days = value === 1 ? 'day' : `${value} days`
  switch (operator) {
    case 'is_on':
      return `is on ${value}`
    case 'is_before':
      return `is before ${value}`
    case 'is_after':
      return `is after ${value}`
    case 'in_last_days':
      return `is within the last ${days}`
    case 'not_in_last_days':
      return `is not within the last ${days}`
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
