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
    weak: `active, normal, valid, catch all, accept all, подписан, активный, активен, 可, 希望する, subscribed, confirmed, opted in, opt in, double opt in, single opt in, enabled, marketing contact, email, none, null, implicit, explicit, implied,
      express, actively mailable, mailable, deliverable, allow, allowed, verified, registered, aktiv, angemeldet, abonniert, bestätigt, abonné, inscrit, actif, confirmé, activo, suscrito,
      confirmado, alta, attivo, iscritto, confermato, ativo, inscrito, actief, ingeschreven, aangemeld, bevestigd, aktywny, zapisany, potwierdzony,
      subskrybent, prenumererar, aktiverad, tilmeldt, påmeldt, 登録, 登録済み, 購読中, 配信中, 配信, 有効`,
  },
  unsubscribed: {
    sure: `unsubscribed, unsubscribe, unsubscribe me, asked to be removed, remove me, remove from list, no more emails, no more mails, no more newsletters, keinen newsletter, keine newsletter mehr, on hold opt out, mail blocked,
      removido por suscriptor, removido por unsubscribed, removido por administrador, desuscripto, desuscripta, отписка, не рассылать, не писать, unsub, unsubscribes, unsubscriber, unsubscription, opted out, optout, opt out, blacklisted, blacklist, blocklisted, blocklist, suppressed, user suppressed,
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
      退会, 退会済み, 配信停止, 配信停止済み, 配信不要, 配信拒否, 購読解除, 購読停止, 登録解除, 解除, 解除済み, 解約, 停止, 受信拒否`,
    likely: `baja, bajas, dnc, stop, no consent, opposed, unfollowed, gesperrt, gekündigt, lista robinson, robinson, blocked by user, unenrolled, opt`,
    weak: `removed, cancelado, cancelada, cancellato, cancellata, annulé, résilié, anulado, opgezegd, anulowany, anulowana, blocked, banned, excluded, declined, refused, bloqué, bloqueado, bloccato, geblokkeerd, zablokowany, left,
      gelöscht, usunięty, verwijderd, eliminado, removido, supprimé, spärrad, refusé, rechazado, revocado, revoked, withdrawn, ausgeschlossen`,
  },
  bounced: {
    sure: `bounced, spam trap, spamtrap, on hold bounce, not mailable, unmailable, removido por hard bounced, removido por soft bounced, odbicie twarde, エラー停止, 配信エラー停止, недоступен, hard bounce, hard bounced, hardbounce, hardbounced, permanent bounce, bounced hard, bounce hard, permanently bounced, invalid email, invalid e mail, invalid address, invalid email address, undeliverable, undelivered, mailbox not found, email invalid,
      bad email, bad address, gebounct, gebounced, gebouncet, gebounced hard, unzustellbar, nicht zustellbar, e mail ungültig, email ungültig, adresse ungültig, adresse invalide, email invalide, npai, non délivrable, rebondi,
      rebotado, rebotada, rebote, rebote duro, correo inválido, email inválido, email non valida, rimbalzato, rimbalzata, non recapitabile, devolvido por bounce, e mail inválido, onbestelbaar, ongeldig e mailadres, odbity, odbita, odbicie, niedostarczalny, nieprawidłowy email, nieprawidłowy adres,
      studsad, studsat, olevererbar, 不達, エラーメール, 送信不可, 配信エラー, 配信不可`,
    likely: `bounce, bounces, cleaned, bounce rejected`,
    weak: `invalid, ungültig, invalide, inválido, inválida, non valido, ongeldig, nieprawidłowy, rejected, dropped, failed, rejeté, rejeitado, rechazada, devuelto, devolvido, defekt, エラー, error, errored`,
  },
  scomp: {
    sure: `complained, isp complained, provided feedback spam, spam complaint, spam complaints, spam report, spam reported, reported spam, reported as spam, marked as spam, spam complainer, complainer, abuse complaint, abuse report, scomp, fbl, feedback loop, beschwert, spam beschwerde, spambeschwerde, als spam markiert, als spam gemeldet,
      marqué comme spam, plainte spam, signalé comme spam, marcado como spam, queja de spam, denuncia de spam, reportado como spam, segnalato come spam, marcado como spam, reclamação de spam, denunciou spam, spamklacht, als spam gemarkeerd, oznaczony jako spam, zgłoszony jako spam, skarga spam, spamanmäld, 迷惑メール報告`,
    likely: `complaint, complaints, spam, spammed, abuse, beschwerde, plainte, plaint, queja, se quejó, reclamo, reclamação, klacht, skarga, 迷惑メール`,
  },
  deactivated: {
    sure: `unconfirmed, deceased, verstorben, décédé, décédée, fallecido, fallecida, deceduto, falecido, overleden, zmarły, 死亡, 逝去, pending opt in, non marketable, unmarketable, not marketable, do aktywacji, не активирован, не подтвержден, not confirmed, nonsubscribed, non subscribed, never subscribed, not subscribed, not opted in, non marketing contact, unbestätigt, nicht bestätigt, nicht angemeldet, nicht abonniert, non abonné, non inscrit, non confirmé,
      no confirmado, sin confirmar, no suscrito, non iscritto, non confermato, não confirmado, não inscrito, niet bevestigd, niet ingeschreven, niepotwierdzony, niepotwierdzona, niezapisany, obekräftad, ej bekräftad, ikke bekræftet, 未確認, 未登録,
      awaiting confirmation, pending confirmation, unconfirmed opt in, waiting for confirmation, double opt in pending, doi ausstehend, bestätigung ausstehend, en attente de confirmation, pendiente de confirmación`,
    weak: `inactive, deactivated, disabled, pending, archived, deleted, transactional, inaktiv, deaktiviert, inactif, désactivé, inactivo, desactivado, inattivo, disattivato, inativo, desativado, inactief, gedeactiveerd, nieaktywny, dezaktywowany, inaktiverad,
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

/** @returns null for a cell that is no status. The whole cell has to be one: "Baja Design" is none. */
export function meaningOf(cell: string): Meaning | null {
  if (cell.length > cellCharactersMax) return null
  const text = cell.trim()
  if (text === '[]' || text === '""') return { status: 'active', weight: 'weak' }
  return meaningOfPhrase(text) ?? meaningOfList(text)
}

function meaningOfPhrase(text: string): Meaning | null {
  const words = wordsOf(text)
  if (words.length === 0 || words.length > wordsMax) return null
  const whole = meanings.get(words.join(''))
  if (whole !== undefined) return whole
  const plainly = meanings.get(words.filter((word) => !courtesies.has(word)).join(''))
  if (plainly?.weight === 'sure') return plainly
  const rest = words.filter((word) => !fillers.has(word))
  // A filler around a weak word is a phrase of another subject: "deleted by admin", "paused campaign".
  const found = rest.length === 0 ? undefined : meanings.get(rest.join(''))
  return found === undefined || (found.weight !== 'sure' && rest.length < words.length) ? null : found
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
  const meaning = meaningOf(cell)
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
  }
  return false
}

function isLetter(code: number): boolean {
  return code >= 0xc0 || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

const beginnings = new Set(
  entries
    .filter(({ meaning }) => meaning.status !== 'active' && meaning.weight !== 'weak')
    .map(({ phrase }) => phrase.split(/[ -]/)[0] ?? '')
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
