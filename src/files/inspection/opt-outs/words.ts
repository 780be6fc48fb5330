import type { RemovedStatus } from '../../../contract/imports/status-columns.ts'

/**
 * `sure`: about mail, in any column. `likely`: in any column but those of names and places. `weak`: only where the title
 * or the other cells speak of a status, because orders and deals use the word, too.
 */
type Weight = 'sure' | 'likely' | 'weak'

export type Meaning = { status: RemovedStatus | 'active'; weight: Weight }

type Vocabulary = Record<RemovedStatus | 'active', Partial<Record<Weight, string>>>

/** In English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish and Japanese. */
const vocabulary: Vocabulary = {
  active: {
    weak: `eingetragen, gültig, aktywna, attiva, activa, ativa, active member, påmeldt, aktiivinen, 已订阅, onay, onayli, direct, regular, premium, engaged, new, neu, nouveau, nuevo, nuovo, novo, nieuw, nowy, 配信対象, 購読する, 受信, active, normal, valid, catch all, accept all, подписан, активный, активен, 可, 希望する, subscribed, confirmed, opted in, opt in, double opt in, single opt in, enabled, marketing contact, email, none, null, implicit, explicit, implied,
      express, actively mailable, mailable, deliverable, allow, allowed, verified, registered, aktiv, angemeldet, abonniert, bestätigt, abonné, inscrit, actif, confirmé, activo, suscrito,
      confirmado, alta, attivo, iscritto, confermato, ativo, inscrito, actief, ingeschreven, aangemeld, bevestigd, aktywny, zapisany, potwierdzony,
      subskrybent, prenumererar, aktiverad, tilmeldt, påmeldt, 登録, 登録済み, 購読中, 配信中, 配信, 有効`,
  },
  unsubscribed: {
    sure: `unsubscribed, unsubscribe, unsubscribe me, asked to be removed, remove me, remove from list, no more emails, no more mails, no more newsletters, keinen newsletter, keine newsletter mehr, on hold opt out, mail blocked,
      removido por suscriptor, removido por unsubscribed, removido por administrador, desuscripto, desuscripta, отписка, не рассылать, не писать, unsub, unsubscribes, unsubscriber, unsubscription, opted out, optout, opt out, blacklisted, unsubd, unsubbed, blacklist, blocklisted, blocklist, suppressed, user suppressed,
      globally suppressed, suppression list, do not email, do not mail, do not contact, do not send, do not allow, dont email, do not market, no email, no emails, no mail, no mails, no mailings,
      no marketing, no newsletter, no newsletters, no longer subscribed, left list, stop mailing, email opt out, email disabled, excluded from campaigns, unreachable by email,
      abgemeldet, abmeldung, ausgetragen, austragung, abbestellt, abbestellung, newsletter abbestellt, geblacklistet, geblockt, widerrufen, widerruf, widersprochen, widerspruch, werbesperre, mailsperre, keine werbung,
      keine mails, keine emails, keine e mails, keine mailings, kein newsletter, keine newsletter, kein mailing, nicht anschreiben, nicht kontaktieren, nicht mehr anschreiben,
      désabonné, désabonnée, désabonnés, désabonnement, désinscrit, désinscrite, désinscription, liste noire, blacklisté, blacklistée, ne pas contacter, ne pas envoyer, ne plus contacter, pas de newsletter,
      pas de mail, pas de mails, opposition, inscription annulée, abonnement annulé,
      desuscrito, desuscrita, dessuscrito, desuscripción, dado de baja, dada de baja, darse de baja, de baja, baja voluntaria, suscripción cancelada, cancelar suscripción, cancelación de suscripción, lista negra, no contactar,
      no enviar, no suscrito, bloqueado por el usuario, sin newsletter,
      disiscritto, disiscritta, disiscrizione, iscrizione annullata, iscrizione cancellata, lista nera, non contattare, non inviare, consenso revocato, cancellato dalla newsletter, disabbonato, disattivata iscrizione,
      descadastrado, descadastrada, descadastro, desinscrito, desinscrita, desinscrição, cancelou inscrição, inscrição cancelada, assinatura cancelada, não contactar, não contatar, não enviar, anulou a subscrição,
      subscrição cancelada, cancelou a subscrição, dessubscrito, desassinado,
      afgemeld, afmelding, uitgeschreven, uitschrijving, uitgeschreven van nieuwsbrief, niet mailen, niet contacteren, geen mail, geen mails, geen nieuwsbrief, abonnement opgezegd, afgemelde, op zwarte lijst,
      wypisany, wypisana, wypisano, wypisani, wypisał się, wypisała się, wypis, rezygnacja, zrezygnował, zrezygnowała, zrezygnowano, odsubskrybowany, odsubskrybowana, wyrejestrowany, wyrejestrowana, czarna lista, nie wysyłać, nie kontaktować, subskrypcja anulowana, wycofana zgoda, cofnięta zgoda, sprzeciw,
      avregistrerad, avanmäld, avprenumererad, avslutad prenumeration, avmeldt, afmeldt, frameldt, svartlistad, spärrad för utskick,
      odhlášen, odhlášeno, leiratkozott, отписан, отписался, отписалась, abonelikten çıktı,
      オプトアウト, 購読しない, 配信停止中, 配信対象外, 配信停止希望, メルマガ不要, メール不可, ブラックリスト, 已退订, 退订, 수신거부, 수신 거부, leiratkozva, dezabonat, odhlášený, odhlášena, відписаний, відписався, 退会, 退会済み, 配信停止, 配信停止済み, 配信不要, 配信拒否, 購読解除, 購読停止, 登録解除, 解除, 解除済み, 解約, 停止, 受信拒否`,
    likely: `remove, solicitó la baja, baja, bajas, dnc, stop, no consent, opposed, unfollowed, gesperrt, gekündigt, lista robinson, robinson, blocked by user, unenrolled, opt`,
    weak: `removed, annullata, annullato, reservert, untersagt, denied, rejected by administrator, отклонен администратором, deleted in panel, red, ret, reddedildi, cancelado, cancelada, cancellato, cancellata, annulé, résilié, anulado, opgezegd, anulowany, anulowana, blocked, banned, excluded, declined, refused, bloqué, bloqueado, bloccato, geblokkeerd, zablokowany, left,
      gelöscht, usunięty, verwijderd, eliminado, removido, supprimé, spärrad, refusé, rechazado, revocado, revoked, withdrawn, ausgeschlossen`,
  },
  bounced: {
    sure: `bounced, soft bounce, soft bounced, softbounced, bouncing, bounceback, opgeschoond, spam trap, spamtrap, on hold bounce, not mailable, unmailable, removido por hard bounced, removido por soft bounced, odbicie twarde, エラー停止, 配信エラー停止, недоступен, hard bounce, hard bounced, hardbounce, hardbounced, permanent bounce, bounced hard, bounce hard, permanently bounced, invalid email, invalid e mail, invalid address, invalid email address, undeliverable, undelivered, mailbox not found, email invalid,
      bad email, bad address, gebounct, gebounced, gebouncet, gebounced hard, unzustellbar, nicht zustellbar, e mail ungültig, email ungültig, adresse ungültig, adresse invalide, email invalide, npai, non délivrable, rebondi,
      rebotado, rebotada, rebote, rebote duro, correo inválido, email inválido, email non valida, rimbalzato, rimbalzata, non recapitabile, devolvido por bounce, e mail inválido, onbestelbaar, ongeldig e mailadres, odbity, odbita, odbicie, niedostarczalny, nieprawidłowy email, nieprawidłowy adres,
      studsad, studsat, olevererbar, 不達, エラーメール, 送信不可, 配信エラー, 配信不可`,
    likely: `bounce, bounces, cleaned, bounce rejected`,
    weak: `invalid, ungültig, invalide, inválido, inválida, non valido, ongeldig, nieprawidłowy, rejected, dropped, failed, rejeté, rejeitado, rechazada, devuelto, devolvido, defekt, エラー, error, errored`,
  },
  scomp: {
    sure: `complained, isp complained, provided feedback spam, spam complaint, spam complaints, spam report, spam reported, reported spam, reported as spam, marked as spam, spam complainer, complainer, abuse complaint, abuse report, scomp, fbl, feedback loop, beschwert, spam beschwerde, spambeschwerde, als spam markiert, als spam gemeldet,
      marqué comme spam, plainte spam, signalé comme spam, marcado como spam, queja de spam, denuncia de spam, reportado como spam, segnalato come spam, marcado como spam, reclamação de spam, denunciou spam, spamklacht, als spam gemarkeerd, oznaczony jako spam, zgłoszony jako spam, skarga spam, spamanmäld, 迷惑メール報告`,
    likely: `junk, spammy, пожаловался на спам, complaint, complaints, spam, spammed, abuse, beschwerde, plainte, plaint, queja, se quejó, reclamo, reclamação, klacht, skarga, 迷惑メール`,
  },
  deactivated: {
    sure: `unconfirmed, deceased, verstorben, décédé, décédée, fallecido, fallecida, deceduto, falecido, overleden, zmarły, 死亡, 逝去, pending opt in, non marketable, unmarketable, not marketable, do aktywacji, не активирован, не подтвержден, not confirmed, nonsubscribed, non subscribed, never subscribed, not subscribed, not opted in, non marketing contact, unbestätigt, nicht bestätigt, nicht angemeldet, nicht abonniert, non abonné, non inscrit, non confirmé,
      no confirmado, sin confirmar, no suscrito, non iscritto, non confermato, não confirmado, não inscrito, niet bevestigd, niet ingeschreven, niepotwierdzony, niepotwierdzona, niezapisany, obekräftad, ej bekräftad, ikke bekræftet, 未確認, 未登録,
      awaiting confirmation, pending confirmation, unconfirmed opt in, waiting for confirmation, double opt in pending, doi ausstehend, bestätigung ausstehend, en attente de confirmation, pendiente de confirmación`,
    weak: `not set, invalid entry, not available, activation requested, unactivated, activation pending, ожидает активации, transactional only, held, reset, redacted, malformed, challenged, neutral, needs attention, validating, stale, baneado, por confirmar, inactive, deactivated, disabled, pending, archived, deleted, transactional, inaktiv, deaktiviert, inactif, désactivé, inactivo, desactivado, inattivo, disattivato, inativo, desativado, inactief, gedeactiveerd, nieaktywny, dezaktywowany, inaktiverad,
      inaktivní, 無効, 休止, ausstehend, en attente, pendiente, in attesa, pendente, in afwachting, oczekujący, not active, unverified, unengaged, quarantined, muted, paused, snoozed, suspended`,
  },
} // oxfmt-ignore

