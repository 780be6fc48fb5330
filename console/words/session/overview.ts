import type { ConcernKind } from '../../../src/contract/organizations/overview.ts'
import type { JobType } from '../../../src/contract/jobs/list.ts'
import { count } from '../../design/figures.ts'
import { importName } from '../audience/import-name.ts'

export const overviewWords = {
  title: 'Overview',
  greeting: (hour: number, name: string) => {
    const time = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
    return `Good ${time}, ${name}`
  },
  importFile: 'Import a file',
  writeCampaign: 'New campaign',
  now: 'Now',
  nothingRuns: 'Nothing is running.',
  jobs: {
    SubscriberImport: 'Import',
    SubscriberImportUndo: 'Undo of the import',
    SubscriberExport: 'Export of',
    SubscriberBulkChange: 'Bulk change of',
    Campaign: 'Campaign',
  } satisfies Record<JobType, string>,
  states: { pending: 'begins in a moment', scheduled: 'begins', active: '', paused: 'paused' },
  progress: (value: number, total: number | null) =>
    total === null ? count(value) : `${count(value)} of ${count(total)}`,
  attention: 'Needs attention',
  calm: 'Nothing needs your attention.',
  concern: (kind: ConcernKind, name: string, detail: string) =>
    ({
      sending_paused: `Sending is paused: ${detail}. A system administrator can release it.`,
      campaign_waits: `${name} waits for ${detail}.`,
      campaign_failed: `${name} has failed. ${detail}`,
      import_failed: `The import of ${importName(name)} has failed. ${detail}`,
      sender_domain_unproven: `${name} is not proven yet: others could send as this domain.`,
      sender_domain_missing: `The record that proves ${name} is gone from the DNS. After seven days others can claim it.`,
      autoresponder_waits: `${name} does not send: it waits for ${detail}.`,
      webhook_failing: `The webhook ${name} fails: ${detail}. It is tried again.`,
      webhook_off: `The webhook ${name} was switched off after an attempt that failed: ${detail}.`,
      dkim_record_missing: `Receivers cannot check the signatures of ${name}: ${detail}.`,
    })[kind],
  look: 'View',
  campaigns: 'Latest campaigns',
  noCampaigns: 'No campaign has been sent yet.',
  columns: {
    name: 'Campaign',
    began: 'Began',
    sent: 'Sent',
    opened: 'Opened',
    clicked: 'Clicked',
    left: 'Unsubscribed',
  },
  zone: (zone: string) =>
    `Times in ${zone}. Opens include mail programs that load every message by themselves.`,
  growth: 'Growth, 30 days',
  growthCaption: 'Active people of all lists at the end of each day, UTC',
  growthFile: 'growth.csv',
  day: 'Day',
  people: (active: number) => `${count(active)} active now`,
  grewBy: (change: number) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
  firstDay: 'The chart begins when there are two days to show.',
  listColumns: { name: 'List', active: 'Active', change: 'In 30 days' },
  steps: {
    title: 'First steps',
    done: 'done',
    open: 'open',
    list: 'Create a list',
    people: 'Bring people in',
    domain: 'Prove the domain that you send from',
    imprint: 'Say who is responsible, for the pages of your readers',
    campaign: 'Write the first campaign',
  },
  empty: {
    title: 'Nothing here yet. Start with one of these.',
    importText: 'People are added. Nothing is sent to them.',
    campaignText: 'A draft until you send it.',
    inviteTitle: 'Invite somebody',
    inviteText: 'A colleague gets a link to choose a password.',
  },
  noMail:
    'No mail server is configured: messages, including invitations, stay in the local mailbox of the server. To send, set SMTP_URL.',
}
