import type { PeopleKind } from '../../../src/contract/campaigns/results/kinds.ts'
import type { BounceSeverity } from '../../../src/contract/responses/severity.ts'
import { count } from '../../design/figures.ts'
import { orMore, people } from '../audience/amounts.ts'

const kinds: Record<PeopleKind, string> = {
  sent: 'Sent',
  accepted: 'Delivered',
  waiting: 'Waiting or uncertain',
  skipped: 'Left out',
  not_opened: 'Did not open',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  complained: 'Complained',
  unsubscribed: 'Unsubscribed',
  opened_by_machine: 'Opened by a program',
  clicked_by_machine: 'Clicked by a program',
}

/** When: of the message, or of the first time. */
const times: Record<PeopleKind, string> = {
  sent: 'Sent',
  accepted: 'Sent',
  waiting: 'Last try',
  skipped: 'Decided',
  not_opened: 'Sent',
  opened: 'First opened',
  clicked: 'First clicked',
  bounced: 'Bounced',
  complained: 'Complained',
  unsubscribed: 'Unsubscribed',
  opened_by_machine: 'Opened',
  clicked_by_machine: 'Clicked',
}

/** Most of them are not active any more. */
const gone: ReadonlySet<PeopleKind> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = ' Only those who are active on the list can be written to.'

export const peopleOfWords = {
  kinds,
  title: (kind: PeopleKind, name: string) => `${kinds[kind]}: ${name}`,
  who: 'People who',
  version: 'Version',
  everyVersion: 'All versions',
  versionName: (name: string, place: number) => (name === '' ? `Version ${place + 1}` : name),
  link: 'Link',
  everyLink: 'Any link',
  severity: 'Kind of bounce',
  everySeverity: 'All bounces',
  severities: {
    hard: 'Hard: the address does not work',
    soft: 'Soft: the mailbox does not work for now',
    other: 'Other: not about the address',
  } satisfies Record<BounceSeverity, string>,
  severityWords: { hard: 'Hard', soft: 'Soft', other: 'Other' } satisfies Record<BounceSeverity, string>,
  lead: (kind: PeopleKind, number: { records: number; isExact: boolean } | null) =>
    number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
  seeds: 'Addresses of seed lists are counted in the report, but not listed here.',
  caption: 'The people',
  person: 'Person',
  deleted: 'Deleted since',
  at: (kind: PeopleKind, zone: string) => `${times[kind]}, ${zone}`,
  unknownTime: 'Not recorded',
  times: 'Times',
  status: 'Now',
  reason: 'Why',
  more: 'Show more',
  empty: { title: 'Nobody', text: 'Nobody has done this so far.' },
  write: {
    action: 'Write to them',
    name: (kind: PeopleKind, name: string, at: string) => `${kinds[kind]}: ${name} (${at})`,
  },
  export: {
    action: 'Export',
    explain: 'All of these people are written to a file, with every column that an import can read back.',
    submit: 'Export them',
  },
  open: (word: string, value: number) => `${word}: see who, ${count(value)}`,
}
