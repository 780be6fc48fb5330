import { isbot } from 'isbot'

/** They load pictures when a person opens the message, on behalf of that person. */
const pictureProxies = /GoogleImageProxy|YahooMailProxy|Yahoo\s?Mail\s?Proxy|NaverMailApp/i

/** Programs that read mail: a list of crawlers takes a name with a version for one. */
const mailPrograms =
  /^(?:Microsoft (?:Office|Outlook)|Outlook[-\s](?:iOS|Android|Mobile)|(?:Lotus|HCL)[-\s]Notes|Airmail|Spark|Superhuman|MailMate|Postbox|eM Client|eMClient|The Bat|Mail\/\d|AppleMail|Evolution|KMail|Canary|Edison|BlueMail|Newton|Mailspring|YahooMobileMail)|\bms-office\b|\bMSOffice\b|\bThunderbird\//i

/** Products that open the links of mail before a person does. None is also the name of a browser for people. */
const securityScanners = new RegExp(
  [
    'abnormal ?security|agari|area ?1 ?security|avanan|barracuda|bingpreview|cloudmark|cofense|cisco.?(?:esa|ironport|secure.?email)',
    'darktrace|egress ?defend|fireeye|forcepoint|fortimail|fortiguard|greathorn|hornetsecurity|inky|ironport|ironscales',
    'mailguard|mailscanner|mcafee.?(?:email|gateway|gti)|menlo ?security|messagelabs|mimecast|ms-?safelinks|safe-?links',
    'microsoft.?(?:atp|defender)|netcraft|perception.?point|phishtank|proofpoint|urldefense|url.?defen[cs]e|retarus|sophos|spamtitan|titanhq',
    'symantec.?(?:email|cloud|messaging)|threatpulse|trellix|trend ?micro|trustwave|urlscan|vadesecure|vade ?retro|virustotal|wildfire',
  ].join('|'),
  'i',
)

/** Of Gmail before it shows a message: not the proxy by which it shows one. */
const gmailPrefetch = /Chrome\/42\.0\.2311\.135 Safari\/537\.36 Edge\/12\.246 Mozilla\/5\.0$/

export type AgentKind =
  | 'none'
  | 'picture_proxy'
  | 'gmail_prefetch'
  | 'apple_privacy'
  | 'security_scanner'
  | 'mail_program'
  | 'bot'
  | 'other'

/** Apple's servers load the pictures of every message when it arrives, and say nothing but this. */
const applePrivacy = 'Mozilla/5.0'

// A look-up in the list takes 20 µs, and most readers use one of a few hundred programs.
const known = new Map<string, AgentKind>()
const knownMax = 5000

export function agentKind(userAgent: string): AgentKind {
  const before = known.get(userAgent)
  if (before !== undefined) return before
  if (known.size >= knownMax) known.clear()
  const kind = kindOf(userAgent.trim())
  known.set(userAgent, kind)
  return kind
}

function kindOf(text: string): AgentKind {
  if (text === '' || text === '-') return 'none'
  if (pictureProxies.test(text)) return 'picture_proxy'
  if (gmailPrefetch.test(text)) return 'gmail_prefetch'
  if (text === applePrivacy) return 'apple_privacy'
  if (securityScanners.test(text)) return 'security_scanner'
  if (mailPrograms.test(text)) return 'mail_program'
  return isbot(text) ? 'bot' : 'other'
}
