import {
  attributeClauses,
  emailFormats,
  type AttributeClauseType,
  type Clause,
} from '../../src/contract/segments/clauses.ts'
import type { ReferenceKind } from '../../src/contract/segments/tree.ts'
import {
  checkTest,
  kindOfField,
  shapeOf,
  type TestKind,
  type TestOperator,
  type ValueTest,
} from '../../src/contract/segments/value-tests.ts'
import type { FieldChoice } from './row.ts'
import { activitySubjects, dateSubjects, type ClauseDraft, type Draft, type GroupDraft } from './draft.ts'

export type NamedClause = Clause<{ id: number; name: string }>

/** What drafts name by ids. */
export type Known = {
  name: (kind: ReferenceKind, id: number) => string
  fields: readonly FieldChoice[]
}

/** null while a condition is not complete. */
export function clausesOf(top: GroupDraft, known: Known): NamedClause[] | null {
  const clauses = groupClauses(top.items, known)
  if (clauses === null || top.type === 'all' || clauses.length === 0) return clauses
  return top.type === 'any' && clauses.length < 2 ? clauses : [{ type: top.type, clauses }]
}

function groupClauses(items: readonly Draft[], known: Known): NamedClause[] | null {
  const clauses: NamedClause[] = []
  for (const item of items) {
    const clause = item.kind === 'group' ? groupOf(item, known) : clauseOf(item, known)
    if (clause === null) return null
    clauses.push(clause)
  }
  return clauses
}

function groupOf({ type, items }: GroupDraft, known: Known): NamedClause | null {
  const clauses = groupClauses(items, known)
  return clauses === null || clauses.length === 0 ? null : { type, clauses }
}

/** What is tested: null for subjects that are no tests of a value. */
export function testedBy(
  subject: string,
  fields: readonly FieldChoice[],
): { kind: TestKind; options: readonly string[] } | null {
  if (subject.startsWith('custom_field:')) {
    const field = fields.find(({ id }) => subject === `custom_field:${id}`)
    return { kind: field === undefined ? 'text' : kindOfField[field.type], options: field?.options ?? [] }
  }
  const kind: TestKind | undefined = attributeClauses[subject as AttributeClauseType]
  return kind === undefined
    ? null
    : { kind, options: subject === 'subscriber_email_format' ? emailFormats : [] }
}

function clauseOf(draft: ClauseDraft, known: Known): NamedClause | null {
  const { subject, operator, value } = draft
  const tested = testedBy(subject, known.fields)
  if (tested !== null) return testClause(draft, tested, known)
  if (activitySubjects.includes(subject)) return activityClause(draft, known)
  if (dateSubjects.includes(subject)) return dateClause(draft)
  if (subject === 'consent') return consentClause(draft, known)
  if (value.trim() === '') return null
  const id = Number(value)
  const named = (kind: ReferenceKind) => ({ id, name: known.name(kind, id) })
  const clause = {
    in_mailing_list: () => ({ type: subject, operator, mailing_list: named('mailing_list') }),
    not_in_suppression_list: () => ({ type: subject, suppression_list: named('suppression_list') }),
    in_segment: () => ({ type: subject, operator, segment: named('segment') }),
    import: () => ({ type: subject, operator, import: named('import') }),
    subscriber_status: () => ({ type: subject, operator, value }),
  }[subject]
  return clause === undefined ? null : (clause() as NamedClause)
}

function dateClause({ subject: type, operator, value }: ClauseDraft): NamedClause | null {
  if (!operator.endsWith('days')) {
    return /^\d{4}-\d\d-\d\d$/.test(value) ? ({ type, operator, value } as NamedClause) : null
  }
  const days = wholeOf(value)
  return days < 1 || days > 36_500 ? null : ({ type, operator, value: days } as NamedClause)
}

function wholeOf(text: string): number {
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0
}

function activityClause(draft: ClauseDraft, known: Known): NamedClause | null {
  const { subject, operator, scope, value, link, linkText, contentVersion, severity } = draft
  const asked = subject === 'clicked' && link !== 'any'
  if (asked && linkText.trim() === '') return null
  const clause = {
    type: 'activity',
    activity: subject,
    operator,
    ...(asked ? { [link]: linkText } : {}),
    ...(subject === 'bounced' && severity !== 'any' ? { severity } : {}),
  }
  const number = wholeOf(value)
  if (scope === 'any') return clause as NamedClause
  if (scope === 'campaign' || scope === 'autoresponder') {
    if (value === '') return null
    const id = Number(value)
    const version =
      scope === 'campaign' && contentVersion !== 'any' ? { version: wholeOf(contentVersion) } : {}
    return { ...clause, [scope]: { id, name: known.name(scope, id) }, ...version } as NamedClause
  }
  if (number < 1) return null
  if (number > (scope === 'last_campaigns' ? 100 : 36_500)) return null
  return { ...clause, [scope]: number } as NamedClause
}

function consentClause(draft: ClauseDraft, known: Known): NamedClause | null {
  const { operator, form, version, versionNumber, scope, value } = draft
  const [number, days] = [wholeOf(versionNumber), wholeOf(value)]
  const isOfVersion = form !== 'any' && version !== 'any'
  const isRecent = scope === 'last_days'
  if ((isOfVersion && number < 1) || (isRecent && (days < 1 || days > 36_500))) return null
  const id = Number(form)
  return {
    type: 'consent',
    operator,
    ...(form === 'any' ? {} : { web_form: { id, name: known.name('web_form', id) } }),
    ...(isOfVersion ? { [version]: number } : {}),
    ...(isRecent ? { last_days: days } : {}),
  } as NamedClause
}

function testClause(
  draft: ClauseDraft,
  { kind, options }: { kind: TestKind; options: readonly string[] },
  known: Known,
): NamedClause | null {
  const { subject, operator, value, to, values } = draft
  if (operator === '') return null
  const shape = shapeOf(operator as TestOperator)
  if (shape === 'values' && values.length === 0) return null
  const parts = {
    value: { value },
    days: { value },
    values: { values },
    range: { from: value, to },
    none: {},
  }
  const checked = checkTest(kind, { operator, ...parts[shape] } as ValueTest, options)
  if ('problem' in checked) return null
  if (!subject.startsWith('custom_field:')) return { type: subject, ...checked.test } as NamedClause
  const id = Number(subject.slice('custom_field:'.length))
  const field = { id, name: known.name('custom_field', id) }
  return { type: 'custom_field', custom_field: field, ...checked.test }
}
