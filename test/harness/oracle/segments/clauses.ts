import * as fc from 'fast-check'
import { activities } from '../../../../src/contract/segments/activity.ts'
import type { NewClause } from '../../../../src/contract/segments/clauses.ts'
import { domains, ips, options, statuses, texts, urls } from './people.ts'

/** Segments as a caller writes them, about the world of `world.ts`. */

/** The whole text, or a part of it, in any case. */
const partOf = (values: string[]) =>
  fc
    .tuple(fc.constantFrom(...values), fc.constantFrom('whole', 'upper', 'begin', 'end'))
    .map(([value, part]) => {
      const letters = Array.from(value)
      if (part === 'upper') return value.toUpperCase()
      return part === 'begin'
        ? letters.slice(0, 3).join('')
        : part === 'end'
          ? letters.slice(1).join('')
          : value
    })
    .filter((value) => /\S/.test(value))

const textTest = (values: string[]) =>
  fc.oneof(
    fc.record({
      operator: fc.constantFrom(
        'is', 'is_not', 'contains', 'does_not_contain', 'begins_with', 'does_not_begin_with', 'ends_with',
        'does_not_end_with'), // oxfmt-ignore
      value: partOf(values),
    }),
    fc.record({
      operator: fc.constantFrom('is_any_of', 'is_none_of'),
      values: fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }),
    }),
  )
const blankTest = fc.record({ operator: fc.constantFrom('is_blank', 'is_not_blank') })
const number = fc.constantFrom(-6, -5, 0, 6, 7, 8, 100, 9_007_199_254_740_991)
const range = <Value extends string | number>(arbitrary: fc.Arbitrary<Value>) =>
  fc
    .tuple(arbitrary, arbitrary)
    .map(([a, b]) => ({ operator: 'is_between', from: a < b ? a : b, to: a < b ? b : a }))
const numberTest = fc.oneof(
  fc.record({
    operator: fc.constantFrom('is', 'is_not', 'is_less_than', 'is_at_most', 'is_greater_than', 'is_at_least'),
    value: number,
  }),
  range(number),
)
const dayCount = fc.constantFrom(0, 1, 2, 7, 30, 364, 366)
const anniversaryTest = fc.oneof(
  fc.constant({ operator: 'anniversary_today' }),
  fc.record({
    operator: fc.constantFrom('anniversary_in_next_days', 'anniversary_in_last_days'),
    value: dayCount,
  }),
)
/** @param today the dates of people lie around it */
const dateTest = (today: string) => {
  const date = fc
    .constantFrom(0, 1, 7, 30, 365, -1, -7)
    .map((days) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10))
  return fc.oneof(
    fc.record({ operator: fc.constantFrom('is', 'is_not', 'is_before', 'is_after'), value: date }),
    range(date),
    fc.record({
      operator: fc.constantFrom('in_last_days', 'in_next_days', 'more_than_days_ago', 'more_than_days_ahead'),
      value: dayCount,
    }),
    anniversaryTest,
  )
}
const birthdayTest = fc.oneof(
  fc.record({ operator: fc.constantFrom('is', 'is_not'), value: fc.constantFrom('02-28', '02-29', '12-31') }),
  anniversaryTest,
)
const choicesTest = (operators: string[]) =>
  fc.record({
    operator: fc.constantFrom(...operators),
    values: fc.subarray([...options, 'RED'], { minLength: 1 }),
  })
const flagTest = fc.record({ operator: fc.constantFrom('is', 'is_not'), value: fc.boolean() })

function fieldClause(today: string) {
  const of = (name: string, test: fc.Arbitrary<object>) =>
    fc.oneof({ weight: 4, arbitrary: test }, { weight: 1, arbitrary: blankTest }).map((one) => ({
      type: 'custom_field',
      custom_field: { name },
      ...one,
    }))
  return fc.oneof(
    of('Text', textTest(texts)),
    of('Number', numberTest),
    of('Date', dateTest(today)),
    of('Birthday', birthdayTest),
    of('Choice', choicesTest(['is_any_of', 'is_none_of'])),
    of('Choices', choicesTest(['is_any_of', 'is_all_of', 'is_none_of'])),
    of('Flag', flagTest),
  )
}

const attributeClause = fc.oneof(
  textTest(['Anna', 'ben.x', '%', '_d', '@example.com', 'org']).map((test) => ({
    type: 'subscriber_email',
    ...test,
  })),
  fc
    .record({
      operator: fc.constantFrom('is', 'is_not', 'ends_with', 'does_not_end_with'),
      value: fc.constantFrom(...domains, '.com', 'ORG', 'ample.com'),
    })
    .map((test) => ({ type: 'subscriber_email_domain', ...test })),
  fc
    .record({
      operator: fc.constantFrom('is_any_of', 'is_none_of'),
      values: fc.subarray(domains, { minLength: 1 }),
    })
    .map((test) => ({ type: 'subscriber_email_domain', ...test })),
  fc
    .record({
      operator: fc.constantFrom('is_any_of', 'is_none_of'),
      values: fc.subarray(['html', 'text', 'both'], { minLength: 1 }),
    })
    .map((test) => ({ type: 'subscriber_email_format', ...test })),
  fc.oneof(flagTest, blankTest).map((test) => ({ type: 'subscriber_confirmed', ...test })),
  fc.oneof(textTest(ips), blankTest).map((test) => ({ type: 'subscriber_subscribe_ip', ...test })),
)

