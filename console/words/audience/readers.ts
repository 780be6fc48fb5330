export const readerWords = {
  title: 'Pages for readers',
  lead: 'What the people of this list see and can choose when they follow a link to their preferences, or unsubscribe.',
  open: 'Pages for readers',
  choice: {
    title: 'What readers can choose',
    isPublic: 'Readers of your other lists can find and join this list',
    isPublicHint:
      'On the page of their preferences. Whoever joins is active at once: the link has proven their address.',
    keyed: 'A field tells the people of this list apart, so nobody can join it by their address alone.',
    name: 'Name that readers see',
    nameHint: (name: string) => `Empty: ${name}.`,
    description: 'What they learn about it',
    fields: 'Fields that people can change themselves',
    fieldsHint: 'Whoever has the link of a message sees their values.',
    noFields: 'This list has no fields yet.',
    code: 'A message leads to the page by the code',
    save: 'Save the choice',
    saved: 'Saved. Readers see it from now on.',
  },
  look: {
    title: 'Look',
    lead: 'What is empty here is as in the brand of the organization.',
    inherited: 'Empty: as in the brand of the organization.',
  },
  texts: {
    title: 'Texts',
    lead: 'Each text stands as it is now. Write your own below it where this list needs another.',
    language: 'Language',
    page: 'Page',
    pages: {
      ask: 'Question before somebody leaves',
      left: 'Unsubscribed',
      again: 'Unsubscribed already',
      back: 'Subscribed again',
      full: 'No more subscribers',
      preferences: 'Preferences',
      change: 'Change of an address',
      dead: 'Link that does not work',
      other: 'Other pages',
    },
    own: (text: string) => `Instead of: ${text}`,
    placeholder: 'As it is',
    keep: (names: string) => `Keep ${names}: a value stands there.`,
    save: (count: number) => `Save ${count} ${count === 1 ? 'text' : 'texts'}`,
    saveNone: 'Save the texts',
    saved: 'Saved. Readers see it from now on.',
    example: { list: 'Newsletter', other: 'Recipes', email: 'ann@example.com', field: 'First name' },
  },
}

export const pauseWords = {
  until: (day: string) =>
    `Takes a break until ${day}: no campaign and no autoresponder of this list reaches them.`,
  end: 'End the break',
  ended: 'The break has ended.',
}