/** Words around a status that change nothing: "unsubscribed by user", "abgemeldet am 3. Mai". */
const fillers = new Set(
  `by via from through on at since the user users admin administrator link form api e email emails mail mails contact contacts subscriber recipient status state
   newsletter newsletters list lists manually manual globally global himself herself them customer client person has was is been have already via campaign date time utc gmt
   januar februar marz april mai juni juli august september oktober november dezember january february march may june july october december jan feb mar apr jun jul aug sep oct nov dec
   am vom von durch uber per seit hat sich ist wurde kunde nutzer link le la les par depuis du de client utilisateur s est el por desde usuario cliente se ha il lo da dal del utente si e stato
   em pelo pela usuario desde op door sinds klant gebruiker is heeft zich przez dnia od uzytkownik klient sie zostal zostala av den fra`.split(
    /\s+/,
  ),
)

/** Letters in lower case without accents, in words. Digits are left out. */
export function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .normalize('NFKD')
      .toLowerCase()
      // Kana keep their marks of voice: ガ is another letter than カ.
      .replaceAll(/(?![\u3099\u309a])\p{M}|['’´`]/gu, '')
      .normalize('NFC')
      .replaceAll('ı', 'i')
      .replaceAll('ß', 'ss')
      .replaceAll('ł', 'l')
      .replaceAll('ø', 'o')
      .replaceAll('æ', 'ae')
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== '')
  )
}

