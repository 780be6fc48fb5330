import { expect, test } from 'vitest'
import { findOptOuts, optOutQuestion } from './opt-outs.ts'

test.each([
  [
    'Mailchimp, those who left',
    ['Email Address', 'OPTIN_TIME', 'UNSUB_TIME', 'UNSUB_CAMPAIGN_ID'],
    ['UNSUB_TIME', 'UNSUB_CAMPAIGN_ID'],
  ],
  ['Mailchimp, those who were cleaned', ['Email Address', 'CLEAN_TIME'], ['CLEAN_TIME']],
  ['HubSpot', ['Email', 'Unsubscribed from all email'], ['Unsubscribed from all email']],
  ['Salesforce', ['EMAIL', 'HASOPTEDOUTOFEMAIL', 'DONOTCALL'], ['HASOPTEDOUTOFEMAIL']],
  ['Salesforce reports', ['Email', 'Email Opt Out'], ['Email Opt Out']],
  [
    'Klaviyo',
    ['Email', 'Email Marketing Consent', 'Email Suppressions'],
    ['Email Marketing Consent', 'Email Suppressions'],
  ],
  ['Brevo', ['EMAIL', 'EMAIL_BLACKLISTED', 'SMS_BLACKLISTED'], ['EMAIL_BLACKLISTED', 'SMS_BLACKLISTED']],
  ['words', ['E-Mail', 'Abgemeldet', 'Désabonné'], ['Abgemeldet', 'Désabonné']],
  ['nothing of the kind', ['Email', 'Subscribed at', 'Status', 'Sub-unit', 'Cleaning interval'], []],
])('columns that look like an opt-out in an export of %s', (_product, header, expected) => {
  expect(
    findOptOuts(
      header,
      header.map(() => ''),
    ),
  ).toEqual(expected)
})

test('with a column that becomes the status there is nothing to ask', () => {
  expect(findOptOuts(['Email', 'State', 'Opt out'], ['email', 'status', ''])).toEqual([])
})

test('the question names the columns and what would happen', () => {
  expect(optOutQuestion(['Opt out ', 'Blacklisted'])).toMatch(
    /^The columns "Opt out", "Blacklisted" look like an opt-out.* all people in the file will be active/,
  )
})
