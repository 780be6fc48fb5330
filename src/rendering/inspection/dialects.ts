import type { ContentLanguage } from '../../contract/campaigns/language.ts'
import { nearest } from '../../contract/values/spelling/nearest.ts'
import { codeKey, codeNames, codeTable, type MergeField } from '../codes.ts'

/** Tags of other programs, which would reach the reader as they are. */
export type ForeignTag = { code: string; meant: string | null }

const name = String.raw`[\p{L}\p{N}][\p{L}\p{N}_ :.-]{0,58}`

/** Each with the name in its first group. `only`: in contents of that language. `needsName`: brackets are common in text. */
const dialects: readonly { pattern: RegExp; needsName?: true; only?: ContentLanguage }[] = [
  // Mailchimp, and Mandrill.
  { pattern: new RegExp(String.raw`\*\|(${name})\|\*`, 'gu') },
  // Handlebars, Liquid, Klaviyo, HubSpot, Brevo.
  {
    pattern: new RegExp(String.raw`\{\{\{? ?(?:[#/] ?)?(${name}?)(?: ?[|:=][^{}]{0,80})? ?\}?\}\}`, 'gu'),
    only: 'codes',
  },
  { pattern: /\{%-? ?([a-z]+)[^%{}]{0,80}-?%\}/gu, only: 'codes' },
  { pattern: new RegExp(String.raw`\{\{\{ ?(${name}?) ?\}\}\}`, 'gu'), only: 'liquid' },
  // Salesforce.
  { pattern: new RegExp(String.raw`%%=v?\(?@?(${name})[^%]{0,80}=%%`, 'gu') },
  { pattern: /%%\[\s*([\p{L}\p{N}_@]*)[^%]{0,200}\]%%/gu },
  // ERB, JSP, EJS.
  { pattern: new RegExp(String.raw`(?:<|&lt;)%[=-]?\s*@?(${name})[^%]{0,80}%(?:>|&gt;)`, 'gu') },
  // Marketo, JavaScript, Spring.
  { pattern: new RegExp(String.raw`[$#]\{(${name})[^{}]{0,80}\}`, 'gu') },
  { pattern: new RegExp(String.raw`\[\[(${name})\]\]`, 'gu') },
  // ActiveCampaign, AWeber, MailPoet, Campaign Monitor, Word.
  { pattern: new RegExp(String.raw`(?<![%\p{L}\p{N}])%([A-Z][A-Z0-9_]{2,40})%(?![%\p{L}\p{N}])`, 'gu') },
  { pattern: new RegExp(String.raw`\{!(${name})\}`, 'gu') },
  { pattern: new RegExp(String.raw`«(${name})»`, 'gu') },
  { pattern: new RegExp(String.raw`(?<![{$#])\{(${name})\}(?!\})`, 'gu'), needsName: true },
  { pattern: new RegExp(String.raw`(?<!\[)\[(${name})(?:,[^\[\]]{0,60})?\](?!\])`, 'gu'), needsName: true },
]

/** What other programs call what everybody has. */
const aliases: Record<string, readonly string[]> = {
  first_name: ['fname', 'firstname', 'first', 'vorname', 'prenom', 'given_name', 'forename'],
  last_name: ['lname', 'lastname', 'last', 'surname', 'nachname', 'family_name'],
  subscribers_email_address: ['email', 'email_address', 'emailaddr', 'mail', 'emailaddress'],
  unsubscribe_link: ['unsub', 'unsubscribe', 'unsubscribe_url', 'unsub_center_url', 'unsubscribelink'],
  link_to_web_version: ['archive', 'view_online', 'view_email_url', 'webversion', 'web_version', 'browser'],
  preferences_link: ['update_profile', 'preferences', 'profile_center_url', 'manage_preferences'],
  data_current_year: ['current_year', 'year'],
}

/** What people write in brackets and mean to replace. */
const common = new Set(
  'name vorname nachname anrede firma company company_name first_name last_name full_name email city title'.split(
    ' ',
  ),
)

const foundMax = 20

export function findForeignTags(
  text: string,
  fields: readonly MergeField[],
  language: ContentLanguage,
): ForeignTag[] {
  const find = createFinder(fields, language)
  const found = new Map<string, ForeignTag>()
  const words = text.replaceAll(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, ' ')
  for (const { pattern, needsName, only } of dialects) {
    if (only !== undefined && only !== language) continue
    for (const [whole, called = ''] of words.matchAll(pattern)) {
      if (found.size >= foundMax) return [...found.values()]
      if (found.has(whole)) continue
      const meant = find(called)
      if (needsName !== true || isSurelyName(called, meant))
        found.set(whole, { code: whole, meant: meant?.code ?? null })
    }
  }
  return [...found.values()]
}

type Meant = { code: string; isExact: boolean }

/** In brackets, only what is surely a name: people write `[sic]` and `{a}`. */
function isSurelyName(called: string, meant: Meant | null): boolean {
  return called.trim() === called && (meant?.isExact === true || common.has(bareOf(called)))
}

function createFinder(fields: readonly MergeField[], language: ContentLanguage) {
  const codes = codeTable(fields)
  const names = codeNames(fields)
  const known = new Map<string, Meant | null>()
  return (called: string): Meant | null => {
    const bare = bareOf(called)
    const before = known.get(bare)
    if (before !== undefined) return before
    const alias = Object.entries(aliases).find(([, others]) => others.includes(bare))?.[0]
    const exact = [bare, alias ?? ''].find((one) => one !== '' && codes(one) !== undefined)
    const near = exact ?? namesLike(bare, names) ?? nearest(bare, names) ?? partOf(bare, names)
    const meant =
      near === null
        ? null
        : {
            code: written(near, fields, language),
            isExact: exact !== undefined || namesLike(bare, names) !== null,
          }
    known.set(bare, meant)
    return meant
  }
}

/** `contact.FIRSTNAME`, `lead.First Name:default=friend`, `FNAME`. */
function bareOf(called: string): string {
  const [head = ''] = called.trim().replace(/^@/, '').split(/[:|]/)
  return codeKey(head.slice(head.lastIndexOf('.') + 1))
}

/** Without what tells spellings apart. */
function namesLike(bare: string, names: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const wanted = plain(bare)
  return wanted === '' ? null : (names.find((one) => plain(one) === wanted) ?? null)
}

/** `[name]` for `First_name`. */
function partOf(bare: string, names: readonly string[]): string | null {
  return common.has(bare) ? (names.find((one) => codeKey(one).includes(bare)) ?? null) : null
}

const liquidNames: Record<string, string> = {
  subscribers_email_address: 'person.email',
  subscriber_id: 'person.id',
  unsubscribe_link: 'links.unsubscribe',
  link_to_web_version: 'links.web_version',
  preferences_link: 'links.preferences',
  mailing_list_name: 'list.name',
  data_campaign_name: 'campaign.name',
}

/** As a content of this language names it. */
function written(found: string, fields: readonly MergeField[], language: ContentLanguage): string {
  const field = fields.find((one) => codeKey(one.name) === codeKey(found))
  const code = field?.name.trim().replaceAll(/\s/g, '_') ?? found
  if (language === 'codes') return `%%${code}%%`
  const own = liquidNames[found.toLowerCase()]
  if (own !== undefined) return `{{ ${own} }}`
  if (field === undefined) return `%%${code}%%`
  const key = codeKey(field.name)
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? `{{ person.${key} }}` : `{{ person["${key}"] }}`
}
