import type { RemovedStatus } from '../../contract/imports/status-columns.ts'
/** `flag`: yes means left. `filled`: anything means left. `consent`: everything but yes. `words`: each word has its status. */
export type OptOutKind = 'flag' | 'filled' | 'consent' | 'words'
export type KnownColumn = { product: string; kind: OptOutKind; status: RemovedStatus; title: RegExp }

/** Columns that products write into their exports, by titles as `bare` writes them. The first match counts. */
const known: KnownColumn[] = [
  { product: 'Mailchimp', kind: 'filled', status: 'unsubscribed', title: /^unsubtime$/ },
  { product: 'Mailchimp', kind: 'filled', status: 'bounced', title: /^cleantime$/ },
  { product: 'HubSpot', kind: 'flag', status: 'scomp', title: /^portalspamreport$/ },
  { product: 'HubSpot', kind: 'flag', status: 'unsubscribed', title: /^(unsubscribedfromallemails?|optedoutofemail.*|portalunsubscribe)$/ },
  { product: 'HubSpot', kind: 'filled', status: 'bounced', title: /^(emailhardbouncereason(enum)?|portalbounce|globalbounce)$/ },
  { product: 'HubSpot', kind: 'flag', status: 'bounced', title: /^invalidemailaddress$/ },
  { product: 'HubSpot', kind: 'flag', status: 'deactivated', title: /^email(address)?quarantined$/ },
  { product: 'Salesforce', kind: 'flag', status: 'unsubscribed', title: /^(hasoptedoutofemail|emailoptout)$/ },
  { product: 'Salesforce', kind: 'flag', status: 'bounced', title: /^isemailbounced$/ },
  { product: 'Salesforce', kind: 'filled', status: 'bounced', title: /^emailbounced(reason|date)$/ },
  { product: 'Salesforce', kind: 'flag', status: 'deactivated', title: /^isdeleted$/ },
  { product: 'Klaviyo', kind: 'words', status: 'unsubscribed', title: /^emailsuppressions?$/ },
  { product: 'Klaviyo', kind: 'consent', status: 'unsubscribed', title: /^(emailmarketingconsent|canreceiveemailmarketing)$/ },
  { product: 'Brevo', kind: 'flag', status: 'unsubscribed', title: /^(emailblacklisted|emailblocklisted|emailcampaignsblacklisted)$/ },
  { product: 'SendGrid', kind: 'filled', status: 'unsubscribed', title: /^(globalunsubscribes?|globallyunsubscribed|unsubscribegroups?|groupunsubscribes?|suppressiongroups?|asmgroups?)$/ },
] // prettier-ignore

/** Details of an opt-out that another column of the same file tells. */
const details =
  /^(unsub(campaign(title|id)|reason(other)?)|cleancampaign(title|id)|emailsuppressionstimestamp|(hsemail)?unsubscrib(e|ed)(reason|from|source).*)$/

/** About another channel than e-mail. */
const otherChannel = /sms|whatsapp|fax|phone|call|push|postalmail|directmail/

const optOutWords =
  /unsub|optout|optedout|blacklist|blocklist|suppress|donot(e?mail|contact|send)|nomail|hardbounce|bounced|spamcomplaint|spamreport|abgemeldet|abmeld|gesperrt|widerspr|desabon|desinscri|disiscri|cancellat[oi]$|bajaen|dadodebaja|debaja|afgemeld|uitgeschreven|descadastr|desinscrit/

/** Titles of permissions, without times and addresses of permissions. */
const consentWords =
  /^(?!.*(time|date|timestamp|ip|source|double|method)$)(?!.*double).*(marketingconsent|emailconsent|consentemail|consenttoemail|acceptsmarketing|acceptsemail|emailpermission|newsletterpermission|newsletterconsent|emailoptin|optinemail|newsletteroptin|gdprconsent|emailmarketing$|einwilligung|werbeerlaubnis|consentement|consentimiento|consensomarketing|consensoemail|consentimento|toestemming)|^(optin|subscribed|issubscribed|consent|consenso|abonniert|angemeldet|abonne|suscrito|iscritto|inscrito|ingeschreven)$/

