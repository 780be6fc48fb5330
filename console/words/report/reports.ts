import { campaignDomainsPeopleMax } from '../../../src/contract/campaigns/timeline.ts'
import { count, instant } from '../../design/figures.ts'
import { people } from '../audience/amounts.ts'

/** Enhanced status codes (RFC 3463) as people understand them. */
const codes: Record<string, string> = {
  '5.1.0': 'The address is not accepted',
  '5.1.1': 'The address does not exist',
  '5.1.2': 'The domain of the address does not exist',
  '5.1.3': 'The address is not valid',
  '5.1.6': 'The person has moved',
  '5.1.10': 'The domain accepts no mail',
  '5.2.1': 'The mailbox is closed',
  '5.2.2': 'The mailbox is full',
  '5.2.3': 'The message is too large for the mailbox',
  '4.2.2': 'The mailbox is full for now',
  '5.3.4': 'The message is too large for the server',
  '5.4.1': 'No server accepts mail for the domain',
  '5.4.4': 'The domain cannot be reached',
  '5.5.0': 'The server refused it without a clear reason',
  '5.7.0': 'The server refused it by policy',
  '5.7.1': 'The server refused it by policy, often as suspected spam',
  '5.7.26': 'The sender is not authenticated (SPF, DKIM, DMARC)',
  unknown: 'The server gave no reason',
}

const times = (n: number) => (n === 1 ? 'once' : `${count(n)} times`)