/** Of a person who asks in a sentence: "please no newsletter any more", "möchte keine Werbung". */
const courtesies = new Set(
  `please bitte mehr mochte will wunscht want wants wish wishes any more longer svp merci favor prego asked`.split(
    ' ',
  ),
)

const entries = Object.entries(vocabulary).flatMap(([status, byWeight]) =>
  Object.entries(byWeight).flatMap(([weight, list]) =>
    list.split(',').map((phrase) => ({ phrase: phrase.trim(), meaning: { status, weight } as Meaning })),
  ),
)

const meanings = new Map(
  entries.map(({ phrase, meaning }) => [wordsOf(phrase).join(''), meaning] as const).toReversed(),
)

const cellCharactersMax = 80
const wordsMax = 8

/** @returns null for a cell that is no status. */
export function meaningOf(cell: string): Meaning | null {
  return wholeMeaningOf(cell) ?? (cell.length > cellCharactersMax ? null : meaningByStem(wordsOf(cell)))
}

/** The whole cell has to be a status: "Baja Design" is none. */
function wholeMeaningOf(cell: string): Meaning | null {
  if (cell.length > cellCharactersMax) return null
  const text = cell.trim()
  if (text === '[]' || text === '""') return { status: 'active', weight: 'weak' }
  return meaningOfPhrase(text) ?? meaningOfList(text)
}

