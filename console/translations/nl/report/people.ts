import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { count } from '../../../design/figures.ts'
import { orMore, people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/people.ts'

const kinds: Record<PeopleKind, string> = {
  sent: 'Verzonden',
  accepted: 'Bezorgd',
  waiting: 'Wacht of onzeker',
  skipped: 'Weggelaten',
  not_opened: 'Niet geopend',
  opened: 'Geopend',
  clicked: 'Geklikt',
  bounced: 'Gebouncet',
  complained: 'Klachten',
  unsubscribed: 'Uitgeschreven',
  opened_by_machine: 'Geopend door een programma',
  clicked_by_machine: 'Geklikt door een programma',
}

/** When: of the message, or of the first time. */
const times: Record<PeopleKind, string> = {
  sent: 'Verzonden',
  accepted: 'Verzonden',
  waiting: 'Laatste poging',
  skipped: 'Beslist',
  not_opened: 'Verzonden',
  opened: 'Eerst geopend',
  clicked: 'Eerst geklikt',
  bounced: 'Gebouncet',
  complained: 'Klacht',
  unsubscribed: 'Uitgeschreven',
  opened_by_machine: 'Geopend',
  clicked_by_machine: 'Geklikt',
}

/** Most of them are not active any more. */
const gone: ReadonlySet<PeopleKind> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = ' Alleen wie op de lijst actief is, kan worden aangeschreven.'

export const { peopleOfWords }: typeof en = {
  peopleOfWords: {
    kinds,
    title: (kind, name) => `${kinds[kind]}: ${name}`,
    who: 'Contacten',
    version: 'Versie',
    everyVersion: 'Alle versies',
    versionName: (name, place) => (name === '' ? `Versie ${place + 1}` : name),
    link: 'Link',
    everyLink: 'Elke link',
    severity: 'Soort bounce',
    everySeverity: 'Alle bounces',
    severities: {
      hard: 'Hard: het adres werkt niet',
      soft: 'Soft: de mailbox werkt voorlopig niet',
      other: 'Anders: ligt niet aan het adres',
    },
    severityWords: { hard: 'Hard', soft: 'Soft', other: 'Anders' },
    lead: (kind, number) =>
      number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
    seeds: 'Adressen van testlijsten zijn in het rapport meegeteld, maar staan hier niet.',
    caption: 'De contacten',
    person: 'Contact',
    deleted: 'Sindsdien verwijderd',
    at: (kind, zone) => `${times[kind]}, ${zone}`,
    unknownTime: 'Niet vastgelegd',
    times: 'Keer',
    status: 'Nu',
    reason: 'Waarom',
    more: 'Meer tonen',
    empty: { title: 'Niemand', text: 'Tot nu toe niemand.' },
    write: {
      action: 'Schrijf hen',
      name: (kind, name, at) => `${kinds[kind]}: ${name} (${at})`,
    },
    export: {
      action: 'Export',
      explain:
        'Al deze contacten worden in een bestand gezet, met elke kolom die een import weer kan inlezen.',
      submit: 'Exporteren',
    },
    open: (word, value) => `${word}: bekijk wie, ${count(value)}`,
  },
}