const statusTitles = /^(status|subscriptionstatus|subscriberstatus|emailstatus|memberstatus|contactstatus|marketingcontactstatus|abostatus|abonnementstatus|estado|stato|statut)$/ // prettier-ignore

/** @param title as `bare` writes it. @returns `product: null` for a column that only looks like an opt-out. */
export function optOutByTitle(
  title: string,
): (Omit<KnownColumn, 'product' | 'title'> & { product: string | null }) | null {
  const column = known.find((candidate) => candidate.title.test(title))
  if (column !== undefined) return column
  if (otherChannel.test(title) || details.test(title)) return null
  if (statusTitles.test(title)) return { product: null, kind: 'words', status: 'unsubscribed' }
  if (consentWords.test(title)) return { product: null, kind: 'consent', status: 'unsubscribed' }
  if (!optOutWords.test(title)) return null
  const status = /bounce/.test(title) ? 'bounced' : /spam/.test(title) ? 'scomp' : 'unsubscribed'
  return { product: null, kind: 'flag', status }
}

/** Words for a status, in lower case with single spaces. `active`: rows with them stay as they are. */
const statusWords: Record<RemovedStatus | 'active', string[]> = {
  active: ['active', 'subscribed', 'confirmed', 'opted in', 'opted-in', 'optin', 'opt-in', 'enabled', 'marketing contact', 'email', 'none', '[]', '""', 'aktiv', 'angemeldet', 'abonniert',
    'abonné', 'inscrit', 'actif', 'activo', 'suscrito', 'attivo', 'iscritto', 'ativo', 'inscrito', 'actief', 'ingeschreven', 'aangemeld'],
  unsubscribed: ['unsubscribed', 'unsubscribe', 'unsub', 'opted out', 'opted-out', 'optout', 'opt-out', 'removed', 'blacklisted', 'blocklisted', 'suppressed', 'user_suppressed', 'abgemeldet',
    'désabonné', 'désinscrit', 'baja', 'dado de baja', 'cancelado', 'disiscritto', 'cancellato', 'descadastrado', 'uitgeschreven', 'afgemeld'],
  bounced: ['bounced', 'bounce', 'hard bounce', 'hard_bounce', 'hardbounce', 'cleaned', 'invalid', 'invalid_email', 'undeliverable', 'unzustellbar'],
  scomp: ['complained', 'complaint', 'spam', 'spam complaint', 'spam_complaint', 'spam report', 'spamreport', 'marked_as_spam', 'abuse', 'scomp'],
  deactivated: ['inactive', 'deactivated', 'disabled', 'pending', 'unconfirmed', 'nonsubscribed', 'non-subscribed', 'never_subscribed', 'never subscribed', 'not subscribed', 'archived', 'deleted',
    'transactional', 'non-marketing contact', 'inaktiv', 'inactif', 'inactivo', 'inattivo', 'inativo', 'inactief'],
} // prettier-ignore

const statusByWord = new Map(
  Object.entries(statusWords).flatMap(([status, words]) =>
    words.map((word) => [word, status as RemovedStatus | 'active'] as const),
  ),
)

/** Klaviyo writes lists: `['HARD_BOUNCE']`. The first word that means a removal counts. */
export function statusOfWord(cell: string): RemovedStatus | 'active' | null {
  const text = cell.trim().toLowerCase().replace(/\s+/g, ' ')
  const words = /^\[.*\]$/.test(text) ? (text.match(/[\p{L}_-]+/gu) ?? ['[]']) : [text]
  const found = words.map((word) => statusByWord.get(word) ?? null)
  return found.find((status) => status !== null && status !== 'active') ?? found[0] ?? null
}

/** File names of products and plain words: the whole file is people who left. */
export function statusByFileName(name: string): RemovedStatus | null {
  const word = name.toLowerCase().replace(/[^a-z]+/g, '')
  if (/nonsubscribed/.test(word)) return 'deactivated'
  if (/spamreport|complain/.test(word)) return 'scomp'
  if (/cleaned|bounce|invalidemail/.test(word)) return 'bounced'
  return /unsub|optout|optedout|suppress|blacklist|blocklist|abgemeldet|abmeldung|desinscri|desabon|disiscri/.test(
    word,
  )
    ? 'unsubscribed'
    : null
}
