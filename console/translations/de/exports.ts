import { size } from '../../design/figures.ts'
import type * as en from '../../words/exports.ts'
import { people } from './audience/amounts.ts'

export const { exportWords }: typeof en = {
  exportWords: {
    title: 'Exporte',
    lead: 'Listen als Dateien. Jede Datei lässt sich sieben Tage lang herunterladen.',
    start: 'Liste exportieren',
    list: 'Liste',
    who: 'Wer',
    state: 'Status',
    people: 'Personen',
    file: 'Datei',
    created: (zone) => `Erstellt (${zone})`,
    columns: 'Spalten',
    allColumns: 'alle',
    format: (type, separator, isPacked) =>
      [
        type === 'jsonl' ? 'JSON-Zeilen' : `CSV, ${separator === ';' ? 'Semikolons' : 'Kommas'}`,
        isPacked ? 'gzip' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    everybody: 'alle',
    download: (bytes) => `Herunterladen, ${size(bytes)}`,
    until: (at) => `bis ${at}`,
    gone: 'Die Datei wird nicht mehr aufbewahrt.',
    cancel: 'Abbrechen',
    endLink: 'Link beenden',
    progress: 'Fortschritt',
    states: {
      scheduled: 'wartet',
      exporting: 'läuft',
      finished: 'fertig',
      failed: 'fehlgeschlagen',
      cancelled: 'abgebrochen',
    },
    statuses: {
      active: 'aktiv',
      unsubscribed: 'abgemeldet',
      scomp: 'Beschwerde',
      bounced: 'unzustellbar',
      deactivated: 'deaktiviert',
    },
    empty: {
      title: 'Noch keine Exporte',
      text: 'Speichern Sie eine Liste oder einen Teil davon als Datei: für eine Tabelle, ein anderes System oder Ihre Unterlagen. Ein Import kann sie wieder lesen.',
    },
    new: {
      title: 'Liste exportieren',
      list: 'Welche Liste?',
      segment: 'Wer?',
      whole: 'Alle auf der Liste',
      segmentHint: 'Segmente enthalten nur aktive Personen, außer sie haben eine Bedingung für den Status.',
      statuses: 'Mit welchem Status?',
      statusesHint: 'Keiner gewählt: alle.',
      columns: 'Welche Spalten?',
      columnsHint: 'Keine gewählt: alles, was ein Import wieder lesen kann.',
      addColumn: 'Spalte hinzufügen',
      order: 'Reihenfolge in der Datei',
      orderHint: 'Verschieben Sie eine Spalte mit ihren Pfeilen oder mit Alt und ↑ oder ↓.',
      up: (name) => `${name} nach oben`,
      down: (name) => `${name} nach unten`,
      remove: (name) => `${name} weglassen`,
      moved: (name, place, total) => `${name} ist jetzt Spalte ${place} von ${total}.`,
      format: 'Welches Format?',
      formats: {
        csv: 'CSV mit Kommas',
        excel: 'CSV mit Semikolons, für Excel',
        jsonl: 'JSON, eine Person je Zeile',
      },
      gzip: 'Mit gzip gepackt',
      guard: 'Sicher in einer Tabelle zu öffnen',
      guardHint:
        'Ein Wert, der als Formel liefe, etwa =1+1 oder +49 30 1234, bekommt ein Apostroph vorangestellt.',
      submit: 'Datei erstellen',
    },
    done: (value) => people(value),
  },
}
