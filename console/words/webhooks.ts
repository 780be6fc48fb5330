import type { EventType } from '../../src/contract/webhooks.ts'
import { count } from '../design/figures.ts'

const events: Record<EventType, string> = {
  studio_open: 'A message was opened',
  studio_click: 'A link was clicked',
  studio_unsub: 'Somebody left',
  studio_subscriber_created: 'A person was added by a call',
  studio_subscriber_updated: 'A person was changed by a call',
  bounce_all: 'A message was refused, for any reason',
  bounce_bad_address: 'An address is dead',
  scomp: 'A message was called spam',
  import_finished: 'An import is done',
  import_failed: 'An import has failed',
  import_undone: 'An import was taken back',
  export_finished: 'An export is ready',
  export_failed: 'An export has failed',
}

export const webhookWords = {
  title: 'Webhooks',
  lead: 'A webhook tells a program of yours what happens, within seconds: it gets each event by a signed request.',
  create: 'New webhook',
  name: 'Name',
  url: 'Address',
  state: 'State',
  states: {
    off: 'Switched off',
    failing: 'Does not answer',
    waits: 'Delivers',
    idle: 'Works',
    never: 'Nothing sent yet',
  },
  pending: 'Waiting',
  dead: 'Given up',
  empty: {
    title: 'No webhooks yet',
    text: 'With a webhook, your shop or your CRM hears at once who has left, which addresses are dead and which imports are done.',
  },
  events,
  eventOf: (type: string) =>
    type === 'test' ? 'A test' : ((events as Record<string, string>)[type] ?? type),
  new: {
    title: 'New webhook',
    lead: 'The secret that signs the requests is shown once, after you have created it.',
    nameHint: 'The program that listens, such as “Shop”.',
    urlHint: 'Begins with https://.',
    events: 'Tell it when',
    submit: 'Create the webhook',
  },
  secret: {
    title: 'Copy the signing secret now',
    text: 'It is not shown again. With it, your program checks that a request is from this server and nobody has changed it.',
    label: 'Secret',
    done: 'I have copied it',
  },
  test: 'Send a test event',
  tested: 'The test event is on its way. It appears below.',
  deliveries: {
    title: 'Last attempts',
    none: 'Nothing has been sent yet. Send a test event to see whether the address answers.',
    when: (zone: string) => `When, ${zone}`,
    what: 'What',
    result: 'Result',
    took: 'Took',
    ms: (value: number) => `${count(value)} ms`,
    taken: (status: number) => `Taken, ${status}`,
    answer: 'Answer',
    silent: 'No answer',
    more: (value: number) => `and ${count(value)} more`,
  },
  deadEvents: {
    title: 'Given up',
    text: 'After twelve attempts an event is given up and kept for 30 days.',
    event: 'Event',
    when: (zone: string) => `Happened, ${zone}`,
    why: 'Why',
    action: 'Action',
    one: 'Send it again',
    all: (value: number) => `Send ${count(value)} again`,
    done: (value: number) => `${count(value)} ${value === 1 ? 'event is' : 'events are'} on the way again.`,
  },
  settings: 'Settings',
  save: 'Save',
  saved: 'Saved.',
  active: 'Deliver events',
  rotate: {
    open: 'New signing secret …',
    title: 'A new signing secret?',
    text: 'The present secret stops signing at once. Let your program accept both while you change it.',
    action: 'Make a new secret',
  },
  remove: {
    open: 'Delete the webhook …',
    title: (name: string) => `Delete ${name}?`,
    text: (waiting: number) =>
      waiting === 0
        ? 'Its program hears of nothing any more. This cannot be undone.'
        : `Its program hears of nothing any more, and ${count(waiting)} waiting ${waiting === 1 ? 'event is' : 'events are'} deleted. This cannot be undone.`,
    action: 'Delete the webhook',
  },
}
