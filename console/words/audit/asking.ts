/** What a call that needs an approval offers, and what those who decide read. */
export const askingWords = {
  title: 'A second person has to approve this',
  hint: 'Nothing has changed. Ask for it: those who may approve get a mail, and see exactly this with the numbers. Once it is approved, you carry it out with one press.',
  mayNot: 'Nothing has changed. An administrator can do it, or ask for it.',
  note: 'Note for those who decide',
  noteHint: 'Why, or what they should look at. It stands in the mail, too.',
  asked: 'Asked. You find it under Approvals, and carry it out there once it is approved.',
  free: 'Nobody has to approve this any more: you can carry it out now.',
  open: 'Open the request',
  one: {
    note: 'Note',
    request: 'Exactly this',
    check: 'The check',
    preview: 'The message',
    version: 'Version',
    sample:
      'As it is for sample values. What is approved is what is saved now: a change makes the approval void.',
    others:
      'Somebody else decides: nobody decides about their own request, and only those whom the rules name.',
    emergencyTitle: 'In an emergency',
    emergencyText: 'You may do it without an approval. It is recorded, and mailed to all who may approve.',
    emergencyReason: 'Why it cannot wait',
    emergencyAct: 'Do it without an approval',
    made: 'Open what it has made',
  },
}
