import type { JobState, JobType } from '../../src/contract/jobs/list.ts'
import type { QueueName } from '../../src/contract/jobs/health.ts'
import { count } from '../design/figures.ts'

export const jobWords = {
  title: 'Jobs',
  lead: 'The imports and their undos, exports, bulk changes and campaigns of this organization, latest first.',
  everywhere: {
    title: 'All jobs',
    lead: 'The imports and their undos, exports, bulk changes and campaigns of all organizations, latest first.',
  },
  name: 'Name',
  type: 'Kind',
  types: {
    SubscriberImport: 'Import',
    SubscriberImportUndo: 'Undo of an import',
    SubscriberExport: 'Export',
    SubscriberBulkChange: 'Bulk change',
    Campaign: 'Campaign',
  } satisfies Record<JobType, string>,
  state: 'State',
  states: {
    pending: 'Due',
    scheduled: 'Scheduled',
    active: 'Running',
    paused: 'Paused',
    finished: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<JobState, string>,
  organization: 'Organization',
  list: 'List',
  progress: 'Progress',
  of: (done: number, total: number | null) =>
    total === null ? count(done) : `${count(done)} of ${count(total)}`,
  begins: (zone: string) => `Begins, ${zone}`,
  unnamed: 'Without a name',
  which: { label: 'Show', unfinished: 'Not finished', all: 'All' },
  anyType: 'Any kind',
  empty: {
    unfinished: {
      title: 'Nothing is running',
      text: 'Imports, exports, bulk changes and campaigns that wait or run appear here.',
    },
    all: {
      title: 'No jobs',
      text: 'Imports, exports, bulk changes and campaigns appear here once they are started.',
    },
  },
}

export const healthWords = {
  title: 'Health',
  lead: 'What runs on this server, what is waiting, and its disk and database.',
  at: (time: string) => `As of ${time}`,
  fine: 'Everything is working.',
  attention: 'Needs attention',
  problems: {
    noMail: 'No thread that sends and receives is running: campaigns, webhooks and mails wait.',
    noWorker: 'No import worker is connected: imports wait.',
    late: (queue: string, since: string) => `${queue}: the oldest has been waiting for ${since}.`,
    disk: (free: string) => `Only ${free} is free on the disk.`,
    transaction: (age: string) =>
      `A transaction has been open for ${age}. It keeps the database from cleaning up (vacuum).`,
    connections: (used: number, max: number) =>
      `${count(used)} of ${count(max)} database connections are in use.`,
    backup: (age: string) => `The last recorded backup is ${age} old.`,
  },
  queues: {
    title: 'Queues',
    name: 'Queue',
    waiting: 'Waiting',
    running: 'Running',
    oldest: (zone: string) => `Oldest, due since, ${zone}`,
    names: {
      imports: 'Imports',
      exports: 'Exports',
      bulk_changes: 'Bulk changes',
      messages: 'Messages to one person',
      campaigns: 'Campaigns',
      autoresponders: 'Messages of autoresponders',
      webhooks: 'Events for webhooks',
      system_mails: 'Invitations and notices',
    } satisfies Record<QueueName, string>,
  },
  processes: {
    title: 'Processes',
    name: 'Process',
    part: 'Role',
    parts: { server: 'API and pages', worker: 'Imports, sending', mail: 'Sends and receives' },
    imports: 'and imports',
    state: 'State',
    runs: 'Running',
    gone: 'Stopped',
    seen: (zone: string) => `Last seen, ${zone}`,
  },
  disk: {
    title: 'Disk',
    free: 'Free',
    ofTotal: (free: string, total: string) => `${free} of ${total}`,
    spool: 'Files of imports and exports',
  },
  database: {
    title: 'Database',
    version: 'PostgreSQL',
    size: 'Size',
    connections: 'Connections',
    transaction: 'Oldest transaction',
    backup: 'Last backup',
    noBackup: 'None recorded',
  },
  server: { title: 'Server', version: 'Quiver', workers: 'Import workers' },
}
