import { judgeBounce, type Bounce } from '../../contract/responses/severity.ts'
import { isAnswer, isAutomaticReply, isAway, isReceipt } from './automatic.ts'
import { isDelay } from './delay.ts'
import type { ReturnedMail } from './mail.ts'
import { refusalIn, saysReply } from './refusal-text.ts'

/** Plain-text reports are unreliable, so they count only for a signed return path, which is not public. */

const daemon =
  /\b(?:mail(?:er)?-?daemon|mdaemon|postmaster|mailer|mail[ -](?:delivery|administrator|system)|delivery (?:sub)?system|system ?administrator)\b|^[^<]+<>$/
/** Mail of a server comes from there, and answers of people do, too. */
const postmaster = /^(?:(?!daemon|deliver|mailer|system).)*postmaster(?:(?!daemon|deliver|mailer|system).)*$/
const failureSubject =
  /undeliver|returned (?:mail|to sender|message)|deliver\w* (?:\w+ ){0,3}(?:fail|problem|error|notif|report|has|impossible)|failure notice|mail (?:delivery |system )?(?:fail|error)|non-? ?deliver|not (?:be )?delivered|could not (?:be )?(?:sent|deliver)|couldn't|failed mail|(?:message|mail) (?:\w+ )?rejected|unzustell|nicht zugestellt|zustellung fehlgeschlagen|non (?:remis|distribu|recapit|consegn)|mancata consegna|no entregad|n[aã]o (?:foi )?entregue|onbestelbaar|niet bezorgd|niedor[eę]cz|nie (?:została )?dostarczon|nedoručiteln|olevererbart|kan ikke leveres|teslim edilemedi|недостав|не доставлен|配信|未送達|失败|失敗|退信|전송 실패/i
/** Of what a filter holds back for the reader, who may still release it. */
const digest = /quarant|(?:spam|junk|daily) (?:digest|report|summary)/i
const failure =
  /(?:n't|not|never|unable to|failed to|cannot|impossible to) (?:\w+ ){0,2}(?:be )?(?:delivered|deliver|sent|send|complete|reach)|undeliver|delivery (?:\w+ ){0,6}(?:fail|aborted|impossible|error)|permanent (?:\w+ )?(?:error|failure)|returned to sender|given up|giving up|(?:user|recipient|mailbox|address)\W+(?:is )?(?:unknown|full|invalid)|unknown user|no such user|rejected|refused|over ?quota|\b5\d\d[ -][#5]|\(?#5\.\d|unrouteable/i

export function readFreeText(
  mail: ReturnedMail,
  hasNullSender: boolean,
): (Bounce & { reply: string }) | null {
  if (isReceipt(mail) || isDelay(mail.subject, mail.text) || !saysBounce(mail, hasNullSender)) return null
  const [first, second] = [mail.text, mail.doubtful].map((text) => refusalIn(text, { strict: false }))
  return [first ?? '', second ?? '', mail.subject]
    .map((reply) => ({ ...judgeBounce({ reply, status: null }), reply }))
    .reduce((known, next) => (known.cause === 'undetermined' && next.cause !== 'undetermined' ? next : known))
}

/** A mailer daemon's mail is a bounce unless it says something else; anybody else's only if it says so. */
function saysBounce(mail: ReturnedMail, hasNullSender: boolean): boolean {
  const { subject, text, from } = mail
  if (mail.header('x-failed-recipients').length > 0) return true
  const isFailure = failureSubject.test(subject)
  if (isAway(subject) || (digest.test(subject) && !isFailure)) return false
  if (daemon.test(from)) {
    if (isFailure || failure.test(text)) return true
    const { cause } = judgeBounce({ reply: refusalIn(text, { strict: false }), status: null })
    // A person or a program may write as postmaster, but seldom of an address that is dead.
    if (cause === 'unknown_user' || cause === 'no_mail_host') return true
    return !isAutomaticReply(mail) && (!postmaster.test(from) || cause !== 'undetermined')
  }
  if (isFailure) return !isAnswer(subject)
  return hasNullSender && !isAutomaticReply(mail) && failure.test(text) && saysReply(text)
}
