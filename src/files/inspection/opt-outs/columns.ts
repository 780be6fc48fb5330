import type { RemovedStatus } from '../../../contract/imports/status-columns.ts'
import { bare } from '../titles.ts'
import { wordsOf } from './words.ts'

/**
 * `flag`: yes means left. `filled`: anything means left. `consent`: everything but yes. `refused`: only what refuses. `unconfirmed`: no means that the
 * person never confirmed. `words`: each word has its status. `codes`: one of them means active, nobody says which.
 */
export type OptOutKind = 'flag' | 'filled' | 'consent' | 'refused' | 'unconfirmed' | 'words' | 'codes'

/** `needsAnswers`: the title says so little that most cells have to be a yes or a no. */
export type Look = { product: string | null; kind: OptOutKind; status: RemovedStatus; needsAnswers: boolean }

type KnownColumn = Omit<Look, 'needsAnswers'> & { title: RegExp }

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
  { product: 'Mailjet', kind: 'flag', status: 'unsubscribed', title: /^isexcludedfromcampaigns$/ },
  { product: 'CleverReach', kind: 'unconfirmed', status: 'deactivated', title: /^activated$/ },
  { product: 'Ghost', kind: 'consent', status: 'unsubscribed', title: /^subscribedtoemails$/ },
] // oxfmt-ignore

/** Details of an opt-out that another column of the same file tells. */
const details =
  /^(unsub(campaign(title|id)|reason(other)?)|cleancampaign(title|id)|emailsuppressionstimestamp|(hsemail)?unsubscrib(e|ed)(reason|from(?!(all)?(e?mail|newsletter|mailing|marketing))|source).*)$/

/** About another channel than e-mail. */
const otherChannel = /sms|whatsapp|fax|phone|call|push|postalmail|directmail|briefpost/

const optOutWords =
  /unsub|optout|optedout|blacklist|blocklist|suppress|donot(bulk)?(e?mail|contact|send)|^donotallow.*mail|nomail|noemail|hardbounce|bounced|gebounc|spamcomplaint|spamreport|abgemeldet|abmeld|ausgetragen|abbestell|werbesperr|mailsperr|gesperrt|widerspr|widerruf|desabon|desinscri|listenoire|disiscri|cancellat[oi]$|bajaen|dadodebaja|debaja|desuscri|listanegra|listanera|afgemeld|uitgeschreven|uitschrij|descadastr|desinscrit|wypis|rezygnacj|odsubskr|отпис|czarnalist|avregistr|avanmal|avprenum|^dnc$|^(hard|e?mail)?bounces?(type|typ|art|status|date|datum)?$|^npai$|退会|配信停止|解除/

/** Only a yes in such a column means anything. */
const refusals =
  /exclu|disabl|block|bann(ed)?|invalid|spam|complain|delet|archiv|undeliver|inactiv|\bstop|remov|deaktiv|deactiv|ausgeschl|sperr|gelosch|unzustell|ungultig|gekundigt|kundigung|austritt|ausgetreten|suspend|plainte|npai|plus recevoir|verstorben|deceased|decede|overleden|fallecid|falecid|desactiv|desativ|bloqu|blocc|esclus|disattiv|uitgesl|geblok|verwijder|wyklucz|zablok|usunie|nieaktyw|inaktiv|unconfirm|unverif|quarant|refus|cancel|annul|sparr|\bdnc\b|\bdnd\b|\bdnm\b|muted|opposition|robinson|abuse|reject|revo[ck]|bounc|\bbad\b|\bdead\b|\bleft\b|lapsed|resigned|\bhidden\b|versteckt|ausgeblendet|\bforget\b|forgotten|erasure|anonymi|redact|schwarzen? liste|schwarz gelistet|geblacklist|leirat|iptal|dezabon|odhlas|オプトアウト|ブラックリスト|退订|拒收|수신거부/

/** Together with a word of `permissions` or `contacts`: "no newsletter", but not "no children". */
const negations =
  /\bkein|\bno\b|\bnot\b|\bnon\b|\bnicht\b|\bnie\b|\bniet\b|\bgeen\b|\bpas\b|\bnao\b|\bej\b|\bikke\b/
