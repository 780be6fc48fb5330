import { describe, expect, test } from 'vitest'
import { compileStatus } from '../../../contract/imports/status-columns.ts'
import { statusByFileName } from './columns.ts'
import { findOptOut } from './find.ts'

/** @returns the statuses of the cells, and `?` behind them if a person must decide. */
function told(header: string, ...cells: string[]): string {
  const found = findOptOut({ number: 1, header, cells })
  if (found === null) return 'nothing'
  const statusOf = compileStatus(found.rules, -1)
  const statuses = cells
    .map((cell) => statusOf([cell], { status: 'active', removeTime: null })?.status ?? 'active')
    .join(' ')
  return found.is_decided ? statuses : `${statuses}?`
}

describe('columns of opt-outs in the exports of', () => {
  test.each([
    ['Mailchimp, unsubscribed', 'UNSUB_TIME', ['2024-01-02 10:00:00', ''], 'unsubscribed active'],
    ['Mailchimp, cleaned', 'CLEAN_TIME', ['2024-01-02 10:00:00'], 'bounced'],
    ['HubSpot', 'Unsubscribed from all email', ['true', 'false', '', 'Yes'], 'unsubscribed active active unsubscribed'],
    ['HubSpot, one kind', 'Opted out of email: Marketing Information', ['true', ''], 'unsubscribed active'],
    ['HubSpot, bounces', 'Email hard bounce reason', ['UNKNOWN_USER', ''], 'bounced active'],
    ['HubSpot, complaints', 'Portal Spam Report', ['TRUE', ''], 'scomp active'],
    ['Salesforce', 'HASOPTEDOUTOFEMAIL', ['1', '0', 'true', 'FALSE'], 'unsubscribed active unsubscribed active'],
    ['Salesforce reports', 'Email Opt Out', ['1', '0'], 'unsubscribed active'],
    ['Salesforce, bounces', 'EmailBouncedReason', ['550 no such user', ''], 'bounced active'],
    ['Klaviyo', 'Email Marketing Consent', ['SUBSCRIBED', 'UNSUBSCRIBED', 'NEVER_SUBSCRIBED', ''], 'active unsubscribed deactivated deactivated'],
    ['Klaviyo, suppressions', 'Email Suppressions', ['[]', '', "['HARD_BOUNCE']", "['UNSUBSCRIBE']", "['SPAM_COMPLAINT', 'UNSUBSCRIBE']"], 'active active bounced unsubscribed scomp'],
    ['Brevo', 'EMAIL_BLACKLISTED', ['1', '0', 'Yes', ''], 'unsubscribed active unsubscribed active'],
    ['SendGrid', 'global_unsubscribes', ['2024-01-02', ''], 'unsubscribed active'],
    ['SendGrid, groups', 'unsubscribe_groups', ['Weekly', ''], 'unsubscribed active'],
  ])('%s are decided', (_product, header, cells, expected) => {
    expect(told(header, ...cells)).toBe(expected)
  }) // oxfmt-ignore
})

describe('a person must decide about', () => {
  test.each([
    ['plain words', 'Unsubscribed', ['yes', ''], 'unsubscribed active?'],
    ['German', 'Abgemeldet', ['ja', 'nein'], 'unsubscribed active?'],
    ['French', 'Désabonné', ['oui', 'non'], 'unsubscribed active?'],
    ['Spanish', 'Dado de baja', ['sí', 'no'], 'unsubscribed active?'],
    ['Italian', 'Disiscritto', ['sì', 'no'], 'unsubscribed active?'],
    ['Portuguese', 'Descadastrado', ['sim', 'não'], 'unsubscribed active?'],
    ['Dutch', 'Uitgeschreven', ['ja', 'nee'], 'unsubscribed active?'],
    ['a double opt-in that never was', 'DOUBLE_OPT-IN', ['Yes', 'No'], 'active deactivated?'],
    ['times of leaving', 'Opt-out date', ['2024-01-02', ''], 'unsubscribed active?'],
    ['permissions', 'Newsletter consent', ['yes', 'no', ''], 'active unsubscribed deactivated?'],
    [
      'words that a known column does not have',
      'EMAIL_BLACKLISTED',
      ['perhaps', '0'],
      'unsubscribed active?',
    ],
    [
      'a status with a strange word',
      'Status',
      ['subscribed', 'cleaned', 'gone'],
      'active bounced unsubscribed?',
    ],
  ])('%s', (_what, header, cells, expected) => {
    expect(told(header, ...cells)).toBe(expected)
  })
})

test('a status in words that all are known is decided', () => {
  expect(told('Status', 'Subscribed', 'Unsubscribed', 'cleaned', 'Spam complaint', 'pending')).toBe(
    'active unsubscribed bounced scomp deactivated',
  )
})

test.each([
  ['SMS_BLACKLISTED', '1'],
  ['DoNotCall', '1'],
  ['HasOptedOutOfFax', '1'],
  ['SMS Marketing Consent', 'UNSUBSCRIBED'],
  ['UNSUB_REASON', 'NORMAL'],
  ['OPTIN_TIME', '2024-01-02'],
  ['Lead Status', 'Open'],
  ['Status', 'Customer'],
  ['Accepts Marketing Score', '7'],
  ['Sub-unit', '1'],
  ['Cleaning interval', '1'],
  ['Subscribed at', '2024-01-02'],
])('%s is no opt-out from e-mail', (header, cell) => {
  expect(told(header, cell)).toBe('nothing')
})

test.each([
  ['subscribed_email_audience_export_1a2b.csv', null],
  ['unsubscribed_email_audience_export_1a2b.csv', 'unsubscribed'],
  ['cleaned_email_audience_export_1a2b.csv', 'bounced'],
  ['nonsubscribed_email_audience_export_1a2b.csv', 'deactivated'],
  ['suppression_bounces.csv', 'bounced'],
  ['spam_reports.csv', 'scomp'],
  ['people.csv', null],
])('the name %s says %s', (name, status) => {
  expect(statusByFileName(name)).toBe(status)
})
