import type { ActivityClause } from '../../src/contract/segments/activity.ts'
import type { Clause } from '../../src/contract/segments/clauses.ts'
import type { ConsentClause } from '../../src/contract/segments/consent.ts'
import { newClause, newGroup, type ClauseDraft, type Draft, type GroupDraft } from './draft.ts'

/** The API joins the clauses at the top by `all`; one group alone at the top is shown as the top itself. */
export function draftOf(clauses: readonly Clause[]): GroupDraft {
  const [only] = clauses
  if (clauses.length === 1 && only !== undefined && 'clauses' in only) {
    return newGroup(only.type, only.clauses.map(itemOf))
  }
  return newGroup('all', clauses.map(itemOf))
}

function itemOf(clause: Clause): Draft {
  if ('clauses' in clause) return newGroup(clause.type, clause.clauses.map(itemOf))
  const rest: Partial<ClauseDraft> = 'operator' in clause ? { operator: clause.operator } : {}
  switch (clause.type) {
    case 'in_mailing_list':
      return { ...newClause(clause.type), ...rest, value: String(clause.mailing_list.id) }
    case 'not_in_suppression_list':
      return { ...newClause(clause.type), value: String(clause.suppression_list.id) }
    case 'in_segment':
      return { ...newClause(clause.type), ...rest, value: String(clause.segment.id) }
    case 'import':
      return { ...newClause(clause.type), ...rest, value: String(clause.import.id) }
    case 'activity':
      return { ...newClause(clause.activity), ...rest, ...activityOf(clause) }
    case 'consent':
      return { ...newClause(clause.type), ...rest, ...consentOf(clause) }
    case 'custom_field':
      return { ...newClause(`custom_field:${clause.custom_field.id}`), ...rest, ...partsOf(clause) }
    default:
      return { ...newClause(clause.type), value: '', ...rest, ...partsOf(clause) }
  }
}

function partsOf(test: object): Partial<ClauseDraft> {
  if ('values' in test) return { values: (test.values as unknown[]).map(String) }
  if ('from' in test && 'to' in test) return { value: String(test.from), to: String(test.to) }
  return 'value' in test ? { value: String(test.value) } : {}
}

function activityOf(clause: ActivityClause<{ id: number }>): Partial<ClauseDraft> {
  const { campaign, autoresponder, last_campaigns: last, last_days: days } = clause
  const { url, url_contains: part, version, severity } = clause
  const named: Partial<ClauseDraft> =
    url === undefined
      ? { link: part === undefined ? 'any' : 'url_contains', linkText: part ?? '' }
      : { link: 'url', linkText: url }
  const link = { ...named, contentVersion: String(version ?? 'any'), severity: severity ?? 'any' }
  if (campaign !== undefined) return { ...link, scope: 'campaign', value: String(campaign.id) }
  if (autoresponder !== undefined) return { ...link, scope: 'autoresponder', value: String(autoresponder.id) }
  if (last !== undefined) return { ...link, scope: 'last_campaigns', value: String(last) }
  return days === undefined
    ? { ...link, scope: 'any', value: '' }
    : { ...link, scope: 'last_days', value: String(days) }
}

function consentOf(clause: ConsentClause<{ id: number }>): Partial<ClauseDraft> {
  const { web_form: form, version, min_version: minVersion, last_days: days } = clause
  const [which, number] =
    version === undefined ? (['min_version', minVersion] as const) : (['version', version] as const)
  return {
    ...(form === undefined ? {} : { form: String(form.id) }),
    ...(number === undefined ? {} : { version: which, versionNumber: String(number) }),
    ...(days === undefined ? {} : { scope: 'last_days', value: String(days) }),
  }
}
