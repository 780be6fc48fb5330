import { operatorsOfKind } from '../../src/contract/segments/value-tests.ts'
import { segmentWords } from '../words/audience/segments.ts'
import { activitySubjects, dateSubjects, newClause, type ClauseDraft, type Subject } from './draft.ts'
import type { Choices, FieldChoice } from './row.ts'
import { testedBy } from './to-clauses.ts'

const { groups, subjects } = segmentWords

type Group = { group: string; items: { value: string; label: string }[] }

/** The first choice of a row, in the groups in which people think. */
export function subjectChoices({ fields, listId }: Pick<Choices, 'fields' | 'listId'>): Group[] {
  const isOfList = listId !== null
  const items = (values: readonly string[]) =>
    values.map((value) => ({ value, label: subjects[value] ?? value }))
  return [
    {
      group: groups.field,
      items: fields.map(({ id, name }) => ({ value: `custom_field:${id}`, label: name })),
    },
    { group: groups.activity, items: items(activitySubjects) },
    {
      group: groups.list,
      items: items(['subscriber_status', 'in_mailing_list', 'not_in_suppression_list', ...dateSubjects]),
    },
    {
      group: groups.address,
      items: items([
        'subscriber_email',
        'subscriber_email_domain',
        'subscriber_email_format',
        'subscriber_confirmed',
        'subscriber_subscribe_ip',
      ]),
    },
    { group: groups.consent, items: items(['consent']) },
    { group: groups.import, items: items(isOfList ? ['import'] : []) },
    { group: groups.segment, items: items(isOfList ? ['in_segment'] : []) },
  ].filter((group) => group.items.length > 0)
}

export function subjectName(subject: Subject, fields: readonly FieldChoice[]): string {
  const field = fields.find(({ id }) => subject === `custom_field:${id}`)
  return field?.name ?? subjects[subject] ?? subject
}

/** A row about something else, with the operator that is asked most. */
export function clauseAbout(subject: Subject, fields: readonly FieldChoice[]): ClauseDraft {
  const clause = newClause(subject)
  if (clause.operator !== '') return clause
  const kind = testedBy(subject, fields)?.kind
  if (kind === undefined) return clause
  const usual = { text: 'contains', date: 'in_last_days', day_of_year: 'anniversary_in_next_days' } as const
  const operator = kind in usual ? usual[kind as keyof typeof usual] : (operatorsOfKind[kind][0] ?? '')
  const value = kind === 'boolean' ? 'true' : operator.endsWith('days') ? '7' : ''
  return { ...clause, operator, value }
}

export function operatorsOf(subject: Subject, fields: readonly FieldChoice[]): readonly string[] {
  const tested = testedBy(subject, fields)
  if (tested !== null) return operatorsOfKind[tested.kind]
  if (activitySubjects.includes(subject)) return ['did', 'did_not']
  if (dateSubjects.includes(subject)) {
    return ['in_last_days', 'not_in_last_days', 'is_on', 'is_before', 'is_after']
  }
  return (
    {
      in_mailing_list: ['is_active_in', 'is_not_active_in', 'is_in', 'is_not_in'],
      subscriber_status: ['is', 'is_not'],
      in_segment: ['is_in', 'is_not_in'],
      consent: ['given', 'not_given'],
      import: [
        'added_by',
        'changed_by',
        'added_or_changed_by',
        'not_added_by',
        'not_changed_by',
        'not_added_or_changed_by',
      ],
    }[subject] ?? []
  )
}

/** `is in a segment` is not `is on a list`. */
export function operatorName(subject: Subject, operator: string): string {
  const own = subject === 'in_segment' ? `segment_${operator}` : `${subject}_${operator}`
  return segmentWords.operators[own] ?? segmentWords.operators[operator] ?? operator
}
