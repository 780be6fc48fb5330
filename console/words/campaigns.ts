import type { totalKinds } from '../../src/contract/campaigns/system-list.ts'
import { count } from '../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'

const messages = (value: number) => `${count(value)} ${value === 1 ? 'message' : 'messages'}`

type TotalIs = (typeof totalKinds)[number]

/** A campaign sends while its recipients are counted. */
function ofAll(sent: number, total: number, is: TotalIs): string {
  if (is === 'counting') return `${count(sent)}, counting`
  return `${count(sent)} of ${is === 'about' ? 'about ' : ''}${count(total)}`
}

/** What a campaign waits for, in words, and what helps. By the text that the server gives. */
const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: 'Waits for sending credits.',
    helps: 'It continues by itself as soon as an administrator of the server adds some.',
    link: 'credits',
  },
  'sending quota': {
    says: 'Waits: the limit of messages of this month is reached.',
    helps: 'It continues by itself when the next month begins, or when the limit is raised.',
  },
  'the speed limit': {
    says: 'Waits for the speed limit of this campaign.',
    helps: 'It continues by itself. You need not do anything.',
  },
  'a mail server': {
    says: 'Waits for the mail server, which is not responding.',
    helps: 'It tries again every few seconds. If this goes on for long, ask the operator of the server.',
  },
  'a mail server that takes messages of this size': {
    says: 'Waits: the messages are larger than the mail server takes.',
    helps:
      'Nobody has bounced for it. Cancel the campaign and send a smaller content, or ask the operator to raise the limit; then it continues by itself.',
  },
  'a mail server that accepts the log-in': {
    says: 'Waits: the mail server refuses the log-in.',
    helps:
      'It continues by itself when the user and the password of the mail server are right. Ask the operator of the server.',
  },
  'the sending limit of the mail server': {
    says: 'Waits: the mail server has sent as many messages as it may for now.',
    helps:
      'It continues by itself when the mail server takes messages again. If this goes on for long, ask its operator for a higher limit.',
  },
  'messages to be tried again': {
    says: 'Everybody has been written to once; some servers asked to try again later.',
    helps: 'It tries again by itself, for up to a few days.',
  },
  'the choice of the winning content': {
    says: 'Waits for the results of the test.',
    helps: 'The better content goes to everybody else at the time that was set.',
  },
}

export const campaignWords = {
  remove: {
    open: 'Delete …',
    title: (name: string) => `Delete ${name}?`,
    text: 'It has not been sent. Its content and settings are lost. This cannot be undone.',
    action: 'Delete the campaign',
  },
  title: 'Campaigns',
  lead: 'A campaign is one message to many people. Rates are shares of the delivered messages.',
  create: 'New campaign',
  empty: {
    title: 'No campaigns yet',
    text: 'A campaign is a draft until you send it: nobody is written to before that.',
  },
  noneFound: { title: 'Nothing found', text: 'No campaign matches. Remove a filter to see more.' },
  search: 'Search by name',
  name: 'Campaign',
  state: 'State',
  list: 'List',
  allLists: 'All lists',
  begins: (zone: string) => `Begins, ${zone}`,
  sent: 'Sent',
  opened: 'Opened',
  clicked: 'Clicked',
  left: 'Unsubscribed',
  stateFilters: [
    { value: '', label: 'All states' },
    { value: 'idle', label: 'Drafts' },
    { value: 'scheduled', label: 'Scheduled' },
    { value: 'sending', label: 'Sending' },
    { value: 'finished', label: 'Sent' },
    { value: 'failed,cancelled', label: 'Failed or cancelled' },
  ],
  stages: {
    draft: 'Draft',
    scheduled: 'Scheduled',
    sending: 'Sending',
    waiting: 'Waiting',
    paused: 'Paused',
    finished: 'Sent',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  compareThis: (name: string) => `Compare ${name}`,
  compareThem: (value: number) => `Compare ${value} campaigns`,
  ofTotal: (sent: number, total: number, is: TotalIs) => ofAll(sent, total, is),
  progressOf: (name: string) => `Progress of ${name}`,
  report: 'Report',
  live: {
    progress: 'Sent so far',
    sentOf: (sent: number, total: number, is: TotalIs) =>
      is === 'counting'
        ? `${messages(sent)} so far. The recipients are being counted: ${count(total)} or more.`
        : `${ofAll(sent, total, is)} ${total === 1 ? 'person' : 'people'}`,
    perMinute: (rate: number) => `${count(rate)} a minute`,
    left: (time: string) => `${time} left`,
    notStarted: (time: string) => `Begins at ${time}.`,
    over: {
      finished: (sent: number) => `Done: ${messages(sent)} sent.`,
      cancelled: (sent: number) => `Cancelled after ${messages(sent)}.`,
      failed: (sent: number, why: string) => `Failed after ${messages(sent)}: ${why}`,
    },
    draft: 'This campaign is a draft. Nobody has been written to.',
    milestone: (share: number, sent: number) => `${share} % sent: ${messages(sent)}.`,
    wait: (reason: string, said: string) =>
      waits[reason] ?? { says: `Waits for ${said}.`, helps: 'It continues by itself.' },
    pausedBy: (reason: string) =>
      reason === '' ? 'Paused. Nobody is written to until you resume it.' : `The server paused it: ${reason}`,
    credits: 'See the credits',
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel …',
    cancelTitle: (name: string) => `Cancel ${name}`,
    cancelText: (sent: number, remaining: number | null) =>
      `${people(sent)} ${sent === 1 ? 'has' : 'have'} it already. ${remaining === null ? 'All others' : `The other ${count(remaining)}`} will not get it. This cannot be undone.`,
    cancelAll: 'Nobody has been written to, and nobody will be. This cannot be undone.',
    cancelDo: (remaining: number | null) => {
      if (remaining === null) return 'Cancel the rest'
      return remaining === 0 ? 'Cancel it' : `Cancel the rest, ${people(remaining)}`
    },
    figures: 'Figures so far',
    taken: 'Delivered',
    takenHint: 'Delivered: a mail server has accepted the message.',
    refused: 'Bounced',
    waiting: 'Waiting for a retry',
  },
  uncertain: {
    title: (value: number, isExact: boolean) =>
      `${orMore(messages(value), isExact)} may or may not have been sent`,
    text: 'The connection or the server failed while they were being handed over. Nothing is sent again unless you say so.',
    who: 'Who they are',
    hide: 'Hide them',
    again: (value: number, isExact: boolean) =>
      isExact ? `Send again to ${count(value)}` : 'Send again to all',
    warn: 'People who got the first one get it twice, with the same Message-ID.',
    person: 'Person',
    since: (zone: string) => `Since, ${zone}`,
    messageId: 'Message-ID',
    deleted: 'Deleted since',
    resent: (value: number) => `${messages(value)} will be sent again.`,
  },
  system: {
    title: 'All campaigns',
    lead: 'All campaigns that have started, of all organizations. Figures update while campaigns are being sent.',
    started: 'Started',
    periods: [
      { value: '1', label: 'Since yesterday' },
      { value: '7', label: 'In the last 7 days' },
      { value: '30', label: 'In the last 30 days' },
      { value: 'all', label: 'At any time' },
    ],
    onlyOver: 'Only ended campaigns',
    organization: 'Organization',
    bounced: 'Bounced',
    complained: 'Complaints',
    empty: { title: 'No campaigns', text: 'No campaign has started in this time.' },
  },
}
