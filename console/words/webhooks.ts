import type { EventType } from '../../src/contract/webhooks.ts'
import { count, orMore } from '../design/figures.ts'

const events: Record<EventType, string> = {
  studio_open: 'A message was opened',
  studio_click: 'A link was clicked',
  studio_unsub: 'Somebody unsubscribed',
  studio_subscriber_created: 'A person was added through the API',
  studio_subscriber_updated: 'A person was changed through the API',
  bounce_all: 'A message bounced, for any reason',
  bounce_bad_address: 'An address does not exist (hard bounce)',
  scomp: 'A message was reported as spam',
  import_finished: 'An import is done',
  import_failed: 'An import has failed',
  import_undone: 'An import was undone',
  export_finished: 'An export is ready',
  export_failed: 'An export has failed',
}

export const webhookWords = {
  title: 'Webhooks',
  lead: 'A webhook tells your program what happens, within seconds, by signed requests.',
  create: 'New webhook',
  name: 'Name',
  url: 'Address',
  state: 'State',
  states: {
    off: 'Switched off',
    failing: 'Not responding',
    waits: 'Delivering',
    idle: 'Working',
    never: 'Nothing sent yet',
  },
  pending: 'Waiting',
  dead: 'Given up',
  empty: {
    title: 'No webhooks yet',
    text: 'With a webhook, your shop or your CRM learns at once who unsubscribed, which addresses bounced and which imports are done.',
  },
  events,
  eventOf: (type: string) =>
    type === 'test' ? 'A test' : ((events as Record<string, string>)[type] ?? type),
  new: {
    title: 'New webhook',
    lead: 'The secret that signs the requests is shown once, after you have created it.',
    nameHint: 'The program that listens, such as “Shop”.',
    urlHint: 'Starts with https://.',
    events: 'Tell it when',
    submit: 'Create the webhook',
  },
  secret: {
    title: 'Copy the signing secret now',
    text: 'It is not shown again. Your program uses it to check that a request comes from this server and was not changed.',
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
    took: 'Duration',
    ms: (value: number) => `${count(value)} ms`,
    taken: (status: number) => `Accepted, ${status}`,
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
    all: (value: number, isExact: boolean) => (isExact ? `Send ${count(value)} again` : 'Send all again'),
    done: (value: number) => `${count(value)} ${value === 1 ? 'event is' : 'events are'} on the way again.`,
  },
  settings: 'Settings',
  save: 'Save',
  saved: 'Saved.',
  active: 'Deliver events',
  rotate: {
    open: 'New signing secret …',
    title: 'A new signing secret?',
    text: 'The current secret stops signing at once. Let your program accept both while you change it.',
    action: 'Create a new secret',
  },
  remove: {
    open: 'Delete the webhook …',
    title: (name: string) => `Delete ${name}?`,
    text: (waiting: number, isExact: boolean) =>
      waiting === 0
        ? 'Its program gets no more events. This cannot be undone.'
        : `Its program gets no more events, and ${orMore(`${count(waiting)} waiting ${waiting === 1 ? 'event' : 'events'}`, isExact)} ${waiting === 1 ? 'is' : 'are'} deleted. This cannot be undone.`,
    action: 'Delete the webhook',
  },
}
