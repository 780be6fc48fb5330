import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/sending-rules.ts'

const dayNames = ['pon.', 'wt.', 'śr.', 'czw.', 'pt.', 'sob.', 'niedz.']

type Limit = { messages_max: number | null; messages_days: number | null }
type Hours = {
  send_from: string | null
  send_until: string | null
  send_days: readonly number[]
  time_zone_field: string | null
}

function limitOf({ messages_max: max, messages_days: days }: Limit): string {
  if (max === null || days === null) return ''
  const messages = plural(max, { one: '# wiadomość', other: '# wiadomości' })
  return `Pomija kontakty, które dostały ${messages} z kampanii w ciągu ${days === 1 ? 'ostatniego dnia' : `ostatnich ${count(days)} dni`}.`
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
  const on = days.length === 7 ? '' : `, ${daysOf(days)}`
  const at =
    from === null || until === null ? '' : ` od ${from} do ${until}${until < from ? ' następnego dnia' : ''}`
  if (on + at === '') return ''
  const clocks = field === null ? 'w strefie organizacji' : `w strefie z pola „${field}”`
  return `Wysyła tylko${at}${on}, ${clocks}; do tego czasu kontakty czekają.`
}

/** @param people `Active people who …`, as the sentence of a segment begins. */
function conditionOf(people: string, skipWhen: 'matching' | 'not_matching'): string {
  const them = people.replace(/^(Active people|People)/, (word) => word.toLowerCase())
  return skipWhen === 'matching' ? `Pomija: ${them}` : `Pomija wszystkich poza: ${them}`
}

const hasCondition = 'Pomija kontakty według warunku.'

/** One sentence for each part, without the clauses. */
function doesOf(rule: Limit & Hours & { clauses: unknown }): string[] {
  const condition = rule.clauses === null ? '' : hasCondition
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const { sendingRuleWords }: typeof en = {
  sendingRuleWords: {
    title: 'Reguły wysyłki',
    lead: 'Reguła wysyłki decyduje dla każdego kontaktu, gdy przychodzi pora na jego wiadomość, czy zostanie pominięty, czy poczeka. Kampanie i autorespondery wskazują regułę, której przestrzegają.',
    create: 'Nowa reguła',
    fresh: 'Nowa reguła wysyłki',
    empty: {
      title: 'Nie ma jeszcze reguł wysyłki',
      text: 'Reguła może pomijać kontakty według warunku, ograniczać liczbę wiadomości na kontakt w ciągu kilku dni i wstrzymywać wiadomości do właściwych godzin w jego strefie czasowej.',
    },
    name: 'Nazwa',
    nameHint: 'Widoczne tylko dla współpracowników.',
    list: 'Dla kampanii i autoresponderów listy',
    listHint: 'Warunek dotyczący pól, kampanii lub segmentów jednej listy wymaga tej listy.',
    allLists: 'Wszystkie listy',
    does: 'Co robi',
    condition: {
      title: 'Kto jest pomijany',
      text: 'Warunek jest sprawdzany dla każdego kontaktu, gdy przychodzi pora na wiadomość.',
      none: 'Bez warunku: nikt nie jest przez niego pomijany.',
      which: 'Pomijaj',
      matching: 'kontakty, dla których warunek jest prawdziwy',
      not_matching: 'wszystkich pozostałych',
      incomplete: 'Uzupełnij wszystkie warunki.',
    },
    limit: {
      title: 'Ile wiadomości dostaje kontakt',
      text: 'Liczy wiadomości wszystkich kampanii organizacji na ten adres, na dowolnej liście. Wiadomości autoresponderów się nie liczą.',
      max: 'Najwięcej wiadomości',
      days: 'W ciągu tylu dni',
      none: 'Puste: bez limitu.',
    },
    hours: {
      title: 'Kiedy wychodzą wiadomości',
      text: 'Poza tymi godzinami kontakty czekają; pozostałe idą dalej.',
      from: 'Od',
      until: 'Do',
      hint: 'Puste: cały dzień.',
      days: 'W te dni',
      dayNames,
      field: 'Pole ze strefą czasową każdego kontaktu',
      fieldHint:
        'Jego nazwa, na każdej liście, która je ma. Kontakty bez znanej strefy trzymają się strefy organizacji.',
    },
    summary: 'Słowami',
    nothing: 'Na razie reguła nic nie robi: dodaj warunek, limit lub godziny.',
    limitOf,
    doesOf,
    hoursOf,
    conditionOf,
    save: 'Zapisz regułę',
    saved: 'Zapisano. Obowiązuje wszystkich, których wiadomość nie jest jeszcze w drodze.',
    uses: {
      title: 'Używane przez',
      none: 'Nic nie używa tej reguły.',
    },
    remove: {
      title: 'Usuń',
      text: 'Regułę można usunąć, gdy nic jej nie używa.',
      inUse:
        'Nie można jej usunąć, dopóki używają jej powyższe elementy: najpierw wybierz w nich inną regułę.',
    },
    choice: {
      label: 'Reguła',
      none: 'Bez reguły',
      hint: 'Decyduje dla każdego kontaktu, gdy przychodzi pora na wiadomość: kto jest pomijany, a kto czeka na lepsze godziny.',
      sequenceHint: 'Sprawdzana przed każdą wiadomością sekwencji.',
      show: 'Pokaż regułę',
      notRemote: 'Nie na listach zdalnych: te reguły wymagają pól lub segmentów',
    },
  },
}
