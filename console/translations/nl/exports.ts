import { size } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/exports.ts'

export const { exportWords }: typeof en = {
  exportWords: {
    title: 'Exports',
    lead: 'Lijsten als bestand. Elk bestand kan zeven dagen worden gedownload.',
    start: 'Lijst exporteren',
    list: 'Lijst',
    who: 'Wie',
    state: 'Status',
    people: 'Contacten',
    file: 'Bestand',
    created: (zone) => `Gemaakt (${zone})`,
    columns: 'Kolommen',
    allColumns: 'alle',
    format: (type, separator, isPacked) =>
      [
        type === 'jsonl' ? 'JSON Lines' : `CSV, ${separator === ';' ? 'puntkomma’s' : 'komma’s'}`,
        isPacked ? 'gzip' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    everybody: 'iedereen',
    download: (bytes) => `Downloaden, ${size(bytes)}`,
    until: (at) => `tot ${at}`,
    gone: 'Het bestand wordt niet meer bewaard.',
    cancel: 'Annuleren',
    endLink: 'Link beëindigen',
    progress: 'Voortgang',
    states: {
      scheduled: 'wacht',
      exporting: 'bezig',
      finished: 'klaar',
      failed: 'mislukt',
      cancelled: 'geannuleerd',
    },
    statuses: {
      active: 'actief',
      unsubscribed: 'uitgeschreven',
      scomp: 'klacht',
      bounced: 'gebouncet',
      deactivated: 'gedeactiveerd',
    },
    empty: {
      title: 'Nog geen exports',
      text: 'Sla een lijst of een deel ervan op als bestand: voor een spreadsheet, een ander systeem of je archief. Een import kan het weer inlezen.',
    },
    new: {
      title: 'Lijst exporteren',
      list: 'Welke lijst?',
      segment: 'Wie?',
      whole: 'Iedereen op de lijst',
      segmentHint:
        'Segmenten bevatten alleen actieve contacten, tenzij ze een voorwaarde voor de status hebben.',
      statuses: 'Met welke status?',
      statusesHint: 'Niets gekozen: alle.',
      columns: 'Welke kolommen?',
      columnsHint: 'Niets gekozen: alles wat een import weer kan inlezen.',
      addColumn: 'Kolom toevoegen',
      order: 'Volgorde in het bestand',
      orderHint: 'Verplaats een kolom met de pijlen, of met Alt en ↑ of ↓.',
      up: (name) => `${name} omhoog`,
      down: (name) => `${name} omlaag`,
      remove: (name) => `${name} weglaten`,
      moved: (name, place, total) => `${name} is nu kolom ${place} van ${total}.`,
      format: 'Welke indeling?',
      formats: {
        csv: 'CSV met komma’s',
        excel: 'CSV met puntkomma’s, voor Excel',
        jsonl: 'JSON, één contact per regel',
      },
      gzip: 'Ingepakt met gzip',
      guard: 'Veilig te openen in een spreadsheet',
      guardHint:
        'Een waarde die als formule zou worden uitgevoerd, zoals =1+1 of +49 30 1234, krijgt een apostrof ervoor.',
      submit: 'Bestand maken',
    },
    done: (value) => people(value),
  },
}