const contacts =
  /conta[ct]|kontakt|anschreib|benader|wysyl|\bsend|\bwrite|envoy|enviar|inviare|schick|zusend|versand|versturen|kontaktov/

/** About mail, but not about who gets a newsletter. */
/** Whom one may write to: "can_contact", "darf kontaktiert werden". */
const allowedContacts =
  /\b(?:can|may|ok to|okay to|darf|peut|puede|puo|pode|mag|moge|mozna|smi|far)\b.*(?:contact|kontakt|mail|write|anschreib|ecrire|escribir|scrivere|benader)/

const otherTopics =
  /invoice|rechnung|factur|fattur|faktur|receipt|quittung|ticket|priorid|priorit|delivery method/

/** A no in such a column means that the person must not be written to. */
const permissions =
  /newsletter|nieuwsbrief|infolettre|lettre|bolet[ií]n|newslettera|biuletyn|nyhetsbrev|rundbrief|rundmail|subscri|subscrev|abonn|\babo\b|subskry|prenumer|suscri|inscri|iscri|mailing|mail|courriel|correo|posta|marketing|promo|werb|reklam|consent|einwillig|einverst|zustimm|erlaub|consens|toestem|zgod|akcept|accept|permi|perme|autori|agree|allow|\bopt|optin|gdpr|dsgvo|rgpd|lgpd|\brodo\b|angemeldet|aangemeld|ingeschr|zapisan|receive|empfang|empfaeng|kontaktier|contactable|communicat|kommunik|comunica|updates|offers|angebote|ofertas|offerte|novedades|novidades|novita|publicidad|publicit|propaganda|recevoir|recibir|receber|ricevere|prospection|verteiler|contact (you|me)|informed|in touch|keep me|\bcomms\b|solicit|privacy|privacidad|datenschutz|\blopd\b|\bnl\b|рассылк|согласи|подписк|bulten|\bizin|\bonay|souhlas|メルマガ|配信|購読|オプトイン|可否|ニュースレター|メール受信|案内メール|nyhedsbrev|samtykke|samtycke|uutiskirje|markkinointilupa|\blupa\b|hirlevel|feliratkoz|odber|szolgaltat|订阅|수신|동의/

const activity =
  /^(?:[bn] |is |ist |e?mail |newsletter |kontakt |contact |subscriber )*(?:(?!mobile|phone)[a-z]+ )?(?:active|enabled|aktiv|actif|activo|attivo|ativo|actief|aktywny)$/

const confirmations =
  /confirm|conferm|verif|bestatig|double ?opt|doubleopt|\bdoi\b|validat|valid[eé]e?\b|potwierdz|bevestig|bekraft|bekraeft|activated|aktiviert|確認/

/** Counts of messages and times of answers, which can be 0 and 1, too, and what has a "none" without a refusal. */
const figures =
  /count|number|anzahl|\btotal|score|rating|\brate\b|opens?\b|opened|clicks?\b|clicked|\bsent\b|delivered|nombre|numero|cantidad|liczba|aantal|\bid\b|\b(?:language|sprache|langue|idioma|lingua|street|strasse|city|manager|owner|spend|budget|code|source|quelle|origine?|plan|category|provider|version|made|person)$/

/** Titles of permissions, without times and addresses of permissions. */
const consentWords =
  /^(?!.*(time|date|timestamp|ip|source|double|method)$)(?!.*double).*(marketingconsent|emailconsent|consentemail|consenttoemail|acceptsmarketing|acceptsemail|emailpermission|newsletterpermission|newsletterconsent|emailoptin|optinemail|newsletteroptin|gdprconsent|emailmarketing$|einwilligung|werbeerlaubnis|consentement|consentimiento|consensomarketing|consensoemail|consentimento|toestemming)|^(optin|optedin|subscribed|issubscribed|consent|consenso|abonniert|angemeldet|abonne|suscrito|iscritto|inscrito|ingeschreven|zapisany)$/

