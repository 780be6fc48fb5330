/**
 * Sources: RFC 3463, 5321, 7504 and 7505; the postmaster pages of the providers (Google, Microsoft, Yahoo, Apple,
 * Orange, United Internet, T-Online, mail.ru, Yandex, QQ, NetEase, Comcast, AT&T, Charter, Mimecast, Proofpoint,
 * IronPort); the texts built into Postfix, Exim, Sendmail, qmail, Courier, Exchange, Dovecot and OpenSMTPD.
 *
 * Patterns match text in lower case with single spaces, without addresses and paths of urls.
 */

/**
 * - About the address: `unknown_user`, `disabled`, `moved`, `no_mail_host` (its domain takes no mail at all).
 * - About the mailbox for now: `full`, `too_large`, `temporary`, `network` (its server does not answer).
 * - About this server, its network or its messages: the rest.
 */
export type BounceCause =
  | 'unknown_user'
  | 'disabled'
  | 'moved'
  | 'no_mail_host'
  | 'full'
  | 'too_large'
  | 'temporary'
  | 'network'
  | 'sender'
  | 'rate'
  | 'blocked'
  | 'authentication'
  | 'content'
  | 'relay'
  | 'loop'
  | 'policy'
  | 'undetermined'

const mailbox =
  '(?:user(?:s|name)?|user-?id|recipients?|mail ?box(?:es)?|inbox|accounts?|addressees?|alias|customer|member|person|subscriber|login|local ?part|rcpt|mailing list|group|(?<!\\bip |\\bsender |\\bhost |\\bserver |\\bclient |\\bsource )address(?:es)?|benutzer|empfänger|postfach|utilisateur|destinataire|adresse|usuario|destinatario|buz[oó]n|cuenta|utente|casella|casilla|destin\\.|indirizzo|adressat|konto|пользовател\\S*|получател\\S*|ящик\\S*)'

// The languages of providers, where Latin word boundaries do not help.
const who =
  '(?<![a-z])(?:e?-?mail-?|메일 ?|メール ?)?(?:anwender|benutzer|nutzer|empfänger|adressat|adresse|postfach|posteingang|kont(?:o|a(?!k))|utilisateur|destinataire|bo[iî]te|compte|usuario|destinatario|buz[oó]n|cuenta|direcci[oó]n|utente|casella|indirizzo|usu[aá]rio|destinat[aá]rio|caixa|conta(?![a-z])|endere[cç]o|gebruiker|geadresseerde|ontvanger|postbus|adres|użytkownik|adresat|odbiorc|skrzynk|användare|mottagare|brevlåda|brukere?|bruger|modtager|mottaker|postkasse|käyttäjä|vastaanottaja|postilaatikko|uživatel|příjemce|schránka|felhasználó|címzett|postafiók|kullanıcı|alıcı|posta kutusu|utilizator|пользовател|получател|адресат|адрес|ящик|ユーザー?|宛先|アドレス|受信者|メールボックス|用户|用戶|收件人|邮箱|郵箱|信箱|帐户|账户|帳戶|사용자|수신자|주소|계정|사서함|mailbox|inbox|user|account)'

const sender =
  '(?<![a-z])(?:absender|exp[eé]diteur|remitente|mittente|remetente|afzender|nadawc|avsändar|avsender|afsender|odes[ií]latel|feladó|gönderen|отправител|送信者|差出人|送信元|发件人|寄件人|발신자|보낸)'

const isNone =
  "(?:nicht (?:mehr )?(?:gefunden|bekannt|vorhanden|gültig)|unbekannt|existiert nicht|nicht (?:mehr )?existiert|gibt es nicht|nicht (?:mehr )?gibt|inconnu|introuvable|inexist|n'existe p|desconocid|no existe|no encontrad|sconosciut|non esiste|non trovat|inesistent|desconhecid|n[aã]o existe|n[aã]o encontrad|onbekend|bestaat niet|niet gevonden|nieznan|nie istnieje|nie znaleziono|okänd|finns inte|ukendt|ukjent|findes ikke|finnes ikke|eksisterer ikke|tuntematon|ei löydy|neexistuje|neznám|nenalezen|ismeretlen|nem létezik|bulunamad|mevcut değil|geçersiz|necunoscut|не найден|не существует|неизвест|見つかりません|存在しません|ありません|不明|不存在|未找到|無效|无效|찾을 수 없|존재하지 않|有误|地址错误|no se (?:ha )?encontr|no ha sido encontrad|n'a pas [eé]t[eé] trouv|pas trouv|non [eè] stat\\S trovat|n[aã]o foi encontrad|niet worden gevonden|nie został\\S* znalezion|hittades inte|inte hittas|ikke fundet|ikke funnet|nebyl\\S* nalezen|не был\\S* найден|ungültig|non? v[aá]lid|n[aã]o [eé] v[aá]lid|invalid[oaei]|ongeldig|nieprawidłow|ogiltig|ugyldig|neplatn|érvénytelen| нет(?:[ .,!]|$)| yok(?:[ .,!]|$))"

