import type { ActivityClause } from '../../src/contract/segments/activity.ts'
import type { ConsentClause } from '../../src/contract/segments/consent.ts'
import { explainClauses } from '../../src/contract/segments/sentence.ts'
import { speaksOfStatus } from '../../src/contract/segments/tree.ts'
import { comma, dayInFull, say } from '../design/figures.ts'
import { explainedWords as words, type ExplainedKey } from '../words/audience/explained.ts'
import { segmentWords } from '../words/audience/segments.ts'
import { statusWords } from '../words/audience/subscribers.ts'
import type { NamedClause as Named } from './to-clauses.ts'

const isEnglish = words['people'] === undefined

type Values = Readonly<Record<string, string | number>>

/** Whom the clauses select, as one sentence in the language of the page. */
export function explained(clauses: readonly Named[]): string {
  if (isEnglish) return explainClauses(clauses)
  if (clauses.length === 0) return said('everybody', {})
  return said(speaksOfStatus(clauses) ? 'people' : 'active', { clauses: explainedOnly(clauses) })
}

/** What holds for them, without whom it is about and without a full stop. Not in English. */
export function explainedOnly(clauses: readonly Named[]): string {
  return clauses.map((clause) => phraseOf(clause, 'all')).join(said('and', {}))
}

/** One condition, without whom it is about and without a full stop. */
export function explainedAlone(clause: Named): string {
  if (!isEnglish) return phraseOf(clause, clause.type === 'any' ? 'any' : 'all')
  const phrase = explainClauses([clause])
    .replace(/^.*?\bwho /, '')
    .replace(/\.$/, '')
  return clause.type === 'any' ? phrase.replace(/^\((.*)\)$/, '$1') : phrase
}

function said(key: ExplainedKey, values: Values): string {
  return say(words[key], values)
}

const quoted = (text: string) => said('quoted', { text })

/** @param within the group around the clause: another kind of group gets brackets. */
function phraseOf(clause: Named, within: 'any' | 'all'): string {
  switch (clause.type) {
    case 'any':
    case 'all':
    case 'not': {
      const { type, clauses } = clause
      const kind = type === 'all' ? 'all' : 'any'
      const joined = clauses.map((one) => phraseOf(one, kind)).join(said(kind === 'all' ? 'and' : 'or', {}))
      if (type === 'not') return said('none', { clauses: joined })
      return clauses.length > 1 && type !== within ? `(${joined})` : joined
    }
    case 'in_mailing_list':
      return said(placements[clause.operator], { name: quoted(clause.mailing_list.name) })
    case 'not_in_suppression_list':
      return said('not_suppressed', { name: quoted(clause.suppression_list.name) })
    case 'in_segment': {
      const key = clause.operator === 'is_in' ? 'in_segment' : 'not_in_segment'
      return said(key, { name: quoted(clause.segment.name) })
    }
    case 'subscriber_status':
      return said(`status_${clause.operator}`, { status: statusWords[clause.value] })
    case 'import':
      return said(clause.operator, { name: quoted(clause.import.name) })
    case 'activity':
      return activityOf(clause)
    case 'consent':
      return consentOf(clause)
    case 'custom_field':
      return testOf(quoted(clause.custom_field.name), clause)
    case 'subscriber_confirmed':
      return 'value' in clause && typeof clause.value === 'boolean'
        ? said(clause.value === (clause.operator === 'is') ? 'confirmed_yes' : 'confirmed_no', {})
        : testOf(segmentWords.subjects[clause.type] ?? clause.type, clause)
    case 'subscriber_email':
    case 'subscriber_email_domain':
    case 'subscriber_email_format':
    case 'subscriber_subscribe_ip':
      return testOf(segmentWords.subjects[clause.type] ?? clause.type, clause)
    default: {
      const event = said(`event_${clause.type.replace('subscriber_date_', '')}` as ExplainedKey, {})
      const { operator, value } = clause
      return said(
        `date_${operator}`,
        typeof value === 'number' ? { number: value, event } : { event, value: shown(value) },
      )
    }
  }
}

const placements = {
  is_in: 'in_list',
  is_not_in: 'not_in_list',
  is_active_in: 'active_in_list',
  is_not_active_in: 'not_active_in_list',
} as const

type Test = { operator: ExplainedKey } & {
  value?: Value
  values?: readonly Value[]
  from?: Value
  to?: Value
}
type Value = string | number | boolean

function testOf(field: string, { operator, value, values, from, to }: Test): string {
  if (values !== undefined) return said(operator, { field, values: values.map(shown).join(comma) })
  if (from !== undefined && to !== undefined)
    return said(operator, { field, from: shown(from), to: shown(to) })
  if (value === undefined) return said(operator, { field })
  return operator.includes('days')
    ? said(operator, { number: Number(value), field })
    : said(operator, { field, value: shown(value) })
}

/** Texts in quotation marks, and days as people write them. */
function shown(value: Value): string {
  if (typeof value === 'boolean') return value ? segmentWords.builder.yes : segmentWords.builder.no
  if (typeof value === 'number') return String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayInFull(value)
  return /^\d\d-\d\d$/.test(value) ? value : quoted(value)
}

type Ref = { id: number; name: string }

function activityOf(clause: ActivityClause<Ref>): string {
  const { activity, operator, campaign, autoresponder, version, severity, url, url_contains: part } = clause
  const { last_campaigns: last, last_days: days } = clause
  const message =
    campaign !== undefined
      ? said('campaign', { name: quoted(campaign.name) })
      : autoresponder !== undefined
        ? said('autoresponder', { name: quoted(autoresponder.name) })
        : last !== undefined
          ? said('last_campaigns', { number: last })
          : said('any_message', {})
  const parts = [
    message,
    version === undefined ? '' : said('version', { number: version }),
    days === undefined ? '' : said('within_days', { number: days }),
    severity === undefined ? '' : segmentWords.severities[severity],
    url === undefined ? '' : said('link_url', { url }),
    part === undefined ? '' : said('link_part', { text: quoted(part) }),
  ]
  const [first = '', ...more] = parts.filter((one) => one !== '')
  const told = more.length === 0 ? first : `${first} (${more.join(comma)})`
  return said(operator === 'did' ? activity : `not_${activity}`, { message: told })
}

function consentOf({
  operator,
  web_form: form,
  version,
  min_version: least,
  last_days: days,
}: ConsentClause<Ref>): string {
  const parts = [
    form === undefined ? segmentWords.builder.anyForm : said('form', { name: quoted(form.name) }),
    version === undefined ? '' : said('version_of_text', { number: version }),
    least === undefined ? '' : said('later_version', { number: least }),
    days === undefined ? '' : said('within_days', { number: days }),
  ]
  const what = parts.filter((one) => one !== '').join(comma)
  return said(operator === 'given' ? 'consented' : 'not_consented', { what })
}
