/** The texts of web forms and their mails. `{list}`: the name of the list. `{email}`: the address. `{time}`: a time. */
export type FormWords = Record<keyof typeof en, string>

export const en = {
  title: 'Subscribe to {list}',
  email: 'E-mail address',
  button: 'Subscribe',
  optional: '(optional)',
  choose: 'Please choose',
  dayHint: 'Month and day, such as 12-31',
  honeypot: 'Leave this field empty',
  missing: 'Please fill in this field.',
  wrong: 'Please check this field.',
  emailWrong: 'Please enter an e-mail address such as name@example.com.',
  consentMissing: 'Please agree, so that we may write to you.',
  again: 'Please check what you have entered, and press the button once more.',
  needsScript:
    'This form is protected from programs by a short calculation in your browser. Please switch on JavaScript and load the page again.',
  sentTitle: 'Please look into your mailbox',
  sentText:
    'We have sent a message to {email}. Your subscription begins when you open the link in it and confirm. If nothing arrives within a few minutes, please look into the folder for spam.',
  singleTitle: 'Thank you',
  singleText:
    'Your subscription to {list} has been received. If your address still has to be confirmed, you get a message with a link.',
  confirmTitle: 'Confirm your subscription',
  confirmText: 'You will get the messages from {list} at {email} as soon as you confirm.',
  confirmButton: 'Yes, subscribe me',
  thanksTitle: 'You are subscribed',
  thanksText: 'Thank you. You will get the messages from {list}.',
  expiredTitle: 'This link has expired',
  expiredText: 'Links of this kind work for seven days. Nothing was changed. Please subscribe again.',
  signUpAgain: 'Subscribe again',
  closedTitle: 'This form is closed',
  closedText: 'It takes no subscriptions just now. Nothing was changed.',
  tooManyTitle: 'Please wait a minute',
  tooManyText: 'Too many forms were sent from your connection. Nothing was changed.',
  mailSubject: 'Please confirm your subscription to {list}',
  mailText:
    'Hello,\n\nsomebody, probably you, has entered this address to subscribe to {list}. Please confirm that you want this.',
  mailButton: 'Confirm the subscription',
  mailUntil: 'The link works until {time}.',
  mailIgnore: 'If this was not you, you need not do anything: without a confirmation you get no messages.',
  mailCopy: 'If the button does not work, copy this address into your browser:',
  reminderSubject: 'Reminder: {subject}',
  alreadySubject: 'You are subscribed to {list} already',
  alreadyText:
    'Hello,\n\nsomebody, probably you, has entered this address to subscribe to {list}. You are subscribed already, so you need not do anything. If this was not you, you can ignore this message.',
}
