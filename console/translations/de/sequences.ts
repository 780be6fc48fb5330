import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/sequences.ts'
import { people } from './audience/amounts.ts'

const weekdays = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']

const laterBy: Record<string, (amount: number) => string> = {
  minutes: (amount) => plural(amount, { one: '# Minute später', other: '# Minuten später' }),
  hours: (amount) => plural(amount, { one: '# Stunde später', other: '# Stunden später' }),
  days: (amount) => plural(amount, { one: '# Tag später', other: '# Tage später' }),
  weeks: (amount) => plural(amount, { one: '# Woche später', other: '# Wochen später' }),
}

/** 2 Tage später, dann um die nächsten 09:00 am Mo, Di oder Fr */
const waitOf: typeof en.sequenceWords.waitOf = ({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}) => {
  const length = amount === 0 ? '' : (laterBy[unit]?.(amount) ?? '')
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} oder ${names.at(-1)}`
  const next =
    time === null
      ? on === ''
        ? ''
        : `am nächsten ${on}`
      : `um ${time}${on === '' ? '' : ` am nächsten ${on}`}`
  if (length === '' && next === '') return 'Sofort'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}, dann ${next}`
}

const previous = {
  any: '',
  opened: 'die vorige Nachricht geöffnet wurde',
  not_opened: 'die vorige Nachricht nicht geöffnet wurde',
  clicked: 'in der vorigen Nachricht ein Link geklickt wurde',
  not_clicked: 'in der vorigen Nachricht kein Link geklickt wurde',
}

const otherwise = { end: 'Sonst endet die Sequenz', skip: 'Sonst wird dieser Schritt übersprungen' }

const conditionOf: typeof en.sequenceWords.conditionOf = (step) => {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const held = clauses === null || clauses === '' ? '' : `dies gilt: ${clauses.replace(/\.$/, '')}`
  const segment = name === null ? held : `die Person in „${name}“ ist`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `Nur wenn ${parts.join(', und ')}. ${otherwise[step.otherwise]}.`
}

export const { sequenceWords }: typeof en = {
  sequenceWords: {
    title: 'Sequenz',
    steps: 'Schritte',
    none: 'Nach der Nachricht folgt nichts. Fügen Sie Schritte hinzu, um daraus eine Sequenz zu machen, etwa einen Kurs oder eine Erinnerung.',
    first: 'Erste Nachricht',
    blank: 'Sie hat noch keinen Betreff.',
    waitOf,
    conditionOf,
    figures: ({ sent, opened, clicked }) =>
      `${count(sent)} gesendet, ${count(opened)} geöffnet, ${count(clicked)} geklickt`,
    waiting: (value, isExact) => `${people(value, isExact)} ${value === 1 ? 'wartet' : 'warten'}`,
    nobodyWaits: 'Niemand wartet',
    ended: (value) => `für ${people(value)} endete die Sequenz hier`,
    skipped: (value) =>
      plural(value, { one: '# Person hat ihn übersprungen', other: '# Personen haben ihn übersprungen' }),
    stuck: (reason) => `Seine Nachrichten warten: ${reason}.`,
    removed: (name) =>
      `${name} (entfernt): Wer hier wartet, macht zu der Zeit weiter, zu der er fällig gewesen wäre.`,
    paused: 'Solange sie angehalten ist, behalten alle ihren Platz und ihre Zeit.',
    edit: (name) => `Nachricht bearbeiten: ${name}`,
    editWord: 'Nachricht bearbeiten',
    change: 'Wartezeit und Bedingung',
    changeOf: (name) => `Wartezeit und Bedingung von „${name}“ ändern`,
    up: (name) => `${name} nach oben`,
    down: (name) => `${name} nach unten`,
    remove: (name) => `${name} entfernen`,
    removeText: (value, isExact) =>
      value === 0 && isExact
        ? 'Niemand wartet darauf. Was gesendet wurde, bleibt in den Berichten.'
        : `${people(value, isExact)} ${value === 1 ? 'wartet' : 'warten'} darauf und ${value === 1 ? 'macht' : 'machen'} ohne seine Nachricht weiter, zu der Zeit, zu der er fällig gewesen wäre. Was gesendet wurde, bleibt in den Berichten.`,
    removeDo: 'Schritt entfernen',
    add: 'Schritt hinzufügen',
    fresh: {
      title: 'Neuer Schritt',
      lead: 'Er kommt hinzu, wenn Sie die Nachricht speichern. Wer seine Stelle noch nicht erreicht hat, bekommt ihn.',
      save: 'Schritt hinzufügen',
    },
    message: (name) => `Nachricht von „${name}“`,
    fields: {
      name: 'Name des Schritts',
      amount: 'Nach der vorigen Nachricht warten',
      unit: 'Einheit',
      units: { minutes: 'Minuten', hours: 'Stunden', days: 'Tage', weeks: 'Wochen' },
      time: 'Dann bis zu dieser Uhrzeit warten',
      timeHint: (zone) => `Leer: zu jeder Zeit. In ${zone}.`,
      weekdays: 'Nur an diesen Tagen',
      weekdaysHint: 'Keiner gewählt: an jedem Tag.',
      weekdayNames: weekdays,
      previous: 'Nur Personen, die',
      previousKinds: {
        any: 'irgendetwas oder nichts getan haben',
        opened: 'die vorige Nachricht geöffnet haben',
        not_opened: 'die vorige Nachricht nicht geöffnet haben',
        clicked: 'in der vorigen Nachricht einen Link geklickt haben',
        not_clicked: 'in der vorigen Nachricht keinen Link geklickt haben',
      },
      segment: 'Nur Personen in diesem Segment',
      anybody: 'Kein Segment',
      ownClauses: 'Bedingungen nur für diesen Schritt',
      loading: 'Wird geladen …',
      otherwise: 'Für alle anderen',
      otherwiseKinds: { end: 'endet die Sequenz', skip: 'wird der Schritt übersprungen' },
      save: 'Schritt speichern',
      keeps: 'Wer schon wartet, behält seine Zeit.',
    },
    places: {
      title: (name) => `Personen in „${name}“`,
      lead: 'Personen zwischen zwei Nachrichten, und was als Nächstes kommt.',
      caption: 'Personen in der Sequenz',
      step: 'Wartet auf',
      everyStep: 'Jeder Schritt',
      person: 'Person',
      due: 'Fällig',
      entered: 'Seit',
      takeOut: (email) => `${email} herausnehmen`,
      takeOutWord: 'Herausnehmen',
      takeOutText: 'Sie bekommt keine Nachrichten dieser Sequenz mehr, wenn nichts sie noch einmal auslöst.',
      takeOutDo: 'Person herausnehmen',
      empty: {
        title: 'Niemand wartet',
        text: 'Hier stehen Personen von ihrer ersten bis zu ihrer letzten Nachricht.',
      },
      removedStep: (name) => `${name} (entfernt)`,
      zone: (zone) => `Zeiten in ${zone}.`,
    },
    ofPerson: {
      title: 'Sequenzen',
      none: 'Zurzeit in keiner Sequenz.',
      next: (step, time) => `${step}, ${time}`,
      paused: 'angehalten',
    },
  },
}
