/** The texts of the pages that links of messages lead to. `{list}` stands for the name of the list. */
export type PublicWords = Record<keyof typeof en, string>

export const en = {
  askTitle: 'Unsubscribe?',
  askText: 'You will get no more messages from {list}.',
  leave: 'Unsubscribe',
  leftTitle: 'You are unsubscribed',
  leftText: 'You will get no more messages from {list}.',
  againTitle: 'You are unsubscribed already',
  againText: 'You get no more messages from {list}.',
  mistake: 'Was it a mistake, or have you changed your mind?',
  comeBack: 'Subscribe again',
  backTitle: 'You are subscribed again',
  backText: 'You will get the messages from {list} as before.',
  fullTitle: 'You cannot subscribe at the moment',
  fullText: '{list} takes no more subscribers just now. Nothing was changed. Please try again in a few days.',
  deadTitle: 'This link does not work',
  deadText: 'It may have been cut off or changed on its way. Please use the link in the message as it is.',
  laterTitle: 'Please try again in a moment',
  laterText: 'The server cannot answer just now. Nothing was changed.',
  imprint: 'Legal notice',
}
