import type { ExportState } from '../../src/contract/exports/states.ts'
import type { SubscriberStatus } from '../../src/contract/imports/states.ts'
import { size } from '../design/figures.ts'
import { people } from './audience/amounts.ts'

export const exportWords = {
  title: 'Exports',
  lead: 'Lists as files. Each file can be downloaded for seven days.',
  start: 'Export a list',
  list: 'List',
  who: 'Who',
  state: 'State',
  people: 'People',
  file: 'File',
  created: (zone: string) => `Created (${zone})`,
  columns: 'Columns',
  allColumns: 'all',
  format: (type: string, separator: string, isPacked: boolean) =>
    [
      type === 'jsonl' ? 'JSON lines' : `CSV, ${separator === ';' ? 'semicolons' : 'commas'}`,
      isPacked ? 'gzip' : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  everybody: 'everybody',
  download: (bytes: number) => `Download, ${size(bytes)}`,
  until: (at: string) => `until ${at}`,
  gone: 'The file is no longer kept.',
  cancel: 'Cancel',
  endLink: 'End the link',
  progress: 'Progress',
  states: {
    scheduled: 'waiting',
    exporting: 'running',
    finished: 'finished',
    failed: 'failed',
    cancelled: 'cancelled',
  } satisfies Record<ExportState, string>,
  statuses: {
    active: 'active',
    unsubscribed: 'unsubscribed',
    scomp: 'complained',
    bounced: 'bounced',
    deactivated: 'deactivated',
  } satisfies Record<SubscriberStatus, string>,
  empty: {
    title: 'No exports yet',
    text: 'Save a list or a part of it as a file: for a spreadsheet, another system, or your records. An import can read it back.',
  },
  new: {
    title: 'Export a list',
    list: 'Which list?',
    segment: 'Who?',
    whole: 'Everybody on the list',
    segmentHint: 'Segments only have active people, unless they have a condition on the status.',
    statuses: 'With which status?',
    statusesHint: 'If none is chosen: all.',
    columns: 'Which columns?',
    columnsHint: 'If none is chosen: everything that an import can read back.',
    addColumn: 'Add a column',
    order: 'Order in the file',
    orderHint: 'Move a column by its arrows, or by Alt with ↑ and ↓.',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    remove: (name: string) => `Leave out ${name}`,
    moved: (name: string, place: number, total: number) => `${name} is column ${place} of ${total} now.`,
    format: 'Which format?',
    formats: {
      csv: 'CSV with commas',
      excel: 'CSV with semicolons, for Excel',
      jsonl: 'JSON, one person a line',
    },
    gzip: 'Packed with gzip',
    guard: 'Safe to open in a spreadsheet',
    guardHint:
      'A value that would run as a formula, such as =1+1 or +49 30 1234, gets an apostrophe in front.',
    submit: 'Create the file',
  },
  done: (value: number) => people(value),
}
