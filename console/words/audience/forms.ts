import { count } from '../../design/figures.ts'
import { orMore } from './amounts.ts'

type Figures = { submitted: number; confirmed: number; pending: number; pending_is_exact: boolean }

const times = (value: number) => count(value)

export const formWords = {
  title: 'Web forms',
  lead: (list: string) => `People subscribe to ${list} themselves with a web form.`,
  create: 'New form',
  empty: {
    title: 'No forms yet',
    text: 'A form is a page that you link to, or HTML for your own site. People confirm by a mail before anything else is sent to them.',
  },
  name: 'Name',
  nameHint: 'Seen by your colleagues only.',
  state: 'State',
  states: { open: 'Open', closed: 'Closed' },
  optIn: 'Confirmation',
  optIns: {
    double: 'By a link in a mail (double opt-in)',
    single: 'None (single opt-in)',
  },
  optInHint:
    'Without it, new addresses are subscribed at once. Addresses that are already on the list always get a mail that asks them.',
  shortOptIns: { double: 'By mail', single: 'None' },
  submitted: 'Submitted',
  confirmed: 'Confirmed',
  pending: 'Waiting',
  figures: 'Figures',
  figuresText: ({ submitted, confirmed, pending, pending_is_exact: isExact }: Figures) =>
    `${times(submitted)} submitted, ${times(confirmed)} confirmed, ${orMore(times(pending), isExact)} waiting for confirmation.`,
  noSender:
    'This list has no sender address, so its mails that ask people to confirm cannot be sent. Its forms are closed until you set one.',
  toSettings: 'Settings of the list',
  new: { title: 'New form', submit: 'Create the form' },
  page: 'Page',
  heading: 'Heading',
  headingHint: 'If a text is empty, readers see the text of Quiver in their language.',
  introduction: 'Text above the fields',
  button: 'Label of the button',
  consent: 'What people agree to',
  consentHint:
    'Readers must tick a box beside this text. It is kept as proof with each subscription. Web addresses become links. Empty: no box.',
  version: (value: number) => `Version ${count(value)}.`,
  fields: 'Fields',
  fieldsHint: 'The form always asks for the address and for the fields that the list requires.',
  addField: 'Add a field',
  noFields: 'The form asks for the address only.',
  label: (name: string) => `Label of ${name}`,
  required: 'Required',
  requiredOf: (name: string) => `${name} is required`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Leave out ${name}`,
  mail: 'Mail that asks to confirm',
  mailHint: (from: string) =>
    from === ''
      ? 'It is sent from the sender of the list.'
      : `It is sent from ${from}, the sender of the list.`,
  subject: 'Subject',
  text: 'Text',
  mailButton: 'Label of its button',
  after: 'After the confirmation',
  redirect: 'Redirect to this address instead',
  redirectHint: 'It must begin with https://.',
  more: 'Rules',
  language: 'Language',
  languageHint: 'If none is set, the language of the brand, or else the one that the browser asks for.',
  asTheReader: 'The language of the reader',
  active: 'The form is open',
  work: 'Ask the browser for a short calculation',
  workHint: 'It slows down programs that fill in forms. The page then needs JavaScript.',
  origins: 'Sites whose scripts may submit the form',
  originsHint: 'One per line, such as https://www.example.com.',
  save: 'Save the form',
  saved: 'The form is saved.',
  preview: 'Preview',
  previewPage: 'Page of the preview',
  previewLook: 'Look of the preview',
  subjectIs: (subject: string) => `Subject: ${subject}`,
  pages: {
    form: 'The form',
    sent: 'After sending',
    mail: 'The mail',
    confirm: 'The link in the mail',
    thanks: 'After the confirmation',
  },
  looks: { light: 'Light', dark: 'Dark' },
  someone: 'ann@example.com',
  share: 'Publish',
  address: 'Address of the page',
  embed: 'HTML for your own site',
  embedHint:
    'It contains no script. The page of the form shows once more what people entered, and one click sends it. Copy the HTML again after you change the fields.',
  open: 'Open the page',
  delete: {
    title: 'Delete the form',
    text: ({ pending, pending_is_exact: isExact }: Figures) =>
      pending === 0
        ? 'Its page closes. People who subscribed with it stay on the list.'
        : `Its page closes, and ${orMore(count(pending), isExact)} ${pending === 1 ? 'person who has' : 'people who have'} not confirmed yet can no longer do so. People who subscribed with it stay on the list.`,
    begin: 'Delete this form …',
    submit: 'Delete the form',
  },
}
