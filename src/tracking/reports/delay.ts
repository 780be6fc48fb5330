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

export function isDelay(subject: string, text: string): boolean {
  const goesOn = willTry.test(text) || undecided.test(text)
  if (giveUp.test(text)) return false
  if (goesOn) return true
  return delaySubject.test(subject) || (warningSubject.test(subject) && undecided.test(subject))
}
