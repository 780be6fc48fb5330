import type { SubscriberStatus } from '../../../src/contract/imports/states.ts'
import type { BulkChangeRecord } from '../../../src/contract/subscribers/bulk-changes.ts'
import type { HistoryEvent, HistoryPart } from '../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone } from '../../design/figures.ts'

const people = (value: number) => `${count(value)} ${value === 1 ? 'person' : 'people'}`

export const statusWords: Record<SubscriberStatus, string> = {
  active: 'active',
  unsubscribed: 'left',
  bounced: 'bounced',
  scomp: 'complained',
  deactivated: 'deactivated',
}

const messageStates: Record<string, string> = {
  accepted: 'was sent',
  deferred: 'waits for another try:',
  bounced: 'was refused:',
  skipped: 'could not be written:',
  uncertain: 'may or may not have left:',
}

export const peopleWords = {
  title: 'People',
  lead: 'Everybody on your lists. Somebody on two lists appears twice.',
  search: 'Search',
  searchHint: 'Address, or @ and domain',
  list: 'List',
  allLists: 'All lists',
  status: 'Status',
  anyStatus: 'Any status',
  order: 'Order',
  orders: { email: 'By address', newest: 'Newest first' },
  columns: 'Columns',
  email: 'Address',
  joined: 'Joined',
  added: 'Added',
  people,
  atLeast: (value: number) => `${people(value)} or more`,
  soFar: (value: number) => `${people(value)} found so far, searching on`,
  empty: {
    title: 'Nobody yet',
    text: 'People come from a file that you import, from your own forms through the API, or one by one on the page of a list.',
    import: 'Import a file',
  },
  none: (q: string) => ({
    title: 'Nobody is found',
    text:
      q === ''
        ? 'Nobody has this status here. Choose another one.'
        : q.startsWith('@')
          ? 'No domain begins like this. To find an address, leave out the @.'
          : `No address begins like this. To find a domain, write @${q}.`,
  }),
  ofDomain: (q: string) => `Search domains for @${q}`,
  zone: (zone: string) => `Times in ${zone}`,
}

export const personWords = {
  zone: (zone: string) => `Times in ${zone}.`,
  what: 'What we know',
  lists: 'Lists',
  history: 'History',
  status: 'Status',
  editWord: 'Change',
  edit: (name: string) => `Change ${name}`,
  save: 'Save',
  undoWord: 'Undo',
  undo: (name: string) => `Undo the change of ${name}`,
  changed: (name: string) => `${name} was changed.`,
  nothing: 'Empty',
  yes: 'Yes',
  no: 'No',
  required: 'This field needs a value.',
  left: {
    unsubscribed: 'This person left. Write again only if they asked you to.',
    bounced: 'Messages to this address come back. Make it active only if you know that it works again.',
    scomp: 'This person reported a message as spam. Write again only if they asked you to.',
    deactivated: 'This person is deactivated and gets no messages.',
    active: '',
  } satisfies Record<SubscriberStatus, string>,
  activate: 'They asked: make active',
  deactivate: 'Take off the list',
  deactivated: 'This person has left the list.',
  parts: { all: 'All', messages: 'Messages', changes: 'Changes', imports: 'Imports' } satisfies Record<
    HistoryPart | 'all',
    string
  >,
  older: 'Older',
  noHistory: {
    title: 'Nothing here',
    text: 'Messages, opens, clicks and changes appear as they happen. Imports are known for seven days.',
  },
  erase: {
    title: 'Erase this person',
    text: 'Removes the address from all lists, with what was recorded about it, from import logs, previews and seed lists. The figures of campaigns stay. Suppression lists keep it as a hash, so that nobody writes to it. This cannot be undone.',
    type: 'Type the address to erase it',
    submit: (email: string) => `Erase ${email}`,
    despite: 'Erase although imports are unfinished, which may bring the address back',
    done: (email: string) => `${email} was erased.`,
  },
}

