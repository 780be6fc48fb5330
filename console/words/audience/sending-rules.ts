import { count } from '../../design/figures.ts'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

type Limit = { messages_max: number | null; messages_days: number | null }
type Hours = {
  send_from: string | null
  send_until: string | null
  send_days: readonly number[]
  time_zone_field: string | null
}

function limitOf({ messages_max: max, messages_days: days }: Limit): string {
  if (max === null || days === null) return ''
  const messages = `${count(max)} ${max === 1 ? 'message' : 'messages'}`
  return `Leaves out people who had ${messages} of campaigns in the last ${days === 1 ? 'day' : `${count(days)} days`}.`
}

/** Mon–Fri, or Mon, Wed. */
function daysOf(days: readonly number[]): string {
  const names = days.map((day) => dayNames[day - 1] ?? '')
  const isRow = days.length > 2 && days.every((day, place) => day === (days[0] ?? 0) + place)
  return isRow ? `${names[0]}–${names.at(-1)}` : names.join(', ')
}

function hoursOf({
  send_from: from,
  send_until: until,
  send_days: days,
  time_zone_field: field,
}: Hours): string {
  const on = days.length === 7 ? '' : ` on ${daysOf(days)}`
  const at =
    from === null || until === null
      ? ''
      : ` from ${from} to ${until}${until < from ? ' of the next day' : ''}`
  if (on + at === '') return ''
  const clocks = field === null ? 'in the zone of the organization' : `in the zone in the field “${field}”`
  return `Sends only${at}${on}, ${clocks}; until then people wait.`
}

/** @param people `Active people who …`, as the sentence of a segment begins. */
function conditionOf(people: string, skipWhen: 'matching' | 'not_matching'): string {
  const them = people.replace(/^(Active people|People)/, (word) => word.toLowerCase())
  return skipWhen === 'matching' ? `Leaves out ${them}` : `Leaves out everybody but ${them}`
}

const hasCondition = 'Leaves out people by a condition.'

/** One sentence for each part, without the clauses. */
function doesOf(rule: Limit & Hours & { clauses: unknown }): string[] {
  const condition = rule.clauses === null ? '' : hasCondition
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const sendingRuleWords = {
  title: 'Sending rules',
  lead: 'A special sending rule decides for each person, when their message is due, whether they are left out or wait. Campaigns and autoresponders name the rule that they follow.',
  create: 'New rule',
  fresh: 'New sending rule',
  empty: {
    title: 'No sending rules yet',
    text: 'A rule can leave out people by a condition, limit how many messages a person gets in some days, and hold messages until the hours of the day are right in their time zone.',
  },
  name: 'Name',
  nameHint: 'Seen by your colleagues only.',
  list: 'For campaigns and autoresponders of',
  listHint: 'A condition about the fields, campaigns or segments of one list needs that list.',
  allLists: 'All lists',
  does: 'What it does',
  condition: {
    title: 'Who is left out',
    text: 'The condition is looked at when the message is due, for each person.',
    none: 'No condition: nobody is left out by one.',
    which: 'Leave out',
    matching: 'people for whom the condition is true',
    not_matching: 'everybody else',
    incomplete: 'Fill in every condition.',
  },
  limit: {
    title: 'How many messages a person gets',
    text: 'Counts messages of all campaigns of the organization to the address, on any list. Messages of autoresponders do not count.',
    max: 'At most messages',
    days: 'In so many days',
    none: 'Empty: no limit.',
  },
  hours: {
    title: 'When messages leave',
    text: 'Outside of these hours people wait; the others go on.',
    from: 'From',
    until: 'Until',
    hint: 'Empty: the whole day.',
    days: 'On these days',
    dayNames,
    field: 'Field with the time zone of each person',
    fieldHint:
      'Its name, on every list that has it. People without a known zone follow the zone of the organization.',
  },
  summary: 'In words',
  nothing: 'So far the rule does nothing: add a condition, a limit or hours.',
  limitOf,
  doesOf,
  hoursOf,
  conditionOf,
  save: 'Save the rule',
  saved: 'Saved. It holds for everybody whose message is not on its way yet.',
  uses: {
    title: 'Used by',
    none: 'Nothing uses this rule.',
  },
  remove: {
    title: 'Delete',
    text: 'A rule can be deleted while nothing uses it.',
    inUse: 'It cannot be deleted while the above use it: choose another rule there first.',
  },
  choice: {
    label: 'Rule',
    none: 'No rule',
    hint: 'Decides for each person when the message is due: who is left out, and who waits for better hours.',
    sequenceHint: 'It is asked before each message of the sequence.',
    show: 'Show the rule',
    notRemote: 'Not on remote lists: these rules need fields or segments',
  },
}