const ofMailInJapanese = 'メルマガ|メールマガジン|メール|ニュースレター|配信|DM|購読|受信|案内|送付'
const japanese = /[\u3040-\u9fff]/
const noMoreInJapanese = new RegExp(
  `^(?:${ofMailInJapanese})(?:[のはを]?(?:${ofMailInJapanese}))?[のはを・:：]?(?:不要|拒否|停止|停止中|停止希望|停止済み?|不可|解除|解除済み?|お断り|希望しない|しない|対象外|NG|退会)(?:です)?$`,
)

function meaningOfPhrase(text: string): Meaning | null {
  if (japanese.test(text) && noMoreInJapanese.test(text.normalize('NFKC')))
    return { status: 'unsubscribed', weight: 'sure' }
  const words = wordsOf(text)
  if (words.length === 0 || words.length > wordsMax) return null
  const whole = meanings.get(words.join(''))
  if (whole !== undefined) return whole
  const plainly = meanings.get(words.filter((word) => !courtesies.has(word)).join(''))
  if (plainly?.weight === 'sure') return plainly
  if (saysNoMore(words) && !(/\d/.test(text) && words.some((word) => /^[ck]onta/.test(word))))
    return { status: 'unsubscribed', weight: 'sure' }
  const rest = words.filter((word) => !fillers.has(word))
  // A filler around a weak word is a phrase of another subject: "deleted by admin", "paused campaign".
  const found = rest.length === 0 ? undefined : meanings.get(rest.join(''))
  if (found !== undefined && (found.weight === 'sure' || rest.length === words.length)) return found
  return null
}

const noMore = new Set(
  `no not non nein nicht kein keine keinen keinerlei never stop ohne without dont doesnt pas plus ne sans sin ningun
   sem nao nunca nenhum mai nessun nessuna senza nie bez brak geen niet stopp ej inte inga ingen ikke ingen не без нет`.split(
    /\s+/,
  ),
)
const leaving = new Set(
  `cancel remove removed removal off out withdrew withdrawn revoked opted widerspruch widerrufen widerruf loschen austragen abmelden
   retirer supprimer desinscrire desabonner baja cancelar anular eliminar cancellare cancellazione rimuovere revoca revocato sair
   retirar remover removida uitschrijven verwijderen afmelden rezygnacja wypisanie wypisac wycofanie cofniecie usunac avsluta avregistrera`.split(
    /\s+/,
  ),
)
const ofMail = new Set(
  `newsletter newsletters newslettern mail mails email emails mailing mailings nl marketing promo promos advertising list consent contact
   emailed emailing mailen emailen kontakt kontaktaufnahme kontaktieren anschreiben zusendung werbung post rundbrief rundbriefe einwilligung
   zustimmung verteiler infolettre infolettres courriel courriels pub publicite prospection consentement contacter solliciter liste
   envoyer boletin boletines correo correos publicidad consentimiento contacto contactar enviar lista pubblicita consenso contatto
   contattare inviare posta publicidade boletim consentimento contato nieuwsbrief nieuwsbrieven reclame toestemming lijst newslettera
   newsletterow mailingu maili reklam reklama zgody zgoda kontaktu kontaktowac wysylac wysylki nyhetsbrev nyhedsbrev samtycke samtykke
   utskick рассылка рассылки рассылку писем письма рекламы согласия`.split(/\s+/),
)
const besides = new Set(
  `a e of the for to us or be do does did add take me my their his her it and und oder et ou y o i en og och di da do du de des del della
   dalla al la le les las los el il un une una any all further anymore weitere weiteren don t doesn has wants want wishes requested requests asks
   receive receives get gets send sent receiving erhalten bekommen senden schicken zusenden versenden gegen gewunscht
   recevoir demande demandee veut souhaite plu recibir quiere mas solicito solicita pidio pide desea envio ricevere vuole richiesta richiesto
   chiede piu receber quer pediu solicitou mais para ontvangen sturen verzenden wil meer vraagt otrzymywac chce prosi zyczy sobie sie o z po na
   via per by write writing vill onsker jego jej`.split(/\s+/),
)

/** "keine Mails", "sin boletín", "revoca consenso": nothing but a no, or a word of leaving, and what it is about. */
function saysNoMore(words: readonly string[]): boolean {
  const ends = words.some((word) => noMore.has(word) || leaving.has(word))
  const known = [noMore, leaving, ofMail, besides, fillers, courtesies]
  return (
    ends && words.some((word) => ofMail.has(word)) && words.every((word) => known.some((of) => of.has(word)))
  )
}