const isRejected =
  '(?:abgelehnt|abgewiesen|gesperrt|blockiert|refus[eé]|bloqu[eé]|rechazad|bloquead|rifiutat|bloccat|recusad|rejeitad|geweigerd|geblokkeerd|odrzucon|zablokowan|avvisad|avvist|afvist|odmítnut|elutasít|reddedil|отклон|отказ|заблокирован|拒绝|拒絕|拒否|거부)'

/** Between the address and what is said of it. */
const near =
  '(?:(?!message(?!rie)|nachricht|mensaje|messaggio|mensagem|bericht|wiadomo|meddelande|zpráv|сообщен|письм|邮件|郵件|メール(?!アドレス|ボックス)).){0,40}?'

const us =
  '(?:your|sending|sender|source|client|connecting|remote|originating|this|the) (?:\\w+ ){0,3}?(?:ip|host|server|network|mail server|mta|domain|connection|isp|provider|subnet|address(?= \\[))'

/** The first cause that matches wins. */
export const replyWords: readonly { cause: BounceCause; words: readonly RegExp[] }[] = [
  {
    // Directory based edge blocking of Exchange Online, and IronPort's default for an unknown recipient.
    cause: 'unknown_user',
    words: [
      /\b5\.4\.1 .{0,80}recipient address rejected: access denied/,
      /#5\.1\.0 address rejected/,
      /resolver\.adr\.\w*recip\w*notfound/,
    ],
  },
  {
    // "Mailbox unavailable" is the sentence of every 550; what follows says more.
    cause: 'policy',
    words: [
      /permission|due to (?:\w+ )?polic(?:y|ies)|policy (?:restriction|violation)/,
      /(?:does not|doesn't|will not|won't|do not|don't) accept (?:any )?(?:e?-?mails?|messages?) (?:from|of) (?:you|your|this|the) ?(?:address|sender|domain|organi[sz]ation)?/,
    ],
  },
  {
    cause: 'authentication',
    words: [
      /\bspf\b|\bdkim\b|\bdmarc\b|\barc\b.{0,20}fail|sender policy framework|domain-?keys|sender ?-?id\b/,
      /unauthenticated (?:e?-?mail|sender|message)|(?:fails?|failed|failing|not pass\w*|lacks?) (?:\w+ )?(?:authentication|domain auth)|authentication (?:checks?|results?|information)/,
      /\b5\.7\.(?:2[0-6]|509|515)\b/,
    ],
  },
  {
    cause: 'sender',
    words: [
      /in reply to (?:the )?mail from/,
      /\b(?:sender|return[- ]path|mail from|from address)\b(?: \w+){0,5}?,? (?:is |was |has been |could |can |does |did |must |be )*(?:rejected|denied|refused|invalid|unknown|blocked|not|cannot|failed|missing|exist)/,
      /sender (?:verif|callout|callback)|verif\w* (?:the )?sender|callback setup failed/,
      /(?:invalid|bad|unknown|unresolvable|unrout\w+|illegal|blocked|reject\w*|forged|fake|malformed) (?:envelope )?(?:sender|return[- ]path|mail from)/,
      /domain of (?:the )?sender|sender'?s? (?:mail )?domain|resolve your domain|from domain/,
      /(?:reverse|rdns|\bptr\b|dns(?! (?:error|type)\b)).{0,40}(?:record|lookup|entry|look-up|match|missing|hostname)|(?:find|resolve) your (?:reverse )?host ?name/,
      /\b(?:helo|ehlo)\b/,
      /domain may not exist or dns check failed/,
      new RegExp(`${sender}${near}(?:${isNone}|${isRejected})`),
    ],
  },
  {
    cause: 'rate',
    words: [
      /(?:receiving|accepting) (?:e?mail|messages?) (?:at a rate|too (?:quickly|fast|much))/,
      /too (?:many|much) (?:\w+ ){0,3}?(?:connections?|messages?|recipients?|e?-?mails?|errors|sessions?|concurrent|requests|traffic|invalid|bad commands|unknown|deliver\w+)/,
      /(?:rate|frequency|speed|volume|connection|session|concurrency|sending|message|hourly|daily|recipient)[- ](?:\w+ )?limit(?:s|ed|ing)?\b(?! for (?:this|the) mailbox)/,
      /throttl|slow down|gr[ae]y-?list|excessive .{0,20}unknown/,
      /(?:messages?|mails?|recipients?|connections?) (?:per|an|a|this|in an?|in one|within) (?:hour|day|minute|second|session|connection|\d)/,
      /(?:hourly|daily|sending|outgoing|outbound) (?:quota|allowance)|sent (?:to )?too many|unusual rate|tss0\d/,
      /(?:maximum|max|allowed) (?:number|amount) of (?:recipients|messages|connections|mails|e-?mails)/,
    ],
  },
  {
    cause: 'blocked',
    words: [
      /block(?:ed)? ?-?list|black ?-?list|deny ?-?list|blocklisted|\brbl\b|dnsbl|\bdnsrbl|\b[spx]bl\b|ip ?bl\b|real-?time black/,
      /spam ?haus|spam ?cop|sorbs|uceprotect|invaluement|abusix|cloudmark|sender ?(?:base|score)|barracuda ?(?:central|reputation)|talosintelligence|ipcheck\.proofpoint|csi\.cloudmark|mxrate|backscatterer|spamrl|hostkarma/,
      /reputation|open relay|open proxy|\bdynamic\b.{0,30}(?:ip|address|host)|dial-?up|residential/,
      new RegExp(
        `${us}.{0,80}?\\b(?:blocked|banned|(?<!not )listed|refused|denied|rejected|reject|not (?:allowed|authori[sz]ed|permitted|welcome)|blacklisted|suspicious|bad|poor)`,
      ),
      /\bip\b(?: address)?.{0,60}?(?:blocked|banned|(?<!not )listed|refused|denied|rejected|not allowed|suspicious)|(?:blocked|banned|(?<!not )listed|refused|rejected|rejecting|denied)\b.{0,30}?\b(?:ip|client|host|network|isp|server)\b/,
      /(?:client|host|connection|connect|access|mail|messages?|e-?mails?|servers?) (?:from|of) .{0,80}?(?:blocked|banned|refused|denied|not (?:be )?accepted|not allowed|weren't sent|rejected)/,
      /your (?:e?mail|message|access) (?:to this .{0,20})?(?:has been|was|is) (?:blocked|rejected|refused).{0,60}(?:reputation|ip\b|server|network)/,
      /is on our block|part of their network|aup#|access denied, (?:banned|traffic)|complaints|\bhvu:|\brly:|\(?\bdyn:t\d/,
      /no smtp service|service refused|bad (?:dns|ptr)|^554 ip=|\(bl\)$/,
    ],
  },
  {
    cause: 'temporary',
    words: [
      /temporar(?:y|ily) (?:\w+ )?(?:unavailable|disabled|locked|suspended|blocked|inactive|closed|rejected|deferred|refused|not|local|failure|error|problem|lookup|dns|authentication)/,
      /(?:mail ?box|account|user).{0,30}(?:busy|(?<!no longer )in use|being (?:moved|migrated))|in maintenance|under maintenance/,
      /(?:not found|name service error|dns|lookup|resol\w+).{0,60}(?:try again|temporar|servfail|time-?d? ?out|timeout)/,
      /unexpected name server reply|name server(?:s)? (?:failed|timed|error)/,
    ],
  },
  {
    cause: 'too_large',
    words: [
      /(?:message|mail|e-?mail|body|content|data|attachments?)(?:'s)?(?: \w+){0,4}? (?:too (?:large|big|long)|(?:is |was )?larger than|exceeds?|exceeded|over) ?(?:\w+ ){0,5}?(?:size|length|maximum|limit|large|\d)/,
      /(?:message|mail|e-?mail|content) (?:size|length)|(?:is |was )?too (?:large|big)\b|recipsizelimit|larger than the (?:current )?system limit/,
    ],
  },
  {
    cause: 'full',
    words: [
      new RegExp(
        `${mailbox}(?:'s)?\\b.{0,80}?\\b(?:(?:is |was |now |almost )*full\\b|over ?-?quota|(?:over|exceed\\w*|out of|beyond|reached|above)\\b(?: \\w+){0,4}? (?:quota|limit|storage|space|allocat\\w+|capacity|size))`,
      ),
      /over ?-?(?:its |the |his |her |their )?(?:disk |mail ?|storage |mailbox )?quota|(?:disk|mail|storage|mailbox|user)? ?quota (?:\w+ ){0,3}?(?:exceed|full|reached|violat|limit|used)|quotaexceeded|exceed\w* (?:\w+ ){0,3}?quota|exceed\w* (?:\w+ ){0,2}?storage|storage (?:allocation|limit|quota|space)|out of (?:disk |storage )?space/,
      /(?:insufficient|not enough|no (?:more |free )?|lack of )(?: ?\w+){0,2}? ?(?:storage|disk|space|room|quota)|(?:mail|in)? ?box (?:is )?(?:too )?full|mailbox\W*full|(?:has|have) too many messages|no space left/,
      /(?:space|room|storage) (?:is )?(?:not enough|insufficient|exhausted)/,
      new RegExp(
        `${who}.{0,40}?(?:\\bfull\\b|voll\\b|überfüllt|pleine?\\b|llen[oa]|pien[oa]|chei[oa]|\\bvol\\b|pełn|przepełnion|fulld?\\b|fuld|plná|plný|täynnä|megtelt|dolu|переполнен|полон|いっぱい|一杯|満杯|已满|已滿|가득)`,
      ),
      /speicherplatz|(?:quota|cuota|cota|kvot|limit|kontingent).{0,30}?(?:d[eé]pass|excedid|superad|superat|überschritten|przekrocz|превыш|překroč|överskrid|overskred|aşıl)|переполнен|容量|空间不足|空間不足|용량/,
    ],
  },
  {
    cause: 'content',
    words: [
      /\bspam\b|spamm|anti-?spam|\bjunk\b|unsolicited|bulk ?mail|\buce\b|\bvirus|malware|trojan|\bworm\b|infected|phish|malicious|suspicio|uribl|surbl/,
      /(?:content|attachment|subject|header|html|url|link)s?\b.{0,50}?(?:reject|denied|block|restrict|not (?:allowed|accepted|permitted)|filter|violat|prohibit|disallow|forbidden|malformed|invalid|contain)/,
      /(?:reject|denied|block|prohibited|restricted|banned)\w*\b.{0,40}?\b(?:content|attachment|subject|header)/,
      /\b(?:urls?|uris?|links?)\b.{0,40}(?:unknown|not exist|domain)|(?:falsches?|ungültiges?|invalid|wrong) format/,
      /message (?:was )?rejected as|considered (?:as )?(?:spam|bulk)|\bdt:spm\b|rfc ?\d+ (?:format|complian)|not (?:rfc|compliant)|8-?bit|\bscored?\b|high[- ]risk/,
    ],
  },
  {
    cause: 'relay',
    words: [
      /relay\w*(?: access)?(?: \w+){0,2}? (?:denied|not (?:allowed|permitted|authori[sz]ed)|prohibited|refused|rejected|forbidden|restricted)|(?:un|not )able to relay|(?:cannot|can't|don't|not|not permitted to|refus\w+ to|do not|won't) relay|not a (?:gateway|relay|open)|rcpthosts|smtp auth|authentication (?:is )?required|authenticate first|not hosted here|authrequired/,
    ],
  },
  {
    cause: 'disabled',
    words: [
      new RegExp(
        `(?<!your |sending |sender )${mailbox}.{0,60}?[^a-z](?:disabled|suspended|inactiv\\w*|deactivated|terminated|dormant|discontinued|abandoned|not (?:currently )?(?:active|enabled)|no longer (?:active|enabled|in (?:use|service)|monitored))\\b`,
      ),
      new RegExp(
        `(?<!your |sending |sender )${mailbox}(?:'s)?(?: (?:is|was|has|have|been|ha|est|e'|ist|wurde|currently|permanently|now|account|mailbox)|[ ,:()])*(?:closed|expired|cancell?ed|locked|frozen|deleted|removed|archived|unused|retired|deaktiviert|d[eé]sactiv\\w+|disatt?ivat\\w*|bloccat\\w+ per|expirado|scadut[oa])\\b`,
      ),
      new RegExp(
        `\\b(?:disabled|suspended|inactive|deactivated|closed|expired|terminated|cancell?ed|locked|frozen|dormant|discontinued|deleted|de-?activated)\\b(?: \\w+)? ${mailbox}`,
      ),
      new RegExp(
        `${who}${near}(?:deaktiviert|gelöscht|geschlossen|d[eé]sactiv|supprim|ferm[eé]|desactivad|eliminad|cerrad|disattivat|desativad|exclu[ií]d|gedeactiveerd|opgeheven|verwijderd|wyłączon|usunięt|avslutat|inaktiver|slettet|zrušen|deaktivován|отключ|удал[её]н|停用|已注销|已删除|削除され|停止され|삭제된)`,
      ),
      /no longer (?:an? )?(?:employ|work|with (?:the|this|us|our))|account not available|has left the (?:company|organi)/,
    ],
  },
  {
    cause: 'unknown_user',
    words: [
      new RegExp(
        `${mailbox}.{0,80}?[^a-z](?:unknown(?!s)|invalid|not (?:be )?(?:found|known|exist\\w*|recogni[sz]ed|listed|registered|valid|a (?:valid|known|registered|local)|here|located|identified|defined|on (?:this|the)|in (?:the|our|my|this) (?:list|\\w+ ?(?:table|book|directory|database)|validrcptto|system))|does ?n[o']t? ?(?:exist|match|have)|do(?:es)? not (?:exist|match|have)|doesnt exist|did not (?:exist|match)|is ?n[o']t? ?(?:a )?(?:valid|known|registered|found|here|local|listed)|no longer (?:exists?|valid|available|here|on (?:this|the|our)?|accept\\w*|works?|used|with)|non-?exist[ae]nt|no such|not exist|nicht (?:gefunden|bekannt|vorhanden)|unbekannt|existiert nicht|inconnue?|inexistante?|invalide|n'existe pas|desconocid[oa]|no existe|inesistente|sconosciut[oa]|inexistente|errat[oa]|nie istnieje|не (?:найден|существует))`,
      ),
      new RegExp(
        `(?:no such|unknown|invalid|bad|non-?existent|undefined|unrecogni[sz]ed|illegal|incorrect|wrong|can(?:no|')t find|could ?n[o']t find|unable to find|cannot locate|unbekannte\\w*|keine?|inconnue?|desconocid[oa]) (?:\\w+(?:'s)? ){0,2}?${mailbox}`,
      ),
      /\b(?:user|mail ?box|account|recipient|address)\b(?:(?!server|service|system|host).){0,40}? unavailable/,
      new RegExp(`not an? (?:known|valid|local|existing|registered|recogni[sz]ed) ${mailbox}`),
      /doesn't handle mail for|no longer on (?:this |the )?server|not found in ldap|no mail ?box|nie ma takiego/,
      /no (?:\w+ )?(?:mailbox|account|user|recipient|one|body|person|valid recipients?|inbox)\b.{0,20}(?:here|by that|with (?:that|this)|found|exist|at this|has|named|called|matches)|there is no (?:user|one|account|mailbox|such|recipient|person)|nobody (?:here|by|with)|no such (?:person|name|local|address|destination|mail ?drop)/,
      /not our customer|not (?:a |one of )?(?:our|my) (?:user|customer|client)|unrout[e]?able address|unknown or illegal alias|bad destination|bad address syntax|mailbox name not allowed|unknown (?:local part|to address|rcpt|address)|user\W*unknown|unknown[ '"(:-]{1,2}user(?! lookup)|unknown (?:address|local-?part)|not (?:a member|on file|among)/,
      /(?:doesn't|does not|don't|do not) have (?:an?|any) (?:\S+ )?(?:account|mailbox|user)|we (?:don't|do not) (?:have|know|handle)|isn't (?:in|listed)|not listed in|not (?:in|found in) (?:the |my |our )?(?:\w+ ){0,3}(?:directory|address book|validrcptto|recipient table)|could(?: not|n't) be found|wasn't found|address not present/,
      new RegExp(
        `(?:impossibile trovare|impossible de trouver|no se (?:pudo|puede) encontrar|n[aã]o foi poss[ií]vel (?:encontrar|localizar)|nie można (?:odnaleźć|znaleźć)|nu (?:a|am) (?:fost )?găsi\\S*|nelze najít) (?:[\\p{L}]+ ){0,2}?(?:l'|\\p{L}+ )?${who}`,
        'u',
      ),
      /ldap.{0,30}(?:not found|reject)|recipient(?: address)? not found|adresse d'? ?au moins un destinataire invalide|宛先不明/,
      new RegExp(`${who}${near}${isNone}`),
      new RegExp(
        `(?:unbekannte|inconnue?s?|desconocid|sconosciut|desconhecid|onbekende|nieznan\\S*|nie ma (?:takiego|takiej)|okänd|ukendt|ukjent|tuntematon|neznám\\S*|ismeretlen|неизвестн\\S*|нет такого|brak (?:takiego|takiej)?|no existe (?:es[ea]|el|la)?|no se (?:ha |han )?encontr\\S* (?:al|el|la|ese|esa)?|non [eè] stat[oa] trovat[oa] (?:l'|il |la )?|nicht gefunden:?|non esiste (?:l'|il|la)?|n[aã]o existe (?:o|a)?|無此|无此|无效的?|존재하지 않는|알 수 없는) ?${who}`,
      ),
    ],
  },
  {
    cause: 'moved',
    words: [
      /\b(?:user|recipient|address|person|mailbox|account)\b.{0,30}\b(?:has|have) (?:been )?(?:moved|changed|relocated|replaced)|(?:new|changed|different) (?:e-?mail )?address (?:is|to|:)|user not local/,
    ],
  },
  {
    cause: 'no_mail_host',
    words: [
      /null ?mx|(?<!(?:recipient|user|mailbox|account|person|group) )does(?: not|n't) accept (?:any )?(?:e-?)?mail(?!\w* (?:from|of|by|sent|that|with|without))|(?:has|have|with|found|is|are) no (?:valid |usable )?(?:mx|mail ?(?:exchanger|server|host)|dns|a record)|no (?:valid )?(?:mx|mail exchanger)\b|unrout[e]?able mail domain/,
      /(?<!(?:your|sending|client|remote|our) (?:mail ?)?)\b(?:hosts?|host ?names?|domains?|domain name|mail domain|server)\b(?: \S+){0,6}? ?[ :,(-]*(?:unknown|not (?:be )?(?:found|known|exist|resolved?|resolvable)|does(?: not|n't) (?:exist|resolve)|is(?: not|n't) (?:valid|a valid)|non-?existent|no such|invalid|unresolvable|nxdomain)/,
      /no such (?:host|domain)|(?:unknown|non-?existent|invalid|bad) (?:host|domain|mail domain)|nxdomain|point to non-?existent hosts|find any host|perm failure: dns error|(?:find|resolve|look ?up) (?:the )?(?:host|domain|mx|mail exchanger)|name or service not known|mx lookup failed/,
    ],
  },
  {
    cause: 'loop',
    words: [
      /too many hops|hop count|loops? back|mail(?:er)? loop|routing loop|loop detected|points? (?:back )?to (?:local ?host|myself|me)\b/,
    ],
  },
  {
    cause: 'policy',
    words: [
      // Codes of the address with words about the message: some providers refuse everything with them.
      /\b5\.(?:1\.0|2\.1)\b.{0,80}?(?:reject|refus|denied|deny|block|not accept)\w*.{0,30}\b(?:message|delivery|access|connection)/,
      /\b5\.(?:1\.0|2\.1)\b.{0,80}?\b(?:message|delivery|access|connection)\b.{0,30}(?:reject|refus|denied|block|not accept)/,
      /\bpolic(?:y|ies)\b|prohibit|administrative|not authori[sz]ed|unauthori[sz]ed|security|restricted|violat|forbidden|suppression list|blocked sender/,
    ],
  },
  {
    cause: 'network',
    words: [
      /time-?d? ?-?out|timeout|connection (?:was )?(?:refused|reset|dropped|lost|closed|died|failed)|lost connection|network (?:is )?unreachable|no route to host|host (?:is )?(?:unreachable|down)|(?:could not|couldn't|unable to|cannot|can't|not able to|wasn't able to) (?:\w+ )?(?:connect|establish|contact|reach)|have been failing|retry (?:time|limit)|expired|in the queue|too long|not respond|no answer|delivery time/,
    ],
  },
  {
    // What is rejected is the message unless the words name the address; a code alone (5.1.1, 5.2.1) does not.
    cause: 'policy',
    words: [
      /(?<!(?:recipient|rcpt|address|user|mailbox|account|alias)(?: address)?[ :]{1,2}(?:is |was |has been )?)\b(?:rejected|refused|blocked)\b/,
      new RegExp(isRejected),
    ],
  },
]

/** Used only if neither `replyWords` nor a status code names a cause. */
export const weakWords: readonly { cause: BounceCause; words: readonly RegExp[] }[] = [
  {
    cause: 'policy',
    words: [/reject|refus|denied|not (?:allowed|permitted|accept)|blocked|disallow|unacceptable/],
  },
]
