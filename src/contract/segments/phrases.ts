import type { BounceSeverity } from '../responses/severity.ts'
import type { Activity, ActivityClause, ImportClause } from './activity.ts'
import type { ConsentClause } from './consent.ts'
import { attributeClauses, type AttributeClauseType, type Clause } from './clauses.ts'
import type { ValueTest } from './value-tests.ts'

/** Clauses as the end of a sentence that begins with `people who`. */

type Named = { id: number; name: string }

const attributeNames: Record<Exclude<AttributeClauseType, 'subscriber_email_domain'>, string> = {
  subscriber_email: 'an address',
  subscriber_email_format: 'a format',
  subscriber_confirmed: 'a confirmation',
  subscriber_subscribe_ip: 'an IP address of the subscription',
}

export function isAttributeClause(
  clause: Clause<Named>,
): clause is Extract<Clause<Named>, { type: AttributeClauseType }> {
  return clause.type in attributeClauses
}

export function attributePhrase(clause: { type: AttributeClauseType } & ValueTest): string {
  const { type } = clause
  if (type === 'subscriber_confirmed' && 'value' in clause) {
    if (clause.operator === 'is')
      return clause.value === true ? 'are confirmed' : 'are marked as not confirmed'
    return clause.value === true ? 'are not confirmed' : 'are not marked as not confirmed'
  }
  if (type === 'subscriber_email_domain') return domainPhrase(clause)
  return valuePhrase(attributeNames[type], clause)
}

function domainPhrase(test: ValueTest): string {
  const negated = /not|none/.test(test.operator)
  const have = negated ? 'do not have an address at' : 'have an address at'
  if ('values' in test) return `${have} ${test.values.join(' or ')}`
  if (!('value' in test)) return `${have} a domain`
  return test.operator === 'is' || test.operator === 'is_not'
    ? `${have} ${test.value}`
    : `${have} a domain that ends with “${test.value}”`
}

export function fieldPhrase(clause: { custom_field: Named } & ValueTest): string {
  return valuePhrase(`a value for “${clause.custom_field.name}”`, clause)
}

/** @param what with its article: `an address`. */
function valuePhrase(what: string, test: ValueTest): string {
  if (test.operator === 'is_blank') return `do not have ${what}`
  if (test.operator === 'is_not_blank') return `have ${what}`
  if ('values' in test) return listPhrase(what, test)
  if ('from' in test) return `have ${what} from ${shown(test.from)} to ${shown(test.to)}`
  if (!('value' in test)) return `have ${what} whose anniversary is today`
  const negative = /^(is_not|does_not_.*)$/.test(test.operator)
  const have = negative ? 'do not have' : 'have'
  return `${have} ${what} ${relations[test.operator](test.value)}`
}

type WithValue = Extract<ValueTest, { value: unknown }>
type Value = WithValue['value']

const relations: Record<WithValue['operator'], (value: Value) => string> = {
  is: (value) => `that is ${shown(value)}`,
  is_not: (value) => `that is ${shown(value)}`,
  contains: (value) => `that contains ${shown(value)}`,
  does_not_contain: (value) => `that contains ${shown(value)}`,
  begins_with: (value) => `that begins with ${shown(value)}`,
  does_not_begin_with: (value) => `that begins with ${shown(value)}`,
  ends_with: (value) => `that ends with ${shown(value)}`,
  does_not_end_with: (value) => `that ends with ${shown(value)}`,
  is_less_than: (value) => `below ${value}`,
  is_at_most: (value) => `of at most ${value}`,
  is_greater_than: (value) => `above ${value}`,
  is_at_least: (value) => `of at least ${value}`,
  is_before: (value) => `before ${value}`,
  is_after: (value) => `after ${value}`,
  in_last_days: (value) => `within the last ${daysOf(value)}`,
  in_next_days: (value) => `within the next ${daysOf(value)}`,
  more_than_days_ago: (value) => `more than ${daysOf(value, '1 day')} ago`,
  more_than_days_ahead: (value) => `more than ${daysOf(value, '1 day')} ahead`,
  anniversary_in_next_days: (value) => `whose anniversary is within the next ${daysOf(value)}`,
  anniversary_in_last_days: (value) => `whose anniversary was within the last ${daysOf(value)}`,
}