/** One line of a person's history. */
export function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `, ${count(event.times)} times by now` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? 'joined' : `joined from ${event.ip}`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return 'confirmed the subscription'
    case 'left':
      return `${event.state === 'unsubscribed' ? 'left' : statusOf(event.state)}${event.ip === null ? '' : ` from ${event.ip}`}`
    case 'status_changed':
      return `status: ${changesOf(event)}${message === '' ? '' : `, by the link in ${message}`}`
    case 'paused':
      return `began a break${event.until === null ? '' : ` until ${event.until.slice(0, 10)}`}`
    case 'resumed':
      return 'ended the break'
    case 'details_changed':
      return `changed their details${message === '' ? '' : `, by the link in ${message}`}`
    case 'address_changed':
      return 'changed their address, and both addresses confirmed it'
    case 'imported':
      return `${event.import?.name ?? ''}: ${event.state === 'added' ? 'added to the list' : changesOf(event) || 'left as it was'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, 'came back:', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `opened ${message}${times}`
    case 'clicked':
      return `clicked in ${message}${times}: ${event.urls.join(', ')}`
  }
}

/** With the proof: what they agreed to, and when they confirmed it. */
function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === ''
      ? ''
      : `, and agreed (version ${consent.version}): “${consent.text}”`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : `; confirmed ${instantWithoutZone(consent.confirmed_at, zone)} from ${consent.confirmed_ip ?? ''}`
  return `signed up with the form ${form?.name ?? ''}${ip === null ? '' : ` from ${ip}`}${agreed}${confirmed}`
}

function changesOf({ changes }: HistoryEvent): string {
  return changes
    .map(({ name, from, to }) =>
      name === 'status' ? `${statusOf(from)} → ${statusOf(to)}` : `${name} ${shown(from)} → ${shown(to)}`,
    )
    .join(', ')
}

function statusOf(status: unknown): string {
  return statusWords[status as SubscriberStatus] ?? shown(status)
}

/** A value of a field, in words. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return personWords.nothing
  if (typeof value === 'boolean') return value ? personWords.yes : personWords.no
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`
}

export type BulkKind = 'leave' | 'deactivate' | 'activate' | 'field' | 'copy' | 'delete'

export const bulkWords = {
  chooseAll: 'Choose all that match',
  choose: (email: string) => `Choose ${email}`,
  column: 'Chosen',
  chosen: (value: number) => `${people(value)} chosen`,
  chosenAll: 'All that match are chosen',
  none: 'Choose nobody',
  actions: {
    leave: 'Take off the list',
    deactivate: 'Deactivate',
    activate: 'Make active',
    field: 'Set a field',
    copy: 'Copy to a list',
    delete: 'Delete',
  } satisfies Record<BulkKind, string>,
  export: {
    action: 'Export …',
    explain: (who: string) =>
      `${who}. The file has all their fields, and an import can read it back. You find it among the exports.`,
    submit: (who: string) => `Export ${who}`,
  },
  counting: 'Counting them …',
  uncounted: 'More people than could be counted in 5 seconds.',
  explain: {
    leave: (who: string) =>
      `${who}. Those who are active or deactivated leave the list. Bounces and complaints stay what they are.`,
    deactivate: (who: string) =>
      `${who}. Those who are active get no more messages until somebody makes them active again.`,
    activate: (who: string) =>
      `${who}. Those who bounced or are deactivated become active, as far as the limit of people allows.`,
    field: (who: string) => `${who}. Each of them gets this value in place of the one they have.`,
    copy: (who: string) =>
      `${who}. Those who are active are added to the other list. Who is on it already stays there as they are.`,
    delete: (who: string) =>
      `${who}. They are removed from this list for good, with the messages that wait for them.`,
  } satisfies Record<BulkKind, (who: string) => string>,
  field: 'Field',
  toList: 'List',
  despite: 'Also those who left or complained: I have their renewed consent',
  greet: 'Start the autoresponders of that list for them',
  submit: {
    leave: (who: string) => `Take ${who} off the list`,
    deactivate: (who: string) => `Deactivate ${who}`,
    activate: (who: string) => `Make ${who} active`,
    field: (who: string) => `Set the field for ${who}`,
    copy: (who: string) => `Copy ${who}`,
    delete: (who: string) => `Delete ${who}`,
  } satisfies Record<BulkKind, (who: string) => string>,
  people,
  them: 'them',
  back: 'Back',
  progress: 'Changes of many people',
  cancel: 'Cancel the rest',
  sentence: ({ state, stats, error_message: error }: BulkChangeRecord): string => {
    const done = `${count(stats.people_done)}${stats.people_total === null ? '' : ` of ${count(stats.people_total)}`} looked at`
    const failed = stats.people_failed === 0 ? '' : `, ${people(stats.people_failed)} could not be changed`
    if (state === 'scheduled') return 'begins in a moment'
    if (state === 'running') return `${done}, ${count(stats.people_changed)} changed`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'Cancelled: ' : ''}${people(stats.people_changed)} changed${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }: BulkChangeRecord): string => {
    if (action === 'delete') return 'Delete'
    if (action === 'copy') return `Copy to ${to?.name ?? ''}`
    if (action === 'set_field') return `Set ${field?.name ?? ''}`
    return status === 'active' ? 'Make active' : status === 'deactivated' ? 'Deactivate' : 'Take off the list'
  },
}
