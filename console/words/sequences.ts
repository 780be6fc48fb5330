import type { StepRecord } from '../../src/contract/autoresponders/sequence-steps.ts'
import { count } from '../design/figures.ts'
import { people } from './audience/amounts.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

type Wait = Pick<StepRecord, 'wait_amount' | 'wait_unit' | 'wait_time' | 'wait_weekdays'>

/** 2 days later, then the next 09:00 on Mon, Tue or Fri */
function waitOf({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}: Wait): string {
  const length = amount === 0 ? '' : `${count(amount)} ${amount === 1 ? unit.slice(0, -1) : unit} later`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
  const next =
    time === null
      ? on === ''
        ? ''
        : `on the next ${on}`
      : `at the next ${time}${on === '' ? '' : ` on ${on}`}`
  if (length === '' && next === '') return 'At once'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}, then ${next}`
}

const previous = {
  any: '',
  opened: 'they opened the previous message',
  not_opened: 'they have not opened the previous message',
  clicked: 'they clicked a link in the previous message',
  not_clicked: 'they have not clicked a link in the previous message',
}

/** `Active people who joined in the last 45 days.`: they joined in the last 45 days. */
function heldBy(sentence: string): string {
  const [, phrase] = /^(?:Active people|People) who (.*)\.$/.exec(sentence) ?? []
  if (phrase !== undefined) return `they ${phrase}`
  return sentence === '' ? '' : `this holds: ${sentence.replace(/\.$/, '')}`
}

/** Only if they opened the previous message, and they are in Customers. Otherwise the sequence ends. */
function conditionOf(step: StepRecord): string {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const segment = name === null ? heldBy(clauses ?? '') : `they are in ${name}`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `Only if ${parts.join(', and ')}. ${otherwise[step.otherwise]}.`
}

const otherwise = { end: 'Otherwise the sequence ends', skip: 'Otherwise this step is skipped' }

export const sequenceWords = {
  title: 'Sequence',
  steps: 'Steps',
  none: 'Nothing follows the message. Add steps to make it a sequence, such as a course or a reminder.',
  first: 'First message',
  blank: 'It has no subject yet.',
  waitOf,
  conditionOf,
  figures: ({ sent, opened, clicked }: { sent: number; opened: number; clicked: number }) =>
    `${count(sent)} sent, ${count(opened)} opened, ${count(clicked)} clicked`,
  waiting: (value: number, isExact: boolean) => `${people(value, isExact)} ${value === 1 ? 'waits' : 'wait'}`,
  nobodyWaits: 'Nobody waits',
  ended: (value: number) => `the sequence ended here for ${people(value)}`,
  skipped: (value: number) => `${people(value)} skipped it`,
  stuck: (reason: string) => `Its messages wait: ${reason}.`,
  removed: (name: string) =>
    `${name} (removed): people who wait here continue at the time when it would have been due.`,
  paused: 'While it is paused, everybody keeps their place and time.',
  edit: (name: string) => `Edit the message of ${name}`,
  editWord: 'Edit the message',
  change: 'Wait and condition',
  changeOf: (name: string) => `Change wait and condition of ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  removeText: (value: number, isExact: boolean) =>
    value === 0 && isExact
      ? 'Nobody waits for it. What was sent stays in the reports.'
      : `${people(value, isExact)} ${value === 1 ? 'waits' : 'wait'} for it and will continue without its message at the time when it would have been due. What was sent stays in the reports.`,
  removeDo: 'Remove the step',
  add: 'Add a step',
  fresh: {
    title: 'New step',
    lead: 'It is added when you save the message. People who have not reached its place yet get it.',
    save: 'Add the step',
  },
  message: (name: string) => `Message of ${name}`,
  fields: {
    name: 'Name of the step',
    amount: 'Wait after the previous message',
    unit: 'Unit',
    units: { minutes: 'minutes', hours: 'hours', days: 'days', weeks: 'weeks' },
    time: 'Then wait until this time of day',
    timeHint: (zone: string) => `Empty: at any time. In ${zone}.`,
    weekdays: 'Only on these days',
    weekdaysHint: 'None chosen: any day.',
    weekdayNames: weekdays,
    previous: 'Only people who',
    previousKinds: {
      any: 'Did anything or nothing',
      opened: 'opened the previous message',
      not_opened: 'have not opened the previous message',
      clicked: 'clicked a link in the previous message',
      not_clicked: 'have not clicked a link in the previous message',
    },
    segment: 'Only people in this segment',
    anybody: 'No segment',
    ownClauses: 'Conditions of this step alone',
    loading: 'Loading …',
    otherwise: 'For everybody else',
    otherwiseKinds: { end: 'the sequence ends', skip: 'the step is skipped' },
    save: 'Save the step',
    keeps: 'People who already wait keep their time.',
  },
  places: {
    title: (name: string) => `People in ${name}`,
    lead: 'People who are between two messages, and what comes next.',
    caption: 'People within the sequence',
    step: 'Waits for',
    everyStep: 'Every step',
    person: 'Person',
    due: 'Due',
    entered: 'Since',
    takeOut: (email: string) => `Take out ${email}`,
    takeOutWord: 'Take out',
    takeOutText: 'They get no more messages of this sequence unless something triggers it for them again.',
    takeOutDo: 'Take the person out',
    empty: {
      title: 'Nobody is waiting',
      text: 'People are listed here from their first message to their last.',
    },
    removedStep: (name: string) => `${name} (removed)`,
    zone: (zone: string) => `Times in ${zone}.`,
  },
  ofPerson: {
    title: 'Sequences',
    none: 'Not in a sequence now.',
    next: (step: string, time: string) => `${step}, ${time}`,
    paused: 'paused',
  },
}
