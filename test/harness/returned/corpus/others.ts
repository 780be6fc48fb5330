import { encoded, messageId, originalOf, plain, report, returnPath } from './bounces.ts'

/** What is no bounce: delays, automatic replies of people and programs, receipts. Name, mail. */
export type Other = { name: string; held: boolean; write: (subject: string) => Buffer }

const delayTexts: [string, boolean, string, string][] = [
  ['Sendmail', false, 'Warning: could not send message for past 4 hours', 'THIS IS A WARNING MESSAGE ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.'],
  ['Exim', false, 'Warning: message 1abc delayed 24 hours', 'A message that you sent has not yet been delivered to one or more of its recipients. No action is required on your part.'],
  ['a gateway', false, 'Delivery failure', 'The message could not be delivered to anna@example.com. Delivery attempts will continue to be made for 5 day(s).'],
  ['Gmail', false, 'Delivery Status Notification (Delay)', 'There was a temporary problem delivering your message. We will retry for 47 more hours. You will be notified if the delivery fails permanently.'],
  ['a German provider', false, 'Zustellung verzögert', 'Ihre Nachricht konnte noch nicht zugestellt werden. Die Zustellung wird weiter versucht.'],
  ['a gateway, later', true, 'Undelivered mail', 'Your message has been queued. We will keep trying to deliver it until Friday.'],
  ['a French provider', true, 'Avis de remise différée', 'Votre message n’a pas encore été remis. Le serveur continuera ses tentatives.'],
  ['a Spanish provider', true, 'Aviso de retraso', 'El mensaje aún no se ha entregado. Se seguirá intentando durante 2 días.'],
  ['a Polish provider', true, 'Opóźnienie dostarczenia', 'Wiadomość nie została jeszcze dostarczona. Kolejne próby zostaną podjęte.'],
] // oxfmt-ignore

const awaySubjects: [string, boolean][] = [
  ['Out of Office: ', false], ['Automatic reply: ', false], ['Automatische Antwort: ', false], ['Réponse automatique : ', false],
  ['Automatisch antwoord: ', false], ['自动答复: ', false], ['Auto: ', false], ['[Ticket#2026010110000015] ', false], ['Re: ', false],
  ['Odpowiedź automatyczna: ', true], ['Автоматический ответ: ', true], ['Autosvar: ', true], ['Automatická odpověď: ', true],
  ['Otomatik yanıt: ', true], ['자동 회신: ', true], ['自動返信: ', true], ['Resposta automática: ', true], ['Case 00012345: ', true],
  ['Automaattinen vastaus: ', true], ['Thank you for your message: ', true],
] // oxfmt-ignore

const awayTexts = [
  'I am away until Monday. Your message will not be forwarded.',
  'Ich bin bis Montag nicht erreichbar. Ihre Nachricht wird nicht weitergeleitet.',
  'We have received your request and will answer it. If you cannot be reached by mail, the ticket is closed.',
]

const awayHeaders: [string, string[]][] = [
  ['by Auto-Submitted', ['Auto-Submitted: auto-replied']],
  ['of Exchange', ['X-Auto-Response-Suppress: All', 'X-MS-Has-Attach:']],
  ['by Precedence', ['Precedence: bulk']],
  ['by X-Autoreply', ['X-Autoreply: yes']],
  ['by In-Reply-To', [`In-Reply-To: ${messageId}`, `References: ${messageId}`]],
  ['without a header', []],
]

const away: Other[] = awaySubjects.flatMap(([prefix, held]) =>
  awayHeaders.map(([how, more], index) => ({
    name: `${prefix.trim()} ${how}`,
    held,
    write: (subject: string) =>
      plain({ from: 'Anna Moss <anna@example.com>', subject: prefix + subject, more, text: [awayTexts[index % awayTexts.length] ?? '', '', '> ' + subject] }),
  })),
) // oxfmt-ignore

const delays: Other[] = delayTexts.flatMap(([name, held, subject, text]) => [
  { name: `delay of ${name}`, held, write: (own: string) => plain({ from: 'Mail Delivery System <mailer-daemon@mx.example>', subject, text: [text, '', `Subject: ${own}`] }) },
  { name: `delay of ${name}, structured`, held, write: (own: string) => report({ from: 'postmaster@mx.example', subject, text: [text], fields: ['Action: delayed', 'Status: 4.4.1'], original: originalOf(own) }) },
]) // oxfmt-ignore

const receipts: Other[] = ['Not read: ', 'Read: ', 'Gelesen: ', 'Ungelesen: ', 'Non lu : ', 'No leído: '].map(
  (prefix, index) => ({
    name: `receipt ${prefix.trim()}`,
    held: index > 2,
    write: (subject: string) =>
      Buffer.from(
        [
          'Return-Path: <>',
          'From: Anna Moss <anna@example.com>',
          `To: ${returnPath}`,
          `Subject: ${encoded(prefix + subject)}`,
          'MIME-Version: 1.0',
          'Content-Type: multipart/report; report-type=disposition-notification; boundary=mdn',
          '',
          '--mdn',
          'Content-Type: text/plain; charset=utf-8',
          '',
          'Your message was deleted without being read; it was not delivered to the folder.',
          '--mdn',
          'Content-Type: message/disposition-notification',
          '',
          'Final-Recipient: rfc822;anna@example.com',
          `Original-Message-ID: ${messageId}`,
          'Disposition: automatic-action/MDN-sent-automatically; deleted',
          '',
          '--mdn--',
          '',
        ].join('\r\n'),
      ),
  }),
)

export const others: readonly Other[] = [...delays, ...away, ...receipts]
