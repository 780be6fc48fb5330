import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/report/people.ts'
import { orMore, people } from '../audience/amounts.ts'

const kinds: typeof en.peopleOfWords.kinds = {
  sent: 'Gesendet',
  accepted: 'Zugestellt',
  waiting: 'Wartend oder ungewiss',
  skipped: 'Ausgelassen',
  not_opened: 'Nicht geöffnet',
  opened: 'Geöffnet',
  clicked: 'Geklickt',
  bounced: 'Unzustellbar',
  complained: 'Beschwerde',
  unsubscribed: 'Abgemeldet',
  opened_by_machine: 'Von einem Programm geöffnet',
  clicked_by_machine: 'Von einem Programm geklickt',
}

const times: typeof kinds = {
  sent: 'Gesendet',
  accepted: 'Gesendet',
  waiting: 'Letzter Versuch',
  skipped: 'Entschieden',
  not_opened: 'Gesendet',
  opened: 'Zuerst geöffnet',
  clicked: 'Zuerst geklickt',
  bounced: 'Unzustellbar',
  complained: 'Beschwerde',
  unsubscribed: 'Abgemeldet',
  opened_by_machine: 'Geöffnet',
  clicked_by_machine: 'Geklickt',
}

const gone: ReadonlySet<string> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = ' Anschreiben lassen sich nur jene, die auf der Liste aktiv sind.'

export const { peopleOfWords }: typeof en = {
  peopleOfWords: {
    kinds,
    title: (kind, name) => `${kinds[kind]}: ${name}`,
    who: 'Personen',
    version: 'Version',
    everyVersion: 'Alle Versionen',
    versionName: (name, place) => (name === '' ? `Version ${place + 1}` : name),
    link: 'Link',
    everyLink: 'Jeder Link',
    severity: 'Art des Bounces',
    everySeverity: 'Alle Bounces',
    severities: {
      hard: 'Hart: Die Adresse funktioniert nicht',
      soft: 'Weich: Das Postfach funktioniert zurzeit nicht',
      other: 'Sonstige: nicht wegen der Adresse',
    },
    severityWords: { hard: 'Hart', soft: 'Weich', other: 'Sonstige' },
    lead: (kind, number) =>
      number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
    seeds: 'Testadressen zählen im Bericht mit, stehen aber nicht hier.',
    caption: 'Die Personen',
    person: 'Person',
    deleted: 'Inzwischen gelöscht',
    at: (kind, zone) => `${times[kind]}, ${zone}`,
    unknownTime: 'Nicht aufgezeichnet',
    times: 'Male',
    status: 'Jetzt',
    reason: 'Warum',
    more: 'Mehr zeigen',
    empty: { title: 'Niemand', text: 'Bisher hat das niemand getan.' },
    write: {
      action: 'Anschreiben',
      name: (kind, name, at) => `${kinds[kind]}: ${name} (${at})`,
    },
    export: {
      action: 'Exportieren',
      explain:
        'Alle diese Personen kommen in eine Datei, mit jeder Spalte, die ein Import wieder lesen kann.',
      submit: 'Exportieren',
    },
    open: (word, value) => `${word}: ansehen, wer, ${count(value)}`,
  },
}
