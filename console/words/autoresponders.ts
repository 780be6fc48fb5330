import { count } from '../design/figures.ts'

type Delay = { delay: string; delay_amount: number; delay_unit: string | null; delay_time: number }

/** 3 days later at 09:00 */
function delayOf({ delay, delay_amount: amount, delay_unit: unit, delay_time: hour }: Delay): string {
  if (delay === 'immediately' || unit === null) return 'At once'
  const length = `${count(amount)} ${amount === 1 ? unit.slice(0, -1) : unit} later`
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length} at ${String(hour).padStart(2, '0')}:00` : length
}

export const autoresponderWords = {
  title: 'Autoresponders',
  lead: 'Messages that are sent to one person when something happens.',
  list: 'List',
  name: 'Autoresponder',
  trigger: 'When',
  triggerTitle: 'Trigger',
  delay: 'Sent',
  state: 'State',
  running: 'Running',
  paused: 'Paused',
  delayOf,
  triggers: {
    subscription: 'Somebody joins the list',
    api: 'A program asks for it',
    campaign_open: 'A campaign is opened',
    campaign_click: 'A link in a campaign is clicked',
    autoresponder_open: 'Another autoresponder is opened',
    autoresponder_nonopen: 'Another autoresponder is not opened',
    autoresponder_click: 'A link in another autoresponder is clicked',
    autoresponder_nonclick: 'No link in another autoresponder is clicked',
    autoresponder_send: 'Another autoresponder is sent',
  },
  triggerNow: {
    title: 'Send it to one person',
    ofPerson: 'Trigger an autoresponder',
    hint: 'The same call that programs make. The delay and the rule of the autoresponder apply.',
    email: 'E-mail address',
    create_missing_subscriber: 'Add the person if nobody on the list has this address',
    reactivate_subscriber: 'Make the person active again if they are not',
    paused: 'The autoresponder is paused: the message waits until you resume it.',
    pausedName: (name: string) => `${name} (paused)`,
    submit: 'Trigger it',
    done: (email: string) => `Triggered for ${email}.`,
    doneOf: (name: string) => `${name} was triggered.`,
  },
  empty: {
    title: 'No autoresponders on this list',
    text: 'The most common one welcomes people who join.',
  },
  noLists: { title: 'No lists yet', text: 'An autoresponder belongs to a list. Create a list first.' },
  figures: 'Figures since the beginning',
  sent: 'Sent',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  left: 'Unsubscribed',
  ofTaken: 'of delivered',
  ofSent: 'of sent',
  pause: 'Pause',
  resume: 'Resume',
  settings: 'Delay',
  delayKinds: { immediately: 'At once', with_delay: 'Later' },
  amount: 'How long after',
  unit: 'Unit',
  units: { minutes: 'Minutes', hours: 'Hours', days: 'Days', weeks: 'Weeks', months: 'Months' },
  hour: 'Hour of the day',
  save: 'Save the delay',
  onImport: 'Also for people who are imported',
  onApi: 'Also for people who are added by a program or a form',
  campaign: 'Campaign',
  other: 'Autoresponder that comes before',
  anyUrl: 'Any link counts',
  urls: 'Links that count',
  urlsHint: 'The address as it is in the message. Press Enter after each.',
  saveTrigger: 'Save when it is sent',
  message: {
    title: (name: string) => `Message of ${name}`,
    lead: 'Changes apply to every message that has not been sent yet.',
    save: 'Save the message',
    saved: 'saved',
    unsaved: 'not saved yet',
    conflict: 'Somebody else has saved this message in the meantime.',
    conflictText:
      'What you typed is still here. Save again to overwrite theirs, or open the page again to see it.',
    overwrite: 'Overwrite theirs',
  },
  sending: {
    title: 'Name, people and sender',
    name: 'Name',
    segment: 'Only people in this segment',
    everyone: 'Everybody who is active',
    ofList: 'From the sender of the list',
    fromName: 'Sender name',
    fromEmail: 'Sender address',
    replyTo: 'Replies go to',
    trackOpens: 'Track opens',
    trackLinks: 'Track clicks',
    save: 'Save the settings',
  },
  fresh: {
    title: 'New autoresponder',
    lead: 'It is paused until you resume it.',
    nameHint: 'Seen by your colleagues only.',
    create: 'Create it and write the message',
  },
  delete: 'Delete …',
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteText:
    'Waiting messages are not sent. What was sent stays in the reports. This cannot be undone; to keep it, pause it instead.',
  deleteDo: 'Delete the autoresponder',
}
