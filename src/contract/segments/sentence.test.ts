import { expect, test } from 'vitest'
import { explainClauses } from './sentence.ts'

const news = { id: 1, name: 'News' }

test('consent is explained with its form, the version of its text and its time', () => {
  const web_form = { id: 1, name: 'Door' }
  const phrases = [
    { type: 'consent', operator: 'given' },
    { type: 'consent', operator: 'not_given', web_form, version: 2 },
    { type: 'consent', operator: 'given', web_form, min_version: 3, last_days: 30 },
  ] as const
  expect(explainClauses(phrases)).toBe(
    'Active people who consented by a web form, and did not consent by the web form “Door” to version 2 of its text, ' +
      'and consented by the web form “Door” to version 3 of its text or a later one in the last 30 days.',
  )
})

test('what people did with a campaign is explained with its version, the kind of bounce, and programs apart', () => {
  const campaign = { id: 1, name: 'May' }
  type Said = Parameters<typeof explainClauses>[0][number]
  const did = (clause: Omit<Extract<Said, { type: 'activity' }>, 'type' | 'operator'>, operator = 'did') =>
    ({ type: 'activity', operator, ...clause }) as Said
  const phrases = [
    did({ activity: 'was_delivered', campaign, version: 2 }),
    did({ activity: 'opened', campaign }, 'did_not'),
    did({ activity: 'bounced', severity: 'soft', last_days: 30 }),
    did({ activity: 'unsubscribed', autoresponder: { id: 2, name: 'Hello' } }),
    did({ activity: 'opened_by_machine', campaign }, 'did_not'),
  ]
  expect(explainClauses(phrases)).toBe(
    'Active people who received version 2 of the campaign “May”, and did not open the campaign “May”, ' +
      'and had a soft bounce of a message in the last 30 days, and left through the autoresponder “Hello”, ' +
      'and have no program that opened the campaign “May”.',
  )
})

test('clauses are explained in one sentence, with brackets where the kind of group changes', () => {
  expect(explainClauses([])).toBe('All active people.')
  expect(
    explainClauses([
      { type: 'subscriber_date_subscribed', operator: 'not_in_last_days', value: 30 },
      {
        type: 'any',
        clauses: [
          { type: 'in_mailing_list', operator: 'is_active_in', mailing_list: news },
          {
            type: 'all',
            clauses: [
              { type: 'not_in_suppression_list', suppression_list: { id: 2, name: 'Never' } },
              { type: 'subscriber_date_confirmed', operator: 'is_before', value: '2026-05-03' },
            ],
          },
        ],
      },
    ]),
  ).toBe(
    'Active people who did not join in the last 30 days, and (are active on “News” or ' +
      '(are not on the suppression list “Never” and confirmed before 2026-05-03)).',
  )
  expect(explainClauses([{ type: 'subscriber_status', operator: 'is_not', value: 'scomp' }])).toBe(
    'People who did not complain.',
  )
})
