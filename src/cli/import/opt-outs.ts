/**
 * Titles of opt-out columns: Mailchimp (UNSUB_TIME, CLEAN_TIME), HubSpot (Unsubscribed from all email), Salesforce
 * (HasOptedOutOfEmail), Klaviyo (Email Marketing Consent, Email Suppressions), Brevo (EMAIL_BLACKLISTED), SendGrid
 * (global_unsubscribes), and words in six languages.
 */
const optOut =
  /unsub|optout|optedout|blacklist|blocklist|suppress|marketingconsent|donot(e?mail|contact)|nomail|cleantime|hardbounce|abgemeldet|abmeld|desabon|desinscri|disiscri|bajaen|dadodebaja|afgemeld|uitgeschreven|descadastr/

/** Without a status column, the import would make all rows active. */
export function findOptOuts(header: readonly string[], mapping: readonly string[]): string[] {
  if (mapping.some((name) => name.trim().toLowerCase() === 'status')) return []
  return header.filter((title) => optOut.test(bare(title)))
}

export function optOutQuestion(titles: readonly string[]): string {
  const [columns, look] = titles.length === 1 ? ['The column', 'looks'] : ['The columns', 'look']
  return (
    `${columns} ${titles.map((title) => `"${title.trim()}"`).join(', ')} ${look} like an opt-out, but no column becomes the status: ` +
    'all people in the file will be active. If some of them have left, add a column named status with active, unsubscribed, bounced or scomp in each row.'
  )
}

function bare(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