const stems: [RemovedStatus, RegExp][] = [
  ['scomp', /^(?:complain|spamcomplain|spamreport|abus)/],
  ['bounced', /^(?:bounc|hardbounc|softbounc|undeliver|invalid|unzustell|gebounc)/],
  ['unsubscribed', /^(?:unsub|optout|optedout|suppress|blacklist|blocklist|abgemeld|ausgetrag|abbestell|desabon|desinscri|disiscri|descadastr|uitgeschr|afgemeld|wypisa|avregistr|отпис|desuscri)/],
  ['deactivated', /^(?:challenge|unconfirm|unverif|inactiv|inaktiv|inattiv|inativ|nieaktyw|deactiv|deaktiv)/],
] // oxfmt-ignore
const stemWordsMax = 4

/** "previous bounce", "DirectComplaint": a status where other cells are statuses, too. */
function meaningByStem(words: readonly string[]): Meaning | null {
  if (words.length > stemWordsMax || words.some((word) => noMore.has(word))) return null
  const pairs = words.map((word, place) => word + (words[place + 1] ?? ''))
  const status = stems.find(([, stem]) => pairs.some((word) => stem.test(word)))?.[0]
  return status === undefined ? null : { status, weight: 'weak' }
}

/** Klaviyo writes `['HARD_BOUNCE']`, others write tags: `VIP, unsubscribed`. The first that means a removal counts. */
function meaningOfList(text: string): Meaning | null {
  const isList = /^\[.*\]$/s.test(text)
  if (!isList && !/[,;|/]/.test(text)) return null
  const parts = text.replaceAll(/[[\]"']/g, '').split(/[,;|/]/)
  const found = parts.map(meaningOfPhrase).filter((meaning) => meaning !== null)
  const removal = found.find(({ status, weight }) => status !== 'active' && (isList || weight === 'sure'))
  return removal ?? (isList && found.length === parts.length ? (found[0] ?? null) : null)
}

/** Whether the cell says in any column that the person must not be written to. */
export function meansLeft(cell: string, weights: readonly Weight[] = ['sure', 'likely']): boolean {
  if (!mayMeanLeft(cell)) return false
  const meaning = wholeMeaningOf(cell)
  return meaning !== null && meaning.status !== 'active' && weights.includes(meaning.weight)
}

/** Rules out most cells by the beginnings of their words: a file has millions. A pattern of all words took 50 times as long. */
function mayMeanLeft(cell: string): boolean {
  if (cell.length > cellCharactersMax) return false
  for (let at = 0; at < cell.length; at++) {
    if (!isLetter(cell.charCodeAt(at))) continue
    const from = at
    while (at < cell.length && isLetter(cell.charCodeAt(at))) at++
    if (beginnings.has(cell.slice(from, Math.min(at, from + 3)).toLowerCase())) return true
    if (at - from < cell.length && ending.has(cell.slice(from, Math.min(at, from + 16)).toLowerCase()))
      return true
  }
  return false
}

function isLetter(code: number): boolean {
  return code >= 0xc0 || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

/** Only beside other words do these mean anything. */
const ending = new Set([...noMore, ...leaving, 'não', 'löschen', 'ningún', 'wypisać', 'cofnięcie'])

const beginnings = new Set(
  entries
    .filter(({ meaning }) => meaning.status !== 'active' && meaning.weight !== 'weak')
    .map(({ phrase }) => phrase.split(/[ -]/)[0] ?? '')
    .concat(ofMailInJapanese.split('|'))
    .flatMap((word) => [word, word.normalize('NFD'), wordsOf(word).join('')])
    .map((word) => word.slice(0, 3)),
)

/** Words of orders, deals and events: a status column with them is about another subject. */
export function isOtherSubject(cell: string): boolean {
  return otherSubjects.has(wordsOf(cell).join(''))
}

const otherSubjects = new Set(
  `paid, unpaid, refunded, partially refunded, completed, complete, fulfilled, unfulfilled, shipped, delivered, processing, on hold, past due, trialing, trial, incomplete, incomplete expired, succeeded, reversed, denied, unclaimed,
   held, authorized, voided, returned, open, won, lost, closed, new, in progress, qualified, unqualified, working, lead, customer, prospect, attending, not attending, checked in, transferred, no show, registered for event, draft, published, abgeschlossen, bezahlt, offen, erstattet, versendet,
   payée, terminée, pagado, completado, pagato, completato, pago, concluído, betaald, voltooid, opłacone, zrealizowane, canceled, cancelled, chargeback, expired, partial`
    .split(',')
    .map((phrase) => wordsOf(phrase).join('')),
) // oxfmt-ignore

/** A priority or a size in Spanish, where "baja" is low. */
export function isScale(cells: readonly string[]): boolean {
  return cells.some((cell) => /^\s*(media|mediana|medio|normal|muy (alta|baja)|urgente)\s*$/i.test(cell))
}
