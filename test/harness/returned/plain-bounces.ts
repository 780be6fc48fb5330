/** Bounces that are not RFC 3464 reports, in the form of the programs that write them; the texts are invented. */

type Plain = { from?: string; subject?: string; more?: string[]; text: string[] }

const plain = ({ from = 'MAILER-DAEMON@mx.example', subject = 'failure notice', more = [], text }: Plain) =>
  Buffer.from(
    [
      'Return-Path: <>',
      `From: ${from}`,
      'To: bounces+abc234@news.example',
      `Subject: ${subject}`,
      'Date: Thu, 1 Jan 2026 02:00:00 +0000',
      ...more,
      '',
      ...text,
      '',
    ].join('\r\n'),
  )

const original = [
  'From: from@news.example',
  'To: anna@example.com',
  'Subject: Virus, spam, mailbox full',
  '',
  'user unknown',
]

export const plainBounces: [string, string, Buffer][] = [
  ['qmail', 'hard', plain({ text: ['Hi. This is the qmail-send program at mx.example.', "I'm afraid I wasn't able to deliver your message to the following addresses.", "This is a permanent error; I've given up. Sorry it didn't work out.", '', '<anna@example.com>:', 'Sorry, no mailbox here by that name. (#5.1.1)', '', '--- Below this line is a copy of the message.', '', 'Return-Path: <bounces+abc234@news.example>', ...original] })],
  ['qmail, by a remote server', 'other', plain({ text: ['Hi. This is the qmail-send program at mx.example.', "I'm afraid I wasn't able to deliver your message to the following addresses.", '', '<anna@example.com>:', '192.0.2.1 does not like recipient.', 'Remote host said: 554 5.7.1 Service unavailable; Client host [192.0.2.9] blocked using zen.example', 'Giving up on 192.0.2.1.', '', '--- Below this line is a copy of the message.', '', ...original] })],
  ['Exim', 'hard', plain({ from: 'Mail Delivery System <Mailer-Daemon@mx.example>', subject: 'Mail delivery failed: returning message to sender', more: ['X-Failed-Recipients: anna@example.com', 'Auto-Submitted: auto-replied'], text: ['This message was created automatically by mail delivery software.', '', 'A message that you sent could not be delivered to one or more of its', 'recipients. This is a permanent error. The following address(es) failed:', '', '  anna@example.com', '    SMTP error from remote mail server after RCPT TO:<anna@example.com>:', '    host mx.example.com [192.0.2.1]: 550 5.1.1 <anna@example.com>:', '    Recipient address rejected: User unknown', '', '------ This is a copy of the message, including all the headers. ------', '', ...original] })],
  ['Exim, quota', 'soft', plain({ from: 'Mail Delivery System <Mailer-Daemon@mx.example>', subject: 'Mail delivery failed: returning message to sender', more: ['X-Failed-Recipients: anna@example.com'], text: ['This message was created automatically by mail delivery software.', '', 'A message that you sent could not be delivered. This is a permanent error.', '', '  anna@example.com', '    mailbox is full: retry timeout exceeded', '', '------ This is a copy of the message, including all the headers. ------', '', ...original] })],
  ['old Gmail', 'hard', plain({ from: 'Mail Delivery Subsystem <mailer-daemon@mail.example>', subject: 'Delivery Status Notification (Failure)', more: ['X-Failed-Recipients: anna@example.com', 'Auto-Submitted: auto-replied'], text: ['Delivery to the following recipient failed permanently:', '', '     anna@example.com', '', 'Technical details of permanent failure:', 'The mail system tried to deliver your message, but it was rejected by the recipient domain. The error that the other server returned was: 550 550 5.1.1 <anna@example.com>: Recipient address rejected: User unknown (state 14).', '', '----- Original message -----', '', ...original] })],
  ['Yahoo', 'hard', plain({ from: 'MAILER-DAEMON@yahoo.example', subject: 'Failure Notice', text: ['Sorry, we were unable to deliver your message to the following address.', '', '<anna@example.com>:', "Remote host said: 554 delivery error: dd This user doesn't have a yahoo.example account (anna@example.com) [-9] [BODY]", '', '--- Below this line is a copy of the message.', '', ...original] })],
  ['mail.ru', 'hard', plain({ from: 'Mail Delivery System <mailer-daemon@corp.mail.example>', subject: 'Mail failure.', more: ['X-Mailru-Msgtype: mail_failure'], text: ['This message was created automatically by mail delivery software.', '', 'A message that you sent could not be delivered to one or more of its recipients.', '', '  anna@example.com', '    invalid mailbox. User not found', '', '------ This is a copy of the message, including all the headers. ------', '', ...original] })],
  ['Google Groups', 'other', plain({ from: 'Mail Delivery Subsystem <mailer-daemon@mail.example>', subject: 'Delivery Status Notification (Failure)', more: ['X-Failed-Recipients: group@example.com'], text: ["We're writing to let you know that the group you tried to contact (group) may not exist, or you may not have permission to post messages to the group.", '', '----- Original message -----', '', ...original] })],
  ['Zoho', 'hard', plain({ from: 'mailer-daemon@mail.zoho.example', subject: 'Undelivered Mail Returned to Sender', text: ['This message was created automatically by mail delivery software.', ' A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.', '', 'anna@example.com Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 <anna@example.com>', 'Recipient Reject', '', 'Received:from news.example', ...original] })],
  ['GMX', 'hard', plain({ from: 'GMX Mailer Daemon <mailer-daemon@gmx.example>', subject: 'Mail delivery failed: returning message to sender', text: ['This message was created automatically by mail delivery software.', '', 'A message that you sent could not be delivered to one or more of its', 'recipients. This is a permanent error. The following address', 'failed:', '', '"anna@example.com":', 'SMTP error from remote server after RCPT command:', 'host: mx.example.com', '5.1.1 <anna@example.com>... User is unknown {mx053}', '', '--- The header of the original message is following. ---', '', ...original] })],
  ['Domino', 'hard', plain({ from: 'Mail Router <Postmaster@mx.example>', subject: 'DELIVERY FAILURE: User anna (anna@example.com) not listed in Domino Directory', text: ['Your message', '', '  Subject: Hello', '', 'was not delivered to:', '', '  anna@example.com', '', 'because:', '', '  User anna (anna@example.com) not listed in Domino Directory'] })],
  ['Sendmail 5', 'hard', plain({ from: 'MAILER-DAEMON@mx.example (Mail Delivery Subsystem)', subject: 'Returned mail: User unknown', text: ['   ----- Transcript of session follows -----', '>>> RCPT To:<anna@example.com>', '<<< 550 <anna@example.com>... User unknown', '550 anna@example.com... User unknown', '', '   ----- Unsent message follows -----', ...original] })],
  ['OpenSMTPD', 'hard', plain({ from: 'Mailer Daemon <MAILER-DAEMON@mx.example>', subject: 'Delivery status notification', text: ['    Hi!', '', '    This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.', '', '    An error has occurred while attempting to deliver a message for', '    the following list of recipients:', '', 'anna@example.com: 550 5.1.1 <anna@example.com> User unknown', '', '    Below is a copy of the original message:', '', ...original] })],
  ['a German provider', 'soft', plain({ from: 'Postmaster <postmaster@mx.example>', subject: 'Unzustellbar: Hello', text: ['Ihre Nachricht konnte nicht zugestellt werden: das Postfach ist voll.'] })],
  ['an odd address with a clear subject', 'other', plain({ from: 'noreply@mx.example', subject: 'Undeliverable: Hello', text: ['Something went wrong.'] })],
  ['Exchange, French', 'hard', plain({ from: 'Microsoft Outlook <postmaster@mx.example>', subject: 'Non remis : Offre', text: ['Échec de la remise pour ces destinataires ou groupes :', '', 'anna@example.com', 'L’adresse de messagerie que vous avez entrée est introuvable.'] })],
  ['Exchange, Japanese', 'hard', plain({ from: 'Microsoft Outlook <postmaster@mx.example>', subject: '配信不能: ご案内', text: ['次の受信者またはグループへの配信に失敗しました:', '', 'anna@example.com', '入力した電子メール アドレスが見つかりませんでした。受信者の電子メール アドレスを確認し、メッセージを再送信してください。'] })],
  ['Exchange, Italian', 'hard', plain({ from: 'postmaster@mx.example', subject: 'Non recapitabile: Offerta', text: ['Recapito non riuscito per i seguenti destinatari o gruppi:', 'anna@example.com', 'Impossibile trovare l’indirizzo di posta elettronica immesso.'] })],
  ['Exchange, Polish', 'hard', plain({ from: 'postmaster@mx.example', subject: 'Niedostarczone: Oferta', text: ['Nie można dostarczyć wiadomości do następujących adresatów lub grup:', 'anna@example.com', 'Nie można odnaleźć wprowadzonego adresu e-mail.'] })],
  ['a Chinese provider', 'hard', plain({ from: 'Postmaster@mx.example', subject: '系统退信', text: ['收件人邮箱地址不存在，请重试。'] })],
] // oxfmt-ignore

