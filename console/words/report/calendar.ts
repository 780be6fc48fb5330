import { count } from '../../design/figures.ts'
export const calendarWords = {
  title: 'Calendar',
  lead: (zone: string) => `What was sent and what will be, in ${zone}.`,
  views: { month: 'Month', week: 'Week' },
  view: 'Show',
  range: (from: string, to: string) => `${from} – ${to}`,
  earlier: 'Earlier',
  later: 'Later',
  today: 'Today',
  byAutoresponders: (value: number) =>
    value === 1 ? '1 message by autoresponders' : `${count(value)} messages by autoresponders`,
  sentBy: (name: string, messages: number) => `${name}: ${count(messages)}`,
  none: 'No campaign begins on these days.',
  move: (name: string) => `Move ${name}`,
  moveTo: 'New day and time',
  save: 'Move the campaign',
  over: 'This time is over. Choose another one.',
  moved: (name: string, at: string) => `${name} now begins ${at}.`,
  onlySent:
    'Messages of autoresponders appear on the day when they were sent: when the next ones are due depends on what people do.',
  drag: 'Drag what is scheduled to another day, or press its clock.',
}
