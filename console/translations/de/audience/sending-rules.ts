import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/sending-rules.ts'

type Words = typeof en.sendingRuleWords

const dayNames = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']

const limitOf: Words['limitOf'] = ({ messages_max: max, messages_days: days }) => {
  if (max === null || days === null) return ''
  const messages = plural(max, { one: '# Kampagnennachricht', other: '# Kampagnennachrichten' })
  return `Lässt aus, wer ${plural(days, { one: 'am letzten Tag', other: 'in den letzten # Tagen' })} ${messages} bekam.`
}

const daysOf = (days: readonly number[]) => {
  const names = days.map((day) => dayNames[day - 1] ?? '')
  const isRow = days.length > 2 && days.every((day, place) => day === (days[0] ?? 0) + place)
  return isRow ? `${names[0]}–${names.at(-1)}` : names.join(', ')
}

const hoursOf: Words['hoursOf'] = ({
  send_from: from,
  send_until: until,
  send_days: days,
  time_zone_field: field,
}) => {
  const on = days.length === 7 ? '' : ` ${daysOf(days)}`
  const at =
    from === null || until === null
      ? ''
      : ` von ${from} bis ${until}${until < from ? ' am nächsten Tag' : ''}`
  if (on + at === '') return ''
  const clocks = field === null ? 'in der Zeitzone der Organisation' : `in der Zeitzone im Feld „${field}“`
  return `Sendet nur${on}${at}, ${clocks}; bis dahin warten Personen.`
}

const conditionOf: Words['conditionOf'] = (people, skipWhen) =>
  skipWhen === 'matching' ? `Lässt aus: ${people}` : `Lässt alle aus, außer: ${people}`

const doesOf: Words['doesOf'] = (rule) => {
  const condition = rule.clauses === null ? '' : 'Lässt Personen nach einer Bedingung aus.'
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const { sendingRuleWords }: typeof en = {
  sendingRuleWords: {
    title: 'Versandregeln',
    lead: 'Eine Versandregel entscheidet für jede Person, wenn ihre Nachricht fällig ist, ob sie ausgelassen wird oder wartet. Kampagnen und Autoresponder nennen die Regel, der sie folgen.',
    create: 'Neue Regel',
    fresh: 'Neue Versandregel',
    empty: {
      title: 'Noch keine Versandregeln',
      text: 'Eine Regel kann Personen nach einer Bedingung auslassen, begrenzen, wie viele Nachrichten eine Person in einigen Tagen bekommt, und Nachrichten zurückhalten, bis die Tageszeit in ihrer Zeitzone passt.',
    },
    name: 'Name',
    nameHint: 'Nur für Sie und Ihr Team.',
    list: 'Für Kampagnen und Autoresponder von',
    listHint: 'Eine Bedingung zu Feldern, Kampagnen oder Segmenten einer Liste braucht diese Liste.',
    allLists: 'Alle Listen',
    does: 'Was sie tut',
    condition: {
      title: 'Wer ausgelassen wird',
      text: 'Die Bedingung wird für jede Person geprüft, wenn die Nachricht fällig ist.',
      none: 'Keine Bedingung: Niemand wird dadurch ausgelassen.',
      which: 'Auslassen',
      matching: 'Personen, für die die Bedingung gilt',
      not_matching: 'alle anderen',
      incomplete: 'Füllen Sie jede Bedingung aus.',
    },
    limit: {
      title: 'Wie viele Nachrichten eine Person bekommt',
      text: 'Zählt Nachrichten aller Kampagnen der Organisation an die Adresse, auf jeder Liste. Nachrichten von Autorespondern zählen nicht.',
      max: 'Höchstens Nachrichten',
      days: 'In so vielen Tagen',
      none: 'Leer: keine Grenze.',
    },
    hours: {
      title: 'Wann Nachrichten hinausgehen',
      text: 'Außerhalb dieser Stunden warten Personen; die anderen gehen weiter.',
      from: 'Von',
      until: 'Bis',
      hint: 'Leer: den ganzen Tag.',
      days: 'An diesen Tagen',
      dayNames,
      field: 'Feld mit der Zeitzone jeder Person',
      fieldHint:
        'Sein Name, auf jeder Liste, die es hat. Personen ohne bekannte Zone folgen der Zone der Organisation.',
    },
    summary: 'In Worten',
    nothing: 'Bisher tut die Regel nichts: Fügen Sie eine Bedingung, eine Grenze oder Stunden hinzu.',
    limitOf,
    doesOf,
    hoursOf,
    conditionOf,
    save: 'Regel speichern',
    saved: 'Gespeichert. Sie gilt für alle, deren Nachricht noch nicht unterwegs ist.',
    uses: {
      title: 'Verwendet von',
      none: 'Nichts verwendet diese Regel.',
    },
    remove: {
      title: 'Löschen',
      text: 'Eine Regel lässt sich löschen, solange nichts sie verwendet.',
      inUse:
        'Sie lässt sich nicht löschen, solange das Obige sie verwendet: Wählen Sie dort zuerst eine andere.',
    },
    choice: {
      label: 'Regel',
      none: 'Keine Regel',
      hint: 'Entscheidet für jede Person, wenn die Nachricht fällig ist: wer ausgelassen wird und wer auf bessere Stunden wartet.',
      sequenceHint: 'Sie wird vor jeder Nachricht der Sequenz gefragt.',
      show: 'Regel ansehen',
      notRemote: 'Nicht auf externen Listen: Diese Regeln brauchen Felder oder Segmente',
    },
  },
}
