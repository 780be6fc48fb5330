import type { FieldType } from '../../../src/contract/lists/field-values.ts'
import { count } from '../../design/figures.ts'

const people = (value: number) => `${count(value)} ${value === 1 ? 'person' : 'people'}`

export const listWords = {
  title: 'Lists',
  lead: 'Each list has its own people, fields and sender.',
  name: 'Name',
  active: 'Active',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  other: 'Complained or deactivated',
  from: 'From',
  create: 'New list',
  empty: {
    title: 'No lists yet',
    text: 'A list holds the people that you write to. Most organizations need one for each newsletter or brand.',
  },
  new: {
    title: 'New list',
    lead: 'You can change these later.',
    name: 'Name of the list',
    nameHint: 'Seen by your colleagues only.',
    fromName: 'Sender name',
    fromNameHint: 'What people see as the sender of your messages.',
    fromEmail: 'Sender address',
    submit: 'Create the list',
    done: (name: string) => `The list ${name} was created.`,
  },
  people,
  one: {
    people: 'People',
    fields: 'Fields',
    settings: 'Settings',
    settingsHint: 'New campaigns on this list start with these settings. Each campaign can change them.',
    add: {
      title: 'Add a person',
      email: 'E-mail address',
      submit: 'Add to the list',
      done: (email: string) => `${email} is on the list.`,
    },
    replyTo: 'Replies go to',
    replyToHint: 'If empty, to the sender address.',
    hasConfirmed: 'Record whether people have confirmed their subscription',
    hasFormat: 'Record whether people want HTML or text',
    save: 'Save the settings',
    saved: 'The settings are saved.',
  },
  remove: {
    title: 'Delete the list',
    text: (value: number) =>
      `The list is removed with ${people(value)}. Its running imports and exports and its waiting campaigns are cancelled. This cannot be undone.`,
    begin: 'Delete this list …',
    type: 'Type the name of the list',
    left: (seconds: number) => `You have ${seconds} seconds to confirm.`,
    over: 'The time to confirm is over. Start again.',
    submit: (value: number) => `Delete the list and ${people(value)}`,
  },
}

export const fieldWords = {
  title: 'Fields',
  lead: (list: string) => `What you know about the people on ${list}, in the order in which forms show it.`,
  name: 'Name',
  type: 'Type',
  scope: 'Lists',
  allLists: 'All lists',
  thisList: 'This list',
  order: 'Order',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  moved: (name: string, place: number, total: number) => `${name} is now number ${place} of ${total}.`,
  editWord: 'Edit',
  edit: (name: string) => `Edit ${name}`,
  save: 'Save the field',
  typeStays: (type: string) =>
    `Type: ${type}. The type of a field cannot be changed, because its values are of this type.`,
  choicesStay: 'If you rename or remove a choice, people who have it keep it until somebody changes it.',
  removal: {
    button: 'Delete',
    of: (name: string) => `Delete ${name}`,
    title: (name: string) => `Delete ${name}?`,
    needed: 'It cannot be deleted yet, because these need it. Change or end them first:',
    lost: (value: number | null) => {
      if (value === null) return 'The values of all people are lost. This cannot be undone.'
      if (value === 0) return 'Nobody has a value in this field. This cannot be undone.'
      return `The values of ${people(value)} are lost. This cannot be undone.`
    },
    mentioned: (name: string) =>
      `These go on without it. Messages with its code show the code itself, %%${name}%%, until you change them:`,
    action: (name: string) => `Delete ${name} and its values`,
  },
  add: 'Add a field',
  forAll: 'For all lists',
  forAllHint: 'Every list of the organization gets the field, new lists too.',
  promote: 'Make it a field of all lists',
  promoteHint: 'Other lists get the field without values. This cannot be undone.',
  submit: 'Add the field',
  required: 'A value is required',
  requiredWord: 'required',
  instructions: 'Help text for people who fill it in',
  options: 'Choices, one on each line',
  minimum: 'Smallest number',
  maximum: 'Largest number',
  shortest: 'Minimum length',
  longest: 'Maximum length',
  empty: {
    title: 'No fields yet',
    text: 'Without fields, a list only has addresses. Add fields for names, cities or birthdays to use them in messages and segments.',
  },
  types: {
    text: 'Text',
    text_multiline: 'Text, several lines',
    number: 'Whole number',
    date: 'Date',
    day_of_year: 'Day of the year',
    select_single_dropdown: 'One choice, from a menu',
    select_single_radio: 'One choice, all shown',
    select_multiple_checkboxes: 'Several choices',
    boolean: 'Yes or no',
  } satisfies Record<FieldType, string>,
}
