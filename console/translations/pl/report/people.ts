import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { count } from '../../../design/figures.ts'
import { orMore, people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/people.ts'

const kinds: Record<PeopleKind, string> = {
  sent: 'Wysłane',
  accepted: 'Dostarczone',
  waiting: 'Czekające lub niepewne',
  skipped: 'Pominięte',
  not_opened: 'Bez otwarcia',
  opened: 'Otwarcia',
  clicked: 'Kliknięcia',
  bounced: 'Odbite',
  complained: 'Skargi',
  unsubscribed: 'Wypisania',
  opened_by_machine: 'Otwarte przez program',
  clicked_by_machine: 'Kliknięte przez program',
}

/** When: of the message, or of the first time. */
const times: Record<PeopleKind, string> = {
  sent: 'Wysłano',
  accepted: 'Wysłano',
  waiting: 'Ostatnia próba',
  skipped: 'Zdecydowano',
  not_opened: 'Wysłano',
  opened: 'Pierwsze otwarcie',
  clicked: 'Pierwsze kliknięcie',
  bounced: 'Odbicie',
  complained: 'Skarga',
  unsubscribed: 'Wypisanie',
  opened_by_machine: 'Otwarcie',
  clicked_by_machine: 'Kliknięcie',
}

/** Most of them are not active any more. */
const gone: ReadonlySet<PeopleKind> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = ' Napisać można tylko do kontaktów aktywnych na liście.'

export const { peopleOfWords }: typeof en = {
  peopleOfWords: {
    kinds,
    title: (kind, name) => `${kinds[kind]}: ${name}`,
    who: 'Kontakty',
    version: 'Wersja',
    everyVersion: 'Wszystkie wersje',
    versionName: (name, place) => (name === '' ? `Wersja ${place + 1}` : name),
    link: 'Link',
    everyLink: 'Dowolny link',
    severity: 'Rodzaj odbicia',
    everySeverity: 'Wszystkie odbicia',
    severities: {
      hard: 'Twarde: adres nie działa',
      soft: 'Miękkie: skrzynka na razie nie działa',
      other: 'Inne: nie dotyczy adresu',
    },
    severityWords: { hard: 'Twarde', soft: 'Miękkie', other: 'Inne' },
    lead: (kind, number) =>
      number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
    seeds: 'Adresy z list kontrolnych są liczone w raporcie, ale nie ma ich tutaj.',
    caption: 'Kontakty',
    person: 'Kontakt',
    deleted: 'W międzyczasie usunięty',
    at: (kind, zone) => `${times[kind]}, ${zone}`,
    unknownTime: 'Nie zapisano',
    times: 'Razy',
    status: 'Teraz',
    reason: 'Dlaczego',
    more: 'Pokaż więcej',
    empty: { title: 'Nikt', text: 'Dotąd nikt.' },
    write: {
      action: 'Napisz do nich',
      name: (kind, name, at) => `${kinds[kind]}: ${name} (${at})`,
    },
    export: {
      action: 'Eksport',
      explain:
        'Wszystkie te kontakty zostaną zapisane do pliku, z każdą kolumną, którą potrafi odczytać import.',
      submit: 'Eksportuj je',
    },
    open: (word, value) => `${word}: zobacz kto, ${count(value)}`,
  },
}