const ofCampaign = fc
  .tuple(fc.constantFrom('First', 'Second'), fc.constantFrom({}, { version: 1 }, { version: 2 }))
  .map(([name, version]) => ({ campaign: { name }, ...version }))
const ofOne = fc.oneof(
  { weight: 3, arbitrary: ofCampaign },
  fc.constantFrom({ campaign: { name: 'Later' } }, { autoresponder: { name: 'Welcome' } }),
)
const scope = fc.oneof(
  fc.constant({}),
  { weight: 2, arbitrary: ofOne },
  fc.integer({ min: 1, max: 3 }).map((count) => ({ last_campaigns: count })),
  fc.integer({ min: 1, max: 80 }).map((count) => ({ last_days: count })),
)
const link = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...urls).map((url) => ({ url })),
  fc.constantFrom('SHOP', '_b', '%', '?x=', 'none').map((part) => ({ url_contains: part })),
)
const bounce = fc.constantFrom({}, { severity: 'hard' }, { severity: 'soft' }, { severity: 'other' })
const activityClause = fc
  .tuple(fc.constantFrom(...activities), fc.constantFrom('did', 'did_not'), scope, ofOne, link, bounce)
  .map(([activity, operator, where, one, which, kind]) => ({
    type: 'activity',
    activity,
    operator,
    ...(activity.endsWith('by_machine') ? one : where),
    ...(activity === 'clicked' ? which : {}),
    ...(activity === 'bounced' ? kind : {}),
  }))

const olderClause = (today: string) =>
  fc.oneof(
    fc.record({
      type: fc.constant('in_mailing_list'),
      operator: fc.constantFrom('is_in', 'is_not_in', 'is_active_in', 'is_not_active_in'),
      mailing_list: fc.constant({ name: 'Other' }),
    }),
    fc.constant({ type: 'not_in_suppression_list', suppression_list: { name: 'Gone' } }),
    fc.record({
      type: fc.constant('subscriber_status'),
      operator: fc.constantFrom('is', 'is_not'),
      value: fc.constantFrom(...statuses),
    }),
    fc.record({
      type: fc.constantFrom(
        'subscriber_date_subscribed',
        'subscriber_date_confirmed',
        'subscriber_date_bounced',
      ),
      operator: fc.constantFrom('in_last_days', 'not_in_last_days'),
      value: fc.integer({ min: 1, max: 60 }),
    }),
    fc.record({
      type: fc.constantFrom('subscriber_date_subscribed', 'subscriber_date_unsubscribed'),
      operator: fc.constantFrom('is_on', 'is_before', 'is_after'),
      value: fc
        .integer({ min: 0, max: 60 })
        .map((days) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)),
    }),
  )

const importClause = fc.record({
  type: fc.constant('import'),
  operator: fc.constantFrom(
    'added_by', 'not_added_by', 'changed_by', 'not_changed_by', 'added_or_changed_by', 'not_added_or_changed_by'), // oxfmt-ignore
  import: fc.constantFrom({ id: 1 }, { id: 2 }),
})

const consentClause = fc
  .tuple(
    fc.constantFrom('given', 'not_given'),
    fc.oneof(
      fc.constant({}),
      fc
        .tuple(
          fc.constantFrom('Door', 'Quick'),
          fc.constantFrom({}, { version: 1 }, { version: 2 }, { min_version: 2 }, { min_version: 3 }),
        )
        .map(([name, version]) => ({ web_form: { name }, ...version })),
    ),
    fc.oneof(
      fc.constant({}),
      fc.integer({ min: 1, max: 60 }).map((count) => ({ last_days: count })),
    ),
  )
  .map(([operator, form, time]) => ({ type: 'consent', operator, ...form, ...time }))

const innerClause = fc.record({
  type: fc.constant('in_segment'),
  operator: fc.constantFrom('is_in', 'is_not_in'),
  segment: fc.constantFrom({ name: 'Inner' }, { name: 'Outer' }),
})

export function segments(today: string): fc.Arbitrary<NewClause[]> {
  const { clause } = fc.letrec<{ clause: object; leaf: object }>((tie) => ({
    leaf: fc.oneof(
      { weight: 4, arbitrary: fieldClause(today) },
      { weight: 2, arbitrary: attributeClause },
      { weight: 4, arbitrary: activityClause },
      { weight: 2, arbitrary: olderClause(today) },
      importClause,
      { weight: 2, arbitrary: consentClause },
      innerClause,
    ),
    clause: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: tie('leaf') },
      {
        weight: 1,
        arbitrary: fc.record({
          type: fc.constantFrom('any', 'all', 'not'),
          clauses: fc.array(tie('clause'), { minLength: 1, maxLength: 3 }),
        }),
      },
    ),
  }))
  return fc.array(clause, { maxLength: 3 }) as fc.Arbitrary<object> as fc.Arbitrary<NewClause[]>
}
