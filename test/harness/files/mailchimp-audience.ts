/** The three files of a Mailchimp audience of 10,000 people who do not exist, with the headings of test/harness/files/other-products.ts. */
export type AudienceFile = { name: string; content: string; count: number }

const head =
  '"Email Address","First Name","Last Name",Address,"Phone Number",Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP'
const tail = 'LAST_CHANGED,LEID,EUID,NOTES,TAGS'

const firstNames = ['Anna', 'Zoë', 'Liam', 'Inês', 'Noor', 'Emil', 'Farah', 'Hugo']
const lastNames = ['Müller', "O'Neill, jr.", 'Carvalho', 'de Vries', 'Grau', 'Ivers', 'Kern']

const sizes = { subscribed: 9_200, unsubscribed: 600, cleaned: 200 } as const

/** How many of the subscribed joined in the last month; of those who left, as many as all. */
export const audienceNewcomers = sizes.subscribed / 4

/** Of the subscribed every fourth joined two days ago, the others half a year ago; everybody who left joined two days ago. */
export function mailchimpAudience(): Record<keyof typeof sizes, AudienceFile> {
  const file = (kind: keyof typeof sizes, own: string, cells: string): AudienceFile => {
    const rows = Array.from({ length: sizes[kind] }, (_, index) => rowOf(kind, index, cells))
    const content = [[head, own, tail].filter((part) => part !== '').join(','), ...rows, ''].join('\n')
    return { name: `${kind}_email_audience_export_5f1c2a7b9d.csv`, content, count: rows.length }
  }
  return {
    subscribed: file('subscribed', '', ''),
    unsubscribed: file(
      'unsubscribed',
      'UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER',
      `"${daysAgo(1)}","Spring, 20 %",c0ffee,NORMAL,`,
    ),
    cleaned: file(
      'cleaned',
      'CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID',
      `"${daysAgo(1)}",Summer,beef01`,
    ),
  }
}

function rowOf(kind: string, index: number, cells: string): string {
  const joined = daysAgo(kind !== 'subscribed' || index % 4 === 0 ? 2 : 180)
  const first = firstNames[index % firstNames.length] ?? ''
  const last = lastNames[index % lastNames.length] ?? ''
  return [
    `${kind}.${index}@example.com`,
    first,
    `"${last}"`,
    '"Lindenstraße 4  Köln  50674  DE"',
    '',
    '12/25',
    '2',
    `"${joined}"`,
    '192.0.2.10',
    `"${joined}"`,
    '192.0.2.10',
    ...(cells === '' ? [] : [cells]),
    `"${daysAgo(1)}"`,
    String(417_620_001 + index),
    `a1b2c3${index.toString(16)}`,
    '',
    '"""VIP"",""Kunde, alt"""',
  ].join(',')
}

/** As Mailchimp writes times: `2026-05-01 12:34:56`. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
}
