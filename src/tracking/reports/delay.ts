/** A person has to let the message in: its sender, a moderator, an administrator. */
const held =
  /until (?:you|the sender|a moderator|it is|it has been) (?:\w+ ){0,2}(?:confirm|verif|approv|releas|review)|(?:held|on hold|hold|waiting|pending|await\w*|await\S*)\b.{0,60}?(?:approv|moderat|review|confirm|verif|releas)|to the (?:list )?moderator|moderators? (?:can|will)|are moderated|wartet auf (?:die )?(?:freigabe|moderation|bestätigung|genehmigung)|en attente (?:de |d')(?:mod[eé]ration|validation|approbation|confirmation)|pendiente de (?:aprobaci|moderaci|confirmaci)|in attesa (?:di |della )(?:approvazion|moderazion|conferm)|aguarda\w* (?:aprova|modera|confirma)|wacht op (?:goedkeuring|bevestiging)|oczekuje na (?:zatwierdzenie|moderacj|akceptacj)|承認待ち|等待(?:审批|审核|批准)/i

/** A server goes on trying: nothing is decided about the message. */

const delaySubject =
  /\bdelay(?:ed|s)?\b|still (?:being|trying|pending)|verzöger|retard|diff[eé]r[eé]e|ritardo|atraso|vertraag|opóźni|отложен|задерж|延迟|遅延/i
const warningSubject = /^\W*(?:warning|warnung|avertissement|aviso)\b/i
const willTry =
  /will (?:be (?:re-?tried|retried|attempted)|retry|try again|keep (?:on )?trying|continue to)|still (?:trying|being|attempting)|no action is required|not need to re-?send|delivery attempts will continue|continue to (?:try|be (?:made|tried|attempted))|(?:next|further|another) (?:delivery )?attempts? will|weiter(?:hin)? versucht|erneut versuch|versuche? werden fortgesetzt|continuera ses tentatives|nouvelles? tentatives?|seguir[aá] intentando|volver[aá] a intentar|verr[aà] ritentat|nuovi tentativi|novas tentativas|opnieuw geprobeerd|kolejne próby|ponowi|повторн\S* попыт|再送(?!信?して(?:ください|下さい))|(?<!请)重试|(?<!請)重試/i
const undecided =
  /not yet been delivered|has been delayed|(?:is|was) delayed|noch nicht zugestellt|pas encore [eé]t[eé] remis|a[uú]n no se ha entregado|temporary problem|for past \d+ (?:hour|minute|day)|could not send message for/i
const giveUp =
  /(?<!(?:before|without|not) )\bgiv(?:en|ing) up|gave up|permanent (?:\w+ )?(?:error|failure|fatal)|will not (?:be (?:re-?)?tried|try)|not going to try|(?:has|time) expired|no (?:further|more) (?:attempts|delivery)|(?:been|was|is) returned|(?:^|\s)[("#]{0,3}5\.\d\.\d{1,3}\b|\b55[0-4][ -]/im

const heldMax = 2000

export function isDelay(subject: string, text: string): boolean {
  const goesOn = willTry.test(text) || undecided.test(text)
  if (giveUp.test(text)) return false
  if (held.test(text.replaceAll(/\s+/g, ' ').slice(0, heldMax))) return true
  if (goesOn) return true
  return delaySubject.test(subject) || (warningSubject.test(subject) && undecided.test(subject))
}
