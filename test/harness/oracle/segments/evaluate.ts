import type { NewClause } from '../../../../src/contract/segments/clauses.ts'
import { formNames, type Person, type Response } from './people.ts'

/**
 * Whether a segment selects a person, clause by clause and person by person. It shares nothing with the compiler but the
 * type of a clause, and reads clauses as a caller writes them.
 */

export type Model = {
  /** Today in the zone of the organization, `YYYY-MM-DD`. */
  today: string
  now: Date
  timeZone: string
  /** By name. */
  segments: Record<string, NewClause[]>
}

const campaignNames = ['First', 'Second']

export function selects(model: Model, clauses: NewClause[], person: Person): boolean {
  if (!mentionsStatus(clauses) && person.status !== 'active') return false
  return clauses.every((clause) => holds(model, clause, person))
}

function mentionsStatus(clauses: NewClause[]): boolean {
  const types = ['unsubscribed', 'bounced', 'scomp', 'deactivated'].map(
    (status) => `subscriber_date_${status}`,
  )
  return clauses.some((clause) =>
    'clauses' in clause
      ? mentionsStatus(clause.clauses)
      : clause.type === 'subscriber_status' || types.includes(clause.type),
  )
}

// oxlint-disable-next-line typescript/no-explicit-any -- a model reads whatever a caller may write
type Loose = any

function holds(model: Model, clause: NewClause, person: Person): boolean {
  const given = clause as Loose
  switch (clause.type) {
    case 'any':
      return clause.clauses.some((one) => holds(model, one, person))
    case 'all':
      return clause.clauses.every((one) => holds(model, one, person))
    case 'not':
      return !clause.clauses.some((one) => holds(model, one, person))
    case 'in_mailing_list': {
      const isOn = clause.operator.includes('active') ? person.other === 'active' : person.other !== null
      return clause.operator.includes('not') ? !isOn : isOn
    }
    case 'not_in_suppression_list':
      return !person.isSuppressed
    case 'subscriber_status':
      return (person.status === clause.value) === (clause.operator === 'is')
    case 'in_segment':
      return (
        selects(model, model.segments[given.segment.name] ?? [], person) === (clause.operator === 'is_in')
      )
    case 'import': {
      const did = person.imports[given.import.id - 1] ?? 'nothing'
      return clause.operator.replace('not_', '').includes(did) !== clause.operator.startsWith('not_')
    }
    case 'consent':
      return consentedSo(given, person) === (clause.operator === 'given')
    case 'activity':
      return didSo(given, person) === (clause.operator === 'did')
    case 'custom_field':
      return testHolds(model, given, valueOf(model, given.custom_field.name, person))
    case 'subscriber_email':
      return testHolds(model, given, person.email)
    case 'subscriber_email_domain':
      return testHolds(model, given, person.email.slice(person.email.lastIndexOf('@') + 1))
    case 'subscriber_email_format':
      return testHolds(model, given, person.format)
    case 'subscriber_confirmed':
      return testHolds(model, given, person.confirmed)
    case 'subscriber_subscribe_ip':
      return testHolds(model, given, person.ip)
    default:
      return dateHolds(model, given, person)
  }
}

function valueOf(model: Model, name: string, person: Person): Loose {
  return name === 'Date'
    ? person.date === null
      ? null
      : plusDays(model.today, -person.date)
    : {
        Text: person.text,
        Number: person.number,
        Birthday: person.birthday,
        Choice: person.choice,
        Choices: person.choices,
        Flag: person.flag,
      }[name]
}

function didSo(clause: Loose, person: Person): boolean {
  const isMeant = (campaign: number | null, hours: number | null) => {
    if (clause.campaign !== undefined)
      return (
        campaign !== null && campaignNames[campaign] === clause.campaign.name && gotVersion(clause, person)
      )
    // There is one autoresponder.
    if (clause.autoresponder !== undefined) return campaign === null
    // The second one started last.
    if (clause.last_campaigns !== undefined) return campaign !== null && campaign >= 2 - clause.last_campaigns
    if (clause.last_days !== undefined) return hours !== null && hours <= clause.last_days * 24
    return true
  }
  const states = clause.severity === undefined ? statesOf[clause.activity] : undefined
  if (states !== undefined) {
    return person.sent.some(
      ({ campaign, version, state, hours }) =>
        states.includes(state) && (clause.version ?? version) === version && isMeant(campaign, hours),
    )
  }
  if (clause.url !== undefined || clause.url_contains !== undefined) {
    return person.clicks.some(
      ({ campaign, url, hours }) =>
        (clause.url === undefined ? fold(url).includes(fold(clause.url_contains)) : url === clause.url) &&
        isMeant(campaign, hours),
    )
  }
  return person.responses.some((response) => {
    const hours = hoursOf(clause, response)
    return hours !== null && isMeant(response.campaign, hours)
  })
}

const statesOf: Record<string, string[]> = {
  was_sent: ['accepted', 'bounced', 'uncertain', 'deferred'],
  was_delivered: ['accepted'],
  is_waiting: ['uncertain', 'deferred'],
  was_left_out: ['skipped'],
  bounced: ['bounced'],
}