export const noBounces: [string, Buffer][] = [
  ['mail of a person with an empty sender', plain({ from: 'someone@mx.example', subject: 'Hello', text: ['What is this?'] })],
  ['a vacation', plain({ from: 'Anna <anna@example.com>', subject: 'Re: Hello', more: ['Auto-Submitted: auto-replied (vacation)'], text: ['I am not in. Urgent mail is not forwarded.'] })],
  ['an out-of-office', plain({ from: 'Anna <anna@example.com>', subject: 'Out of Office: Hello', text: ['I am away and cannot be reached.'] })],
  ['an automatic answer in German', plain({ from: 'Anna <anna@example.com>', subject: '=?utf-8?q?Automatische_Antwort=3A_Hallo?=', text: ['Bin im Urlaub.'] })],
  ['a delay of Sendmail', plain({ subject: 'Warning: could not send message for past 4 hours', text: ['**      THIS IS A WARNING MESSAGE ONLY      **', 'The original message was received. 451 try later. Message could not be delivered for 4 hours. Message will be deleted from queue'] })],
  ['a delay of Exim', plain({ from: 'Mail Delivery System <Mailer-Daemon@mx.example>', subject: 'Warning: message 1abc delayed 24 hours', text: ['A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours.', 'No action is required on your part.'] })],
  ['a delay of Gmail', plain({ from: 'Mail Delivery Subsystem <mailer-daemon@mail.example>', subject: 'Delivery Status Notification (Delay)', text: ['Delivery to the following recipient has been delayed. The message will be retried for 2 more days.'] })],
  ['an automatic answer in Finnish', plain({ from: 'Anna <anna@example.com>', subject: 'Automaattinen vastaus: Hei', text: ['En ole toimistossa.', '550 5.1.1 user unknown: old@example.com'] })],
  ['an automatic answer in Turkish', plain({ from: 'Anna <anna@example.com>', subject: 'Otomatik yanıt: Merhaba', text: ['İzindeyim.', '550 5.1.1 user unknown: old@example.com'] })],
  ['an automatic answer in Greek', plain({ from: 'Anna <anna@example.com>', subject: 'Αυτόματη απάντηση: Γεια', text: ['Λείπω.', '550 5.1.1 user unknown: old@example.com'] })],
  ['an automatic answer in Czech', plain({ from: 'Anna <anna@example.com>', subject: 'Automatická odpověď: Ahoj', text: ['550 5.1.1 user unknown: old@example.com'] })],
  ['a list of what a filter holds back', plain({ from: 'postmaster@mx.example', subject: 'Quarantine digest', text: ['You have 3 messages in quarantine that were rejected as spam.'] })],
] // oxfmt-ignore

/** The form of complaints from Hotmail and Outlook: the message with an additional header. */
export function junkReport(returnPath: string): Buffer {
  return Buffer.from(
    [
      'Return-Path: <staff@hotmail.example>',
      'From: staff@hotmail.example',
      'To: complaints@news.example',
      'Subject: complaint about message from 192.0.2.1',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="jmrp"',
      '',
      '--jmrp',
      'Content-Type: message/rfc822',
      'Content-Disposition: inline',
      '',
      'X-HmXmrOriginalRecipient: <anna@example.com>',
      'From: "Acme" <from@news.example>',
      'To: anna@example.com',
      'Subject: Hello',
      'Message-ID: <abc234@news.example>',
      `Return-Path: ${returnPath}`,
      '',
      'Hello Anna',
      '--jmrp--',
      '',
    ].join('\r\n'),
  )
}