function listPhrase(what: string, test: Extract<ValueTest, { values: unknown }>): string {
  const { operator, values } = test
  const all = values.map(shown)
  const have = operator === 'is_none_of' ? 'do not have' : 'have'
  const last = all.at(-1) ?? ''
  const word = operator === 'is_all_of' ? 'and' : 'or'
  return `${have} ${what} that is ${all.length === 1 ? last : `${all.slice(0, -1).join(', ')} ${word} ${last}`}`
}

/** Texts in quotation marks, but not days, which are texts too. */
function shown(value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' || /^(\d{4}-)?\d\d-\d\d$/.test(value) ? String(value) : `“${value}”`
}

function daysOf(value: Value, one = 'day'): string {
  return value === 1 ? one : `${value} days`
}

/** What is said before the message: if they did, and if they did not. */
const activityPhrases: Record<Exclude<Activity, 'bounced' | 'clicked'>, [did: string, didNot: string]> = {
  was_sent: ['were sent', 'were not sent'],
  was_delivered: ['received', 'did not receive'],
  is_waiting: ['wait for another try of', 'do not wait for another try of'],
  was_left_out: ['were left out of', 'were not left out of'],
  opened: ['opened', 'did not open'],
  complained: ['complained about', 'did not complain about'],
  unsubscribed: ['left through', 'did not leave through'],
  opened_by_machine: ['have a program that opened', 'have no program that opened'],
  clicked_by_machine: ['have a program that followed a link in', 'have no program that followed a link in'],
}

export function activityPhrase(clause: ActivityClause<Named>): string {
  const { activity, url, url_contains: part, severity } = clause
  const did = clause.operator === 'did'
  const message = messagePhrase(clause, did)
  switch (activity) {
    case 'bounced': {
      const kind = severity === undefined ? '' : `${bounceWords[severity]} `
      return `${did ? `had a ${kind}bounce` : `had no ${kind}bounce`} of ${message}`
    }
    case 'clicked': {
      const link = url === undefined ? 'a link' : `the link ${url}`
      const named = part === undefined ? link : `a link whose address contains “${part}”`
      return `${did ? 'clicked' : 'did not click'} ${named} in ${message}`
    }
    default:
      return `${activityPhrases[activity][did ? 0 : 1]} ${message}`
  }
}

const bounceWords: Record<BounceSeverity, string> = { hard: 'hard', soft: 'soft', other: 'different' }

function messagePhrase(clause: ActivityClause<Named>, did: boolean): string {
  const { campaign, version, autoresponder, last_campaigns: last, last_days: days } = clause
  const ofVersion = version === undefined ? '' : `version ${version} of `
  if (campaign !== undefined) return `${ofVersion}the campaign “${campaign.name}”`
  if (autoresponder !== undefined) return `the autoresponder “${autoresponder.name}”`
  if (last !== undefined) return last === 1 ? 'the last campaign' : `any of the last ${last} campaigns`
  const message = did ? 'a message' : 'any message'
  return days === undefined ? message : `${message} in the last ${daysOf(days)}`
}

export function importPhrase({ operator, import: { name } }: ImportClause<Named>): string {
  const were = operator.startsWith('not_') ? 'were not' : 'were'
  return `${were} ${operator.replace('not_', '').replaceAll('_', ' ')} the import “${name}”`
}

export function consentPhrase(clause: ConsentClause<Named>): string {
  const { operator, web_form: form, version, min_version: minVersion, last_days: days } = clause
  const did = operator === 'given'
  const place = form === undefined ? `${did ? 'a' : 'any'} web form` : `the web form “${form.name}”`
  const text =
    version === undefined
      ? minVersion === undefined
        ? ''
        : ` to version ${minVersion} of its text or a later one`
      : ` to version ${version} of its text`
  const time = days === undefined ? '' : ` in the last ${daysOf(days)}`
  return `${did ? 'consented' : 'did not consent'} by ${place}${text}${time}`
}