/** Nobody reacts to a version that was not sent. Who was left out was not, but is left out of it. */
function gotVersion(clause: Loose, person: Person): boolean {
  return (
    clause.version === undefined ||
    person.sent.some(
      ({ campaign, version, state }) =>
        version === clause.version &&
        campaign !== null &&
        campaignNames[campaign] === clause.campaign.name &&
        (state !== 'skipped' || clause.activity === 'was_left_out'),
    )
  )
}

/** null: they did not. */
function hoursOf(clause: Loose, response: Response): number | null {
  const { bounced, byMachine } = response
  switch (clause.activity as string) {
    case 'opened':
      return response.opened
    case 'clicked':
      return response.clicked
    case 'complained':
      return response.complained
    case 'unsubscribed':
      return response.unsubscribed
    case 'bounced':
      return bounced?.severity === clause.severity ? (bounced?.hours ?? null) : null
    default:
      return byMachine[clause.activity === 'opened_by_machine' ? 0 : 1] ? 0 : null
  }
}

function consentedSo(clause: Loose, person: Person): boolean {
  return person.consents.some(({ form, version, isConfirmed, hours }) => {
    if (formNames[form] === 'Door' && !isConfirmed) return false
    if (clause.web_form !== undefined && clause.web_form.name !== formNames[form]) return false
    if (clause.version !== undefined && version !== clause.version) return false
    if (clause.min_version !== undefined && version < clause.min_version) return false
    return clause.last_days === undefined || hours <= clause.last_days * 24
  })
}

/** One letter at a time, as PostgreSQL folds case. */
function fold(text: unknown): string {
  return Array.from(String(text), (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')
}

function testHolds(model: Model, test: Loose, value: Loose): boolean {
  const { operator } = test
  if (operator === 'is_blank') return value === null
  if (operator === 'is_not_blank') return value !== null
  const opposite = (
    {
      is_not: 'is',
      is_none_of: 'is_any_of',
      does_not_contain: 'contains',
      does_not_begin_with: 'begins_with',
      does_not_end_with: 'ends_with',
    } as Record<string, string>
  )[operator]
  if (opposite !== undefined) return !testHolds(model, { ...test, operator: opposite }, value)
  if (value === null) return false
  switch (operator) {
    case 'is':
      return fold(value) === fold(test.value)
    case 'contains':
      return fold(value).includes(fold(test.value))
    case 'begins_with':
      return fold(value).startsWith(fold(test.value))
    case 'ends_with':
      return fold(value).endsWith(fold(test.value))
    case 'is_any_of':
      return [value].flat().some((one) => test.values.some((given: unknown) => fold(given) === fold(one)))
    case 'is_all_of':
      return test.values.every((given: unknown) => [value].flat().some((one) => fold(one) === fold(given)))
    case 'is_less_than':
    case 'is_before':
      return value < test.value
    case 'is_greater_than':
    case 'is_after':
      return value > test.value
    case 'is_at_most':
      return value <= test.value
    case 'is_at_least':
      return value >= test.value
    case 'is_between':
      return value >= test.from && value <= test.to
    case 'in_last_days':
      return value <= model.today && value >= plusDays(model.today, -test.value)
    case 'in_next_days':
      return value >= model.today && value <= plusDays(model.today, test.value)
    case 'more_than_days_ago':
      return value < plusDays(model.today, -test.value)
    case 'more_than_days_ahead':
      return value > plusDays(model.today, test.value)
    default:
      return anniversaryHolds(model, test, String(value))
  }
}

/** Day by day: is it the day, or the 28th of a February without a 29th? */
function anniversaryHolds(model: Model, { operator, value = 0 }: Loose, day: string): boolean {
  const step = operator === 'anniversary_in_last_days' ? -1 : 1
  for (let days = 0; days <= value; days += 1) {
    const date = plusDays(model.today, step * days)
    if (date.slice(5) === day.slice(-5)) return true
    if (day.endsWith('02-29') && date.endsWith('02-28') && plusDays(date, 1).endsWith('03-01')) return true
  }
  return false
}

function plusDays(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}

function dateHolds(model: Model, { type, operator, value }: Loose, person: Person): boolean {
  const status = String(type).replace('subscriber_date_', '')
  const hours =
    status === 'subscribed' ? person.subscribed : status === 'confirmed' ? person.confirmedAt : person.removed
  if (!['subscribed', 'confirmed'].includes(status) && person.status !== status) return false
  if (hours === null) return false
  if (operator === 'in_last_days') return hours < value * 24
  if (operator === 'not_in_last_days') return hours >= value * 24
  const day = dayIn(model.timeZone, new Date(model.now.getTime() - hours * 3_600_000))
  return operator === 'is_on' ? day === value : operator === 'is_before' ? day < value : day > value
}

export function dayIn(timeZone: string, time: Date): string {
  return time.toLocaleDateString('sv-SE', { timeZone })
}