const statusTitles =
  /^(status|state|(subscription|subscriber|newsletter|email|mail|mailing|member|contact|recipient|marketing|marketingcontact|list|permission|consent|optin|abo|abonnement|abonnenten|empfanger|kontakt)(s?status|state)|statusemail|emailpermissionstatus.*|emailstatus.*|estado|stato|statut|statutabonne|situacao|zustand|stan|ステータス|状態|配信状態|配信状況|статус|durum|stav|(zb|nb|verification|validation|verify|emailverification|emailvalidation)(result|status)|result)$/

/** The status of something that a newsletter goes to: "can2_subscription_status", "bulk email status". */
const wordOfStatus =
  /\b(?:status|state|statut|estado|stato|situacao|stan|durum|durumu)\b|ステータス|状態|状況|статус|状态/
const statusOfMail =
  /mail|news|subscri|iscri|inscri|suscri|abonn|prenum|\babo\b|opt in|optin|consent|contact|kontakt|contatt|contacto|recipient|permission|suppress|marketing|配信|購読|メルマガ|izin|рассыл|подпис|订阅/

/** @returns `product: null` for a column that only looks like an opt-out. */
export function optOutByTitle(header: string): Look | null {
  const title = bare(header)
  const column = known.find((candidate) => candidate.title.test(title))
  if (column !== undefined) return { ...column, needsAnswers: false }
  if (isOtherChannel(header) || details.test(title) || otherTopics.test(wordsOf(header).join(' ')))
    return null
  const look = { product: null, needsAnswers: false }
  if (statusTitles.test(title) || isStatusOfMail(header))
    return { ...look, kind: 'words', status: 'unsubscribed' }
  if (consentWords.test(title)) return { ...look, kind: 'consent', status: 'unsubscribed' }
  if (optOutWords.test(title)) return { ...look, kind: 'flag', status: statusByTitle(title) }
  return byTopic(wordsOf(header).join(' '))
}

/** Whether the title says less than a known one, so that the cells have to agree. */
export function needsAnswers(header: string): boolean {
  return optOutByTitle(header)?.needsAnswers ?? false
}

/** Titles that speak of newsletters, permissions and refusals in other words. Refusals first: "no newsletter". */
function byTopic(words: string): Look | null {
  const look = { product: null, needsAnswers: true }
  if (figures.test(words)) return null
  if (refusals.test(words) || (negations.test(words) && (permissions.test(words) || contacts.test(words))))
    return { ...look, kind: 'flag', status: statusByTitle(words) }
  if (confirmations.test(words)) return { ...look, kind: 'unconfirmed', status: 'deactivated' }
  if (permissions.test(words) || allowedContacts.test(words))
    return { ...look, kind: 'consent', status: 'unsubscribed' }
  if (activity.test(words)) return { ...look, kind: 'unconfirmed', status: 'deactivated' }
  return null
}

/** "Subscription status", but not the status of an order or a lead. */
export function isStatusOfMail(header: string): boolean {
  const words = wordsOf(header).join(' ')
  return wordOfStatus.test(words) && statusOfMail.test(words)
}

function statusByTitle(title: string): RemovedStatus {
  if (/bounc|undeliver|unzustell|invalid|ungultig|\bbad\b/.test(title)) return 'bounced'
  if (/spam|complain|abuse/.test(title)) return 'scomp'
  return /unconfirm|unverif|inactiv|inaktiv|archiv|delet|gelosch|deaktiv|deactiv|desactiv|desativ|disattiv/.test(
    title,
  )
    ? 'deactivated'
    : 'unsubscribed'
}

/** "Email and SMS" is about e-mail, too. */
export function isOtherChannel(header: string): boolean {
  const title = bare(header)
  return otherChannel.test(title) && !/mail|newsletter/.test(title.replaceAll(/postalmail|directmail/g, ''))
}

/** A title that is the name of a place at least as often. */
export function isRegion(header: string): boolean {
  return /^(state|estado|stato)$/.test(bare(header))
}

/** Whether "complaint" and "low" in such a column say something else. */
export function isOtherTopic(header: string): boolean {
  return otherTopics.test(wordsOf(header).join(' '))
}

/** Whether the column only explains an opt-out that another one tells. */
export function isDetail(header: string): boolean {
  return details.test(bare(header))
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
