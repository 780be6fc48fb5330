import type { SubscriberStatus } from '../../../src/contract/imports/states.ts'
import type { BulkChangeRecord } from '../../../src/contract/subscribers/bulk-changes.ts'
import type { HistoryEvent, HistoryPart } from '../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone } from '../../design/figures.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'

export const statusWords: Record<SubscriberStatus, string> = {
  active: 'active',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  scomp: 'complained',
  deactivated: 'deactivated',
}

const messageStates: Record<string, string> = {
  accepted: 'was sent',
  deferred: 'will be tried again:',
  bounced: 'bounced:',
  skipped: 'was not sent:',
  uncertain: 'may or may not have been sent:',
}

export const peopleWords = {
  title: 'People',
  lead: 'Everybody on your lists. A person on two lists appears twice.',
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
  soFar: (value: number) => `${people(value)} found so far, still searching`,
  empty: {
    title: 'Nobody yet',
    text: 'Import a file, publish a web form, use the API, or add people one by one on the page of a list.',
    import: 'Import a file',
  },
  none: (q: string) => ({
    title: 'Nobody found',
    text:
      q === ''
        ? 'Nobody has this status here. Choose another one.'
        : q.startsWith('@')
          ? 'No domain starts with this. To find an address, leave out the @.'
          : `No address starts with this. To find a domain, write @${q}.`,
  }),
  ofDomain: (q: string) => `Search domains for @${q}`,
  zone: (zone: string) => `Times in ${zone}`,
}

export const personWords = {
  zone: (zone: string) => `Times in ${zone}.`,
  what: 'Details',
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
    unsubscribed: 'This person unsubscribed. Make them active again only if they asked you to.',
    bounced: 'Messages to this address bounce. Make it active again only if you know that it works.',
    scomp: 'This person reported a message as spam. Make them active again only if they asked you to.',
    deactivated: 'This person is deactivated and gets no messages.',
    active: '',
  } satisfies Record<SubscriberStatus, string>,
  activate: 'Make active again',
  deactivate: 'Unsubscribe',
  deactivated: 'This person was unsubscribed.',
  parts: { all: 'All', messages: 'Messages', changes: 'Changes', imports: 'Imports' } satisfies Record<
    HistoryPart | 'all',
    string
  >,
  older: 'Older',
  noHistory: {
    title: 'Nothing here',
    text: 'Messages, opens, clicks and changes appear as they happen. Imports are kept for seven days.',
  },
  data: {
    title: 'All data of this person',
    text: 'One file with everything that is stored about the address on the lists that you see: fields, status, consents, messages, opens, clicks, imports and more. The download is in the audit log.',
    page: 'Page to read and print',
    json: 'JSON for programs',
  },
  erase: {
    title: 'Erase this person',
    text: 'Removes the address and everything recorded about it from all lists, import logs, previews and seed lists. Campaign figures stay. Suppression lists keep it as a hash, so that it never gets a message. This cannot be undone.',
    type: 'Type the address to erase it',
    submit: (email: string) => `Erase ${email}`,
    despite: 'Erase although unfinished imports may bring the address back',
    done: (email: string) => `${email} was erased.`,
    several: {
      open: 'Erase several addresses',
      addresses: 'Addresses',
      hint: 'One on each line, at most 1,000.',
      wrong: (lines: readonly string[]) =>
        `${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` and ${count(lines.length - 3)} more` : ''}: not valid addresses.`,
      tooMany: 'These are more than 1,000: erase the others afterwards.',
      type: (number: number) => `Type ${number} to erase them`,
      text: 'All of them are erased at once, or none if something fails.',
      despite: 'Erase although unfinished imports may bring addresses back',
      submit: (number: number) => (number === 1 ? 'Erase 1 address' : `Erase ${count(number)} addresses`),
    },
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
      return `${event.state === 'unsubscribed' ? 'unsubscribed' : statusOf(event.state)}${event.ip === null ? '' : ` from ${event.ip}`}`
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
      return `${importName(event.import?.name ?? '')}: ${event.state === 'added' ? 'added to the list' : changesOf(event) || 'left as it was'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, 'bounced later:', event.reason].filter(Boolean).join(' ')
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
  chooseAll: 'Select all that match',
  choose: (email: string) => `Select ${email}`,
  column: 'Selected',
  chosen: (value: number) => `${people(value)} selected`,
  chosenAll: 'All that match are selected',
  none: 'Clear the selection',
  actions: {
    leave: 'Unsubscribe',
    deactivate: 'Deactivate',
    activate: 'Make active',
    field: 'Set a field',
    copy: 'Copy to a list',
    delete: 'Delete',
  } satisfies Record<BulkKind, string>,
  export: {
    action: 'Export …',
    explain: (who: string) =>
      `${who}. The file has all their fields, and an import can read it back. You will find it under Exports.`,
    submit: (who: string) => `Export ${who}`,
  },
  counting: 'Counting them …',
  uncounted: 'More people than could be counted in 5 seconds.',
  explain: {
    leave: (who: string) =>
      `${who}. Those who are active or deactivated are unsubscribed. Those who bounced or complained stay as they are.`,
    deactivate: (who: string) =>
      `${who}. Those who are active get no more messages until somebody makes them active again.`,
    activate: (who: string) =>
      `${who}. Those who bounced or are deactivated become active, up to the limit of people.`,
    field: (who: string) => `${who}. Each of them gets this value in place of the one they have.`,
    copy: (who: string) =>
      `${who}. Those who are active are added to the other list. People who are already on it stay as they are.`,
    delete: (who: string) =>
      `${who}. They are removed from this list, with the messages that wait for them. This cannot be undone.`,
  } satisfies Record<BulkKind, (who: string) => string>,
  field: 'Field',
  toList: 'List',
  despite: 'Also those who unsubscribed or complained: I have their renewed consent',
  greet: 'Start the autoresponders of that list for them',
  submit: {
    leave: (who: string) => `Unsubscribe ${who}`,
    deactivate: (who: string) => `Deactivate ${who}`,
    activate: (who: string) => `Make ${who} active`,
    field: (who: string) => `Set the field for ${who}`,
    copy: (who: string) => `Copy ${who}`,
    delete: (who: string) => `Delete ${who}`,
  } satisfies Record<BulkKind, (who: string) => string>,
  people,
  them: 'them',
  back: 'Back',
  progress: 'Bulk changes',
  cancel: 'Cancel the rest',
  sentence: ({ state, stats, error_message: error }: BulkChangeRecord): string => {
    const done = `${count(stats.people_done)}${stats.people_total === null ? '' : ` of ${count(stats.people_total)}`} checked`
    const failed = stats.people_failed === 0 ? '' : `, ${people(stats.people_failed)} could not be changed`
    if (state === 'scheduled') return 'begins in a moment'
    if (state === 'running') return `${done}, ${count(stats.people_changed)} changed`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'Cancelled: ' : ''}${people(stats.people_changed)} changed${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }: BulkChangeRecord): string => {
    if (action === 'delete') return 'Delete'
    if (action === 'copy') return to === null ? 'Copy to another list' : `Copy to ${to.name}`
    if (action === 'set_field') return `Set ${field?.name ?? ''}`
    return status === 'active' ? 'Make active' : status === 'deactivated' ? 'Deactivate' : 'Unsubscribe'
  },
}
