export const readerWords = {
  title: 'Pages for readers',
  lead: 'What people on this list see and can choose when they open their preferences or unsubscribe.',
  open: 'Pages for readers',
  choice: {
    title: 'What readers can choose',
    isPublic: 'Readers of your other lists can find and join this list',
    isPublicHint:
      'On their preferences page. People who join are active at once, because the link has proven their address.',
    keyed: 'People on this list are told apart by a field, so nobody can join it with an address alone.',
    name: 'Name that readers see',
    nameHint: (name: string) => `If empty: ${name}.`,
    description: 'Description that readers see',
    fields: 'Fields that people can change themselves',
    fieldsHint: 'Anyone who has the link from a message can see their values.',
    noFields: 'This list has no fields yet.',
    code: 'To link to the page in a message, use the code',
    save: 'Save the choice',
    saved: 'Saved. Readers see it from now on.',
  },
  look: {
    title: 'Look',
    lead: 'Whatever you leave empty is taken from the brand of the organization.',
    inherited: 'If empty, taken from the brand of the organization.',
  },
  texts: {
    title: 'Texts',
    lead: 'These are the texts as they are now. Write your own where this list needs a different one.',
    language: 'Language',
    page: 'Page',
    pages: {
      ask: 'Question before unsubscribing',
      left: 'Unsubscribed',
      again: 'Already unsubscribed',
      back: 'Subscribed again',
      full: 'List is full',
      preferences: 'Preferences',
      change: 'Change of address',
      form: 'Web form',
      formMail: 'Mail of a web form',
      dead: 'Invalid link',
      other: 'Other pages',
    },
    own: (text: string) => `Instead of: ${text}`,
    placeholder: 'Unchanged',
    keep: (names: string) => `Keep ${names}: a value takes its place.`,
    save: (count: number) => `Save ${count} ${count === 1 ? 'text' : 'texts'}`,
    saveNone: 'Save the texts',
    saved: 'Saved. Readers see it from now on.',
    example: { list: 'Newsletter', other: 'Recipes', email: 'ann@example.com', field: 'First name' },
  },
}

export const pauseWords = {
  until: (day: string) =>
    `On a break until ${day}: until then, they get no campaigns or autoresponders of this list.`,
  end: 'End the break',
  ended: 'The break has ended.',
}
