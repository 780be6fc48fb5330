import type { MessageContent } from '../../../contract/campaigns/message-content.ts'
import { domainOf, parseEmail } from '../../../contract/values/email.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { findSigningKeys } from '../../../store/resources/dkim-keys.ts'
import { findSenderProblems } from '../../../store/resources/sender-addresses.ts'
import type { Found } from './found.ts'

export async function inspectSender(sql: Sql, message: MessageContent): Promise<Found[]> {
  const { organizationId, fromEmail, fromName, senderEmail, replyTo } = message
  if (fromEmail.trim() === '')
    return [{ kind: 'stop', code: 'sender', sentence: 'There is no sender address.' }]
  if (fromEmail.includes('%%')) {
    return [
      {
        kind: 'ok',
        code: 'sender',
        sentence: `From ${fromEmail}, which is another address for each person.`,
      },
    ]
  }
  if (parseEmail(fromEmail) === null) {
    return [{ kind: 'stop', code: 'sender', sentence: `${fromEmail} is not a valid sender address.` }]
  }
  const wanted = { from_email: fromEmail, sender_email: senderEmail, reply_to: replyTo }
  const problems = await findSenderProblems(sql, organizationId, { wanted, current: null })
  const domain = domainOf(fromEmail.trim())
  const keys = await findSigningKeys(sql, organizationId)
  const isSigned = keys.some((key) => key.domain === domain)
  const from = fromName === '' ? fromEmail : `${fromName} <${fromEmail}>`
  return [
    { kind: 'ok', code: 'sender', sentence: `From ${from}.` },
    ...problems.map((problem): Found => ({ kind: 'stop', code: 'sender_domain', sentence: `${problem}.` })),
    isSigned
      ? { kind: 'ok', code: 'dkim', sentence: `Signed by ${domain}.` }
      : {
          kind: 'warn',
          code: 'dkim',
          sentence: `No DKIM key signs for ${domain}: large mail providers refuse or hide such messages.`,
        },
  ]
}