export const reportWords = {
  parent: 'Campaigns',
  live: 'Watch it being sent',
  sentAt: (at: string, zone: string) => instant(at, zone),
  tabs: { time: 'Time', funnel: 'Funnel', mail: 'Mail', domains: 'Domains', bounces: 'Bounces' },
  sections: 'Parts of the report',
  figures: 'Figures of the campaign',
  machines: ({ opened, opens, clicked, clicks }: Record<'opened' | 'opens' | 'clicked' | 'clicks', number>) =>
    opens + clicks === 0
      ? 'Opens and clicks are those of people. No program was noticed.'
      : `Opens and clicks are those of people. Programs that look at every message opened ${count(opened)} ${opened === 1 ? 'message' : 'messages'} (${times(opens)}) and followed links of ${count(clicked)} (${times(clicks)}); they are not counted above.`,
  notOpened: (n: number) => `${people(n)} did not open it`,
  openedByMachine: (n: number) => `${people(n)} whose message a program opened`,
  clickedByMachine: (n: number) => `${people(n)} in whose message a program followed a link`,
  leftOut: (asked: number, failed: number) =>
    [
      asked === 0 ? '' : `A special sending rule left out ${people(asked)}.`,
      failed === 0
        ? ''
        : `${people(failed)} got no message for another reason, such as a rule that could not be evaluated.`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  seeLeftOut: 'See who, and why',
  average: (rate: string) => `${rate} on average`,
  averageOf: (campaigns: number) =>
    campaigns === 0
      ? 'There is no earlier campaign of the list to compare with.'
      : `The average is of the ${campaigns === 1 ? 'campaign' : `${count(campaigns)} campaigns`} before it on the list.`,
  summary: {
    subject: (contents: number): string => (contents > 1 ? 'Subjects' : 'Subject'),
    noSubject: 'No subject',
    to: 'List',
    segment: (name: string) => `Segment: ${name}`,
    growth: 'The list since then',
    active: (now: number) => `${people(now)} active now. How many there were then is not recorded.`,
    grown: (by: number, now: number) =>
      by === 0
        ? `As many active people as then: ${count(now)}.`
        : `${people(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'}, ${count(now)} active now.`,
  },
  ofTaken: 'of delivered',
  ofSent: 'of sent',
  tiles: {
    sent: 'Sent',
    accepted: 'Delivered',
    opened: 'Opened',
    clicked: 'Clicked',
    bounced: 'Bounced',
    complained: 'Complaints',
    unsubscribed: 'Unsubscribed',
  },
  funnel: {
    title: 'From sent to clicked',
    caption: (total: number) => `Each bar is a share of the ${count(total)} messages that were sent.`,
    step: 'Step',
    people: 'People',
    ofSent: 'Of sent',
    ofBefore: 'Of the step before',
    of: {
      accepted: 'of sent',
      opened: 'of delivered',
      clicked: 'of opened',
      unsubscribed: 'of delivered',
    },
  },
  time: {
    hour: 'By hour',
    day: 'By day',
    step: 'Length of a period',
    start: (zone: string) => `From, ${zone}`,
    caption: (word: string, total: number, zone: string) =>
      `${word}: ${count(total)} in all. Times in ${zone}.`,
    elsewhere: (later: number, undated: number) =>
      [
        later > 0 ? `${count(later)} came later than shown.` : '',
        undated > 0 ? `${count(undated)} have no recorded time.` : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    empty: {
      title: 'Nothing yet',
      text: 'The first opens usually come within minutes of the first messages.',
    },
    takenHasNoTime: 'Delivered messages are not counted by time; see Sent.',
  },
  mail: {
    content: 'Content',
    frame: (name: string) => `The message ${name}, with a number on each link that was counted`,
    links: 'Links, most clicked first',
    link: 'Link',
    people: 'People',
    share: 'Compared',
    clicks: 'Clicks',
    same: 'A link that is in the message twice has one number and one count.',
    foreign: 'Pictures on other servers are shown as boxes.',
    textOnly: 'This is a text message; its links are not counted.',
    empty: { title: 'No counted links', text: 'The message has no links, or clicks are not tracked.' },
    number: (place: number) => `(${place})`,
  },
  domains: {
    domain: 'Domain',
    caption: (sent: number) => `By the domain of the recipients. Shares are of ${count(sent)} messages.`,
    other: (value: number) => `${count(value)} other ${value === 1 ? 'domain' : 'domains'}`,
    unknown: (isExact: boolean) =>
      isExact
        ? 'Deleted people and seed addresses'
        : `Not counted: all but the first ${count(campaignDomainsPeopleMax)} people of the list`,
    share: 'Share of messages',
    empty: { title: 'Nothing yet', text: 'Nobody has been written to.' },
  },
  bounces: {
    caption: (value: number) => `${people(value)} did not get the message.`,
    reason: 'What the server said',
    code: 'Code',
    people: 'People',
    share: 'Share of bounces',
    reasonOf: (code: string) =>
      codes[code] ??
      (code.startsWith('4.') ? 'Refused for now, until Quiver gave up' : 'Refused permanently'),
    hard: 'Address does not exist',
    soft: 'Mailbox unavailable',
    other: 'Not about the address',
    kinds: 'Bounces by kind',
    empty: { title: 'No bounces', text: 'No mail server has refused the message.' },
  },
  table: 'Table',
  chart: 'Chart',
  tableHint: 'Key: T',
  thinned: (run: number) => `The chart shows the highest of each ${count(run)} points; the file has all.`,
  more: (rest: number) => `Show more: ${count(rest)} rows`,
  csv: 'CSV',
  compare: {
    title: 'Compare campaigns',
    lead: 'Rates are shares of the delivered messages; those of bounces, of the messages sent.',
    campaign: 'Campaign',
    started: (zone: string) => `Started, ${zone}`,
    empty: {
      title: 'Nothing to compare',
      text: 'Choose two to five campaigns in the list of campaigns.',
    },
    choose: 'Choose campaigns',
  },
  sent: {
    title: 'Messages sent',
    lead: 'Delivered messages, by the day on which they were sent.',
    by: 'By',
    daily: 'Day',
    monthly: 'Month',
    from: 'From',
    to: 'To',
    period: (zone: string) => `Begins, ${zone}`,
    sender: 'Campaign or autoresponder',
    messages: 'Messages',
    other: 'Other',
    single: 'Transactional messages',
    caption: (total: number, zone: string) => `${count(total)} messages. Days of ${zone}.`,
    empty: { title: 'Nothing was sent', text: 'No message was sent in this time. Choose another one.' },
  },
  credits: {
    title: 'Sending credits',
    organization: 'Organization',
    lead: 'One credit pays for one delivered message.',
    available: 'Available',
    lifetime: 'Messages ever sent',
    balance: 'Credits',
    at: (zone: string) => `Last change, ${zone}`,
    change: 'Change',
    after: 'Balance',
    what: 'What',
    who: 'By',
    kinds: { added: 'Added', removed: 'Removed', set: 'Set to the balance', spent: 'Spent' },
    actors: { user: 'User', api_key: 'API key', system: 'The server' },
    actor: (word: string, id: number | null) => (id === null ? word : `${word} ${id}`),
    spentBy: (name: string) => `Spent by ${name}`,
    empty: {
      title: 'No entries',
      text: 'Nothing was added or spent in this time. Organizations without prepaid credits have none.',
    },
  },
}
