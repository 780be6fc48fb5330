import type { StepRecord } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { count, plural } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/sequences.ts'

type Forms = { one: string; few: string; many: string; other: string }

const units: Record<string, Forms> = {
  minutes: { one: 'minutę', few: 'minuty', many: 'minut', other: 'minuty' },
  hours: { one: 'godzinę', few: 'godziny', many: 'godzin', other: 'godziny' },
  days: { one: 'dzień', few: 'dni', many: 'dni', other: 'dnia' },
  weeks: { one: 'tydzień', few: 'tygodnie', many: 'tygodni', other: 'tygodnia' },
}

const weekdays = ['pon.', 'wt.', 'śr.', 'czw.', 'pt.', 'sob.', 'niedz.']

type Wait = Pick<StepRecord, 'wait_amount' | 'wait_unit' | 'wait_time' | 'wait_weekdays'>

/** 2 days later, then the next 09:00 on Mon, Tue or Fri */
function waitOf({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}: Wait): string {
  const length =
    amount === 0 ? '' : `${count(amount)} ${plural(amount, units[unit] ?? { other: unit })} później`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} lub ${names.at(-1)}`
  const next =
    time === null
      ? on === ''
        ? ''
        : `w najbliższy dzień: ${on}`
      : `o najbliższej ${time}${on === '' ? '' : ` (${on})`}`
  if (length === '' && next === '') return 'Od razu'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}, potem ${next}`
}

const previous = {
  any: '',
  opened: 'otwarto poprzednią wiadomość',
  not_opened: 'nie otwarto poprzedniej wiadomości',
  clicked: 'kliknięto link w poprzedniej wiadomości',
  not_clicked: 'nie kliknięto linku w poprzedniej wiadomości',
}

/** `Active people who joined in the last 45 days.`: they joined in the last 45 days. */
function heldBy(sentence: string): string {
  const [, phrase] = /^(?:Active people|People) who (.*)\.$/.exec(sentence) ?? []
  if (phrase !== undefined) return `spełniony jest warunek: „${phrase}”`
  return sentence === '' ? '' : `spełniony jest warunek: „${sentence.replace(/\.$/, '')}”`
}

/** Only if they opened the previous message, and they are in Customers. Otherwise the sequence ends. */
function conditionOf(step: StepRecord): string {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const segment = name === null ? heldBy(clauses ?? '') : `kontakt jest w segmencie „${name}”`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `Tylko jeśli ${parts.join(' i jeśli ')}. ${otherwise[step.otherwise]}.`
}

const otherwise = {
  end: 'W przeciwnym razie sekwencja się kończy',
  skip: 'W przeciwnym razie ten krok jest pomijany',
}

export const { sequenceWords }: typeof en = {
  sequenceWords: {
    title: 'Sekwencja',
    steps: 'Kroki',
    none: 'Po wiadomości nic nie następuje. Dodaj kroki, aby powstała sekwencja, np. kurs lub przypomnienie.',
    first: 'Pierwsza wiadomość',
    blank: 'Nie ma jeszcze tematu.',
    waitOf,
    conditionOf,
    figures: ({ sent, opened, clicked }) =>
      `wysłano ${count(sent)}, otwarto ${count(opened)}, kliknięto ${count(clicked)}`,
    waiting: (value, isExact) => `Czeka: ${people(value, isExact)}`,
    nobodyWaits: 'Nikt nie czeka',
    ended: (value) => `tu sekwencja się skończyła: ${people(value)}`,
    skipped: (value) => `pominęło: ${people(value)}`,
    stuck: (reason) => `Jego wiadomości czekają: ${reason}.`,
    removed: (name) =>
      `${name} (usunięty): kontakty, które tu czekają, idą dalej w chwili, gdy krok by przypadał.`,
    paused: 'Podczas wstrzymania każdy zachowuje swoje miejsce i termin.',
    edit: (name) => `Edytuj wiadomość kroku „${name}”`,
    editWord: 'Edytuj wiadomość',
    change: 'Czekanie i warunek',
    changeOf: (name) => `Zmień czekanie i warunek kroku „${name}”`,
    up: (name) => `Przesuń „${name}” w górę`,
    down: (name) => `Przesuń „${name}” w dół`,
    remove: (name) => `Usuń „${name}”`,
    removeText: (value, isExact) =>
      value === 0 && isExact
        ? 'Nikt na niego nie czeka. To, co wysłano, zostaje w raportach.'
        : `Czeka na niego ${people(value, isExact)}; pójdą dalej bez jego wiadomości w chwili, gdy by przypadała. To, co wysłano, zostaje w raportach.`,
    removeDo: 'Usuń krok',
    add: 'Dodaj krok',
    fresh: {
      title: 'Nowy krok',
      lead: 'Zostanie dodany po zapisaniu wiadomości. Dostaną go kontakty, które nie dotarły jeszcze do jego miejsca.',
      save: 'Dodaj krok',
    },
    message: (name) => `Wiadomość: ${name}`,
    fields: {
      name: 'Nazwa kroku',
      amount: 'Czekaj po poprzedniej wiadomości',
      unit: 'Jednostka',
      units: { minutes: 'minuty', hours: 'godziny', days: 'dni', weeks: 'tygodnie' },
      time: 'Potem czekaj do tej godziny',
      timeHint: (zone) => `Puste: o dowolnej porze. W strefie ${zone}.`,
      weekdays: 'Tylko w te dni',
      weekdaysHint: 'Nic nie wybrano: dowolny dzień.',
      weekdayNames: weekdays,
      previous: 'Tylko kontakty, które',
      previousKinds: {
        any: 'zrobiły cokolwiek lub nic',
        opened: 'otworzyły poprzednią wiadomość',
        not_opened: 'nie otworzyły poprzedniej wiadomości',
        clicked: 'kliknęły link w poprzedniej wiadomości',
        not_clicked: 'nie kliknęły linku w poprzedniej wiadomości',
      },
      segment: 'Tylko kontakty z tego segmentu',
      anybody: 'Bez segmentu',
      ownClauses: 'Warunki tylko tego kroku',
      loading: 'Wczytywanie…',
      otherwise: 'Dla wszystkich pozostałych',
      otherwiseKinds: { end: 'sekwencja się kończy', skip: 'krok jest pomijany' },
      save: 'Zapisz krok',
      keeps: 'Kontakty, które już czekają, zachowują swój termin.',
    },
    places: {
      title: (name) => `Kontakty w „${name}”`,
      lead: 'Kontakty między dwiema wiadomościami i to, co nastąpi.',
      caption: 'Kontakty w sekwencji',
      step: 'Czeka na',
      everyStep: 'Każdy krok',
      person: 'Kontakt',
      due: 'Termin',
      entered: 'Od',
      takeOut: (email) => `Usuń z sekwencji: ${email}`,
      takeOutWord: 'Usuń z sekwencji',
      takeOutText:
        'Kontakt nie dostanie więcej wiadomości tej sekwencji, chyba że coś znów ją dla niego uruchomi.',
      takeOutDo: 'Usuń kontakt z sekwencji',
      empty: {
        title: 'Nikt nie czeka',
        text: 'Kontakty są tu od pierwszej do ostatniej wiadomości.',
      },
      removedStep: (name) => `${name} (usunięty)`,
      zone: (zone) => `Godziny w strefie ${zone}.`,
    },
    ofPerson: {
      title: 'Sekwencje',
      none: 'Teraz nie jest w żadnej sekwencji.',
      next: (step, time) => `${step}, ${time}`,
      paused: 'wstrzymana',
    },
  },
}
