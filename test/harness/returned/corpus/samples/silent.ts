import { originalOf, plain, report } from '../bounces.ts'
import { sampleSubject } from './subject.ts'

type Sample = readonly [name: string, mail: Buffer]

const dsn = (from: string, subject: string, text: string[], fields: string[]) =>
  report({ from, subject, text, fields, original: originalOf(sampleSubject) })
const p = (from: string, subject: string, text: string[], more: string[] = []) =>
  plain({ from, subject, text, more })
/** Mail that is no bounce: delays, questions to the sender, moderators, tickets, answers. */
export const silentSamples: readonly Sample[] = [
  ['vacation with quoted original', p('Anna <anna@example.com>', 'Auto: ' + sampleSubject, ['I am on vacation and cannot be reached. Mail is not delivered to my phone.', '', '> Hello Anna,', '> your mailbox is full, user unknown, 550 5.1.1 no such user'], ['Precedence: bulk'])],
  ['left the company, a person\'s reply', p('Anna <anna@example.com>', 'Automatic reply: ' + sampleSubject, ['Anna no longer works here. This mailbox is not monitored. Please write to info@example.com. Your message has not been delivered.'], ['X-Auto-Response-Suppress: All'])],
  ['left the company, no header', p('Anna <anna@example.com>', 'I have left Example Ltd', ['I no longer work at Example Ltd and cannot be reached at this address.'])],
  ['address change', p('Anna <anna@example.com>', 'New address', ['My email address has changed. Please write to anna@new.example from now on.'])],
  ['challenge, Boxbe', p('anna@example.com', 'Your message to anna@example.com is waiting', ['Your message has not been delivered yet. Please click here to verify that you are a person, so that your message can be delivered. It will be deleted if you cannot be verified.'], ['Auto-Submitted: auto-replied'])],
  ['challenge, TMDA', p('Anna <anna-confirm-1234@example.com>', 'Please confirm your message', ['This message was created automatically by mail delivery software (TMDA).', '', 'Your message attached below is being held because the address <b@news.example> has not been verified.', 'To release your message for delivery, please send an empty message to the following address.'], ['X-Delivery-Agent: TMDA/1.0'])],
  ['challenge, Spam Arrest', p('anna@example.com', 'Re: ' + sampleSubject + ' (verification required)', ['I use a service to block spam. Please verify yourself, or your message cannot be delivered.'])],
  ['challenge from postmaster', p('postmaster@example.com', 'Confirmation required for your message', ['Your message to anna@example.com has been held. It is not delivered until you confirm that you are a person.'])],
  ['list moderation, Mailman', p('list-bounces@lists.example.com', `Your message to List awaits moderator approval`, ['Your mail to \'List\' with the subject', '', `    ${sampleSubject}`, '', 'Is being held until the list moderator can review it for approval.', '', 'The reason it is being held:', '', '    Post by non-member to a members-only list', '', 'Either the message will get posted to the list, or you will receive notification of the moderator\'s decision.'], ['Precedence: bulk', 'X-BeenThere: list@lists.example.com'])],
  ['list moderation, Google', p('Google Groups <noreply@googlegroups.example>', 'Your message to group is pending', ['Your message to the group is pending approval by its owner.'])],
  ['list moderation, Exchange', p('Microsoft Outlook <postmaster@corp.example>', 'Your message is awaiting moderator approval: ' + sampleSubject, ['The following recipients are moderated. Your message was sent to the moderator for approval.'])],
  ['ticket', p('Support <support@example.com>', '[#12345] ' + sampleSubject, ['We received your request and created a ticket. If the address cannot be reached the ticket is closed.'])],
  ['ticket, no number', p('Support <support@example.com>', 'We received your request: ' + sampleSubject, ['Our team will answer within two days. This mailbox is not monitored.'])],
  ['postmaster thanks', p('Postmaster <postmaster@example.com>', 'Thank you for contacting us', ['We have received your message and will respond shortly.'])],
  ['delay, Postfix', p('MAILER-DAEMON@mx.example (Mail Delivery System)', 'Delayed Mail (still being retried)', ['####################################################################', '# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #', '####################################################################', '', 'Your message could not be delivered for more than 4 hour(s).', 'It will be retried until it is 5 day(s) old.', '', '<anna@example.com>: host mx.example.com said: 450 4.1.1 <anna@example.com>: Recipient address rejected: unverified address'])],
  ['delay, Exim', p('Mail Delivery System <Mailer-Daemon@mx.example>', 'Warning: message 1aBc-000 delayed 24 hours', ['A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours on the queue.', '', 'The address to which the message has not yet been delivered is:', '', '  anna@example.com', '    Delay reason: SMTP error from remote mail server after RCPT TO: 450 4.7.1 Greylisted', '', 'No action is required on your part.'])],
  ['delay, Exchange', dsn('postmaster@corp.example', 'Delivery delayed: ' + sampleSubject, ['Delivery to these recipients or groups has been delayed: anna@example.com. Delivery of this message will continue to be attempted.'], ['Action: delayed', 'Status: 4.4.7', 'Will-Retry-Until: Fri, 2 Jan 2026 02:00:00 +0000'])],
  ['delay, Gmail', dsn('mailer-daemon@googlemail.example', 'Delivery Status Notification (Delay)', ['** Delivery incomplete **', 'There was a temporary problem delivering your message to anna@example.com. Gmail will retry for 46 more hours.'], ['Action: delayed', 'Status: 4.4.1'])],
  ['delay, qmail', p('MAILER-DAEMON@mx.example', 'deferral notice', ['Hi. This is the qmail-send program.', 'I have not been able to deliver your message yet. I am still trying; this is only a warning.'])],
  ['delay, Sendmail', p('Mail Delivery Subsystem <MAILER-DAEMON@mx.example>', 'Warning: could not send message for past 4 hours', ['    **********************************************', '    **      THIS IS A WARNING MESSAGE ONLY      **', '    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **', '    **********************************************', '', '<anna@example.com>... Deferred: Connection timed out with mx.example.com.', 'Message could not be delivered for 4 hours', 'Message will be deleted from queue'.replace('deleted from queue', 'retried for 5 days')])],
  ['delay, Japanese', p('mailer-daemon@mx.example', '配信遅延のお知らせ', ['メッセージはまだ配信されていません。引き続き再送を試みます。'])],
  ['delivered', dsn('postmaster@corp.example', 'Delivered: ' + sampleSubject, ['Your message has been delivered to the following recipients: anna@example.com'], ['Action: delivered', 'Status: 2.0.0'])],
  ['relayed', dsn('postmaster@corp.example', 'Relayed: ' + sampleSubject, ['Delivery to these recipients is complete, but no delivery notification was sent by the destination server.'], ['Action: relayed', 'Status: 2.0.0'])],
  ['expanded', dsn('postmaster@corp.example', 'Expanded: ' + sampleSubject, ['x'], ['Action: expanded', 'Status: 2.0.0'])],
  ['quarantine digest', p('Spam Quarantine <postmaster@example.com>', 'Spam quarantine summary: 3 messages', ['These messages were blocked and could not be delivered to your inbox. Release: ' + sampleSubject])],
  ['phishing that looks like a bounce', p('IT Helpdesk <it@example.com>', 'Mailbox quota exceeded', ['Your mailbox is full. Click here to upgrade.'])],
  ['calendar response', p('Anna <anna@example.com>', 'Declined: ' + sampleSubject, ['Anna has declined your invitation.'])],
  ['DMARC aggregate', p('noreply-dmarc@provider.example', 'Report domain: news.example Submitter: provider.example Report-ID: 123', ['This is a DMARC aggregate report.'])],
  ['TLS report', p('noreply-smtp-tls-reporting@provider.example', 'Report Domain: news.example Submitter: provider.example', ['This is an aggregate TLS report from provider.example'])],
  ['recall', p('Anna <anna@example.com>', 'Recall: ' + sampleSubject, ['Anna would like to recall the message.'])],
  ['secure mail pick-up', p('postmaster@example.com', 'Encrypted message notification', ['Your message to anna@example.com was encrypted and is waiting in the portal.'])],
  ['abuse in the text only', p('abuse@hoster.example', 'Abuse report', ['Someone complained. Feedback-Type: none of this is a report.'])],
  ['moderation German', p('postmaster@lists.example', 'Ihre Nachricht wartet auf Freigabe', ['Ihre Nachricht an die Liste wartet auf die Freigabe durch einen Moderator.'])],
  ['moderation French', p('sympa@lists.example', 'Votre message est en attente de modération', ['Votre message a été transmis aux modérateurs.'])],
  ['members only', p('list-owner@lists.example', 'Your message to list', ['Your message was received. Since you are not a member, it awaits approval.'], ['Precedence: list'])],
  ['challenge', p('Anna <anna@example.com>', 'One-time verification needed', ['Please reply to this message so that your mail can be delivered.'])],
  ['delay Polish', p('MAILER-DAEMON@wp.example', 'Opóźnione dostarczenie', ['Wiadomość nie została jeszcze dostarczona. System ponowi próbę.'])],
  ['delay Italian', p('MAILER-DAEMON@pec.example', 'Avviso di ritardo', ['Il messaggio non è stato ancora consegnato. Verrà ritentato per 3 giorni.'])],
  ['delay Dutch', p('MAILER-DAEMON@kpn.example', 'Vertraging', ['Uw bericht is nog niet bezorgd. Er wordt opnieuw geprobeerd.'])],
  ['delay Russian', p('MAILER-DAEMON@ru.example', 'Доставка отложена', ['Сообщение пока не доставлено. Будут предприняты повторные попытки.'])],
  ['delay Zoho', p('mailer-daemon@zoho.example', 'Mail delivery delayed', ['Your message has not been delivered yet. We will keep trying for 24 hours.'])],
  ['delay after fields', dsn('MAILER-DAEMON@x.example', 'Warning: delayed', ['x'], ['Action: delayed', 'Status: 4.1.1', 'Diagnostic-Code: smtp; 450 user unknown'])],
  ['PEC acceptance', p('posta-certificata@pec.example', 'ACCETTAZIONE: ' + sampleSubject, ['Il messaggio è stato accettato dal sistema.'])],
  ['De-Mail', p('postmaster@de-mail.example', 'Eingangsbestätigung: ' + sampleSubject, ['Die Nachricht ist eingegangen.'])],
  ['survey', p('Support <support@example.com>', 'How did we do?', ['Rate your support experience.'])],
  ['auto reply shop', p('Shop <info@example.com>', 'Ihre Anfrage', ['Vielen Dank für Ihre Anfrage. Diese Adresse wird nicht gelesen.'])],
  ['retired person', p('Anna <anna@example.com>', 'Retired', ['I am retired. This mailbox is closed. Please contact Ben.'])],
  ['deceased', p('anna@example.com', 'Anna has died', ['Anna is no longer with us. This account will be closed.'])],
  ['reader mail with such a line', p('Anna <anna@example.com>', 'what is this', ['Feedback-Type: abuse'])],
] // oxfmt-ignore
