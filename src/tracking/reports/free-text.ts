import { judgeBounce } from '../../contract/responses/severity.ts'
import type { Bounce } from '../../contract/responses/severity.ts'
import type { ReturnedMail } from './mail.ts'
import { refusalIn } from './refusal-text.ts'

/** Plain-text reports are unreliable, so they count only for a signed return path, which is not public. */

const daemon =
  /\b(?:mail(?:er)?-?daemon|mdaemon|postmaster|mailer|mail[ -](?:delivery|administrator|system)|delivery (?:sub)?system|system administrator)\b|^[^<]+<>$/
const failureSubject =
  /undeliver|returned (?:mail|to sender|message)|deliver\w* (?:\w+ ){0,3}(?:fail|problem|error|notif|report|has|impossible)|failure notice|mail (?:delivery |system )?(?:fail|error)|non-? ?deliver|not (?:be )?delivered|could not (?:be )?(?:sent|deliver)|couldn't|failed mail|(?:message|mail) (?:\w+ )?rejected|unzustell|nicht zugestellt|non (?:remis|distribu|recapit|consegn)|no entregad|não entregue|недостав|не доставлен|配信|未送達|失败|退信/i
const failure =
  /(?:n't|not|never|unable to|failed to|cannot|impossible to) (?:\w+ ){0,2}(?:be )?(?:delivered|deliver|sent|send|complete)|undeliver|delivery (?:\w+ ){0,6}(?:fail|aborted|impossible|error)|permanent (?:\w+ )?(?:error|failure)|returned to sender|given up|giving up|(?:user|recipient|mailbox|address)\W+(?:is )?(?:unknown|full|invalid)|unknown user|no such user|rejected|refused|over ?quota|\b5\d\d[ -][#5]|\(?#5\.\d|unrouteable/i
const delaySubject = /\bdelay|^\W*warning|verzöger|retard|отложен/i
const delay =
  /will (?:be (?:re-?tried|retried|attempted)|retry|try again|keep trying|continue)|still (?:trying|being|attempting)|no action is required|not need to re-?send|not yet been delivered|has been delayed|(?:is|was) delayed|delivery attempts will continue|continue to (?:try|be)/i
const giveUp =
  /giv(?:en|ing) up|permanent|will not (?:be (?:re-?)?tried|try)|failed|not going to try|expired|no further|returned/i
const awaySubject =
  /out of (?:the )?office|auto(?:matic|mated|matisch\w*|matique|m[aá]tica)?[-: ]*(?:reply|response|respond|antwort|answer)|autoreply|vacation|holiday|away (?:from|until)|absence|abwesen|urlaub|r[eé]ponse automatique|respuesta autom|risposta automatica|fuera de|ausente|автоответ|отпуск|不在|自動応答|自动回复/i

export function readFreeText(
  mail: ReturnedMail,
  hasNullSender: boolean,
): (Bounce & { reply: string }) | null {
  const { subject, text, from } = mail
  const failed = mail.header('x-failed-recipients').length > 0
  const isDaemon = failed || daemon.test(from)
  if (isDelay(subject, text)) return null
  const says = failureSubject.test(subject) || failure.test(text)
  const isBounce =
    failed ||
    (isDaemon || hasNullSender ? says || !isAutomaticReply(mail, isDaemon) : failureSubject.test(subject))
  if (!isBounce || (isAway(subject) && !failed)) return null
  const reply = refusalIn(text, { strict: false })
  return { ...judgeBounce({ reply, status: null }), reply }
}

export function isDelay(subject: string, text: string): boolean {
  if (delaySubject.test(subject)) return true
  return (
    delay.test(text) &&
    !giveUp.test(text) &&
    !failureSubject.test(subject.replace(/status notification/i, ''))
  )
}

function isAway(subject: string): boolean {
  return awaySubject.test(subject)
}

/** Vacation replies come from personal addresses and declare themselves automatic (RFC 3834). */
function isAutomaticReply({ header, subject }: ReturnedMail, isDaemon: boolean): boolean {
  if (isAway(subject)) return true
  if (isDaemon) return false
  const [automatic = ''] = header('auto-submitted')
  return (
    /^auto-/i.test(automatic.trim()) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-vacation', 'in-reply-to'].some(
      (name) => header(name).length > 0,
    ) ||
    header('precedence').some((value) => /bulk|junk|auto_reply/i.test(value))
  )
}
