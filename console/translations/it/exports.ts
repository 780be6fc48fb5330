import { size } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/exports.ts'

export const { exportWords }: typeof en = {
  exportWords: {
    title: 'Esportazioni',
    lead: 'Liste sotto forma di file. Ogni file può essere scaricato per sette giorni.',
    start: 'Esporta una lista',
    list: 'Lista',
    who: 'Chi',
    state: 'Stato',
    people: 'Contatti',
    file: 'File',
    created: (zone) => `Creata (${zone})`,
    columns: 'Colonne',
    allColumns: 'tutte',
    format: (type, separator, isPacked) =>
      [
        type === 'jsonl' ? 'JSON Lines' : `CSV, ${separator === ';' ? 'punto e virgola' : 'virgole'}`,
        isPacked ? 'gzip' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    everybody: 'tutti',
    download: (bytes) => `Scarica, ${size(bytes)}`,
    until: (at) => `fino a ${at}`,
    gone: 'Il file non è più conservato.',
    cancel: 'Annulla',
    endLink: 'Disattiva il link',
    progress: 'Avanzamento',
    states: {
      scheduled: 'in attesa',
      exporting: 'in corso',
      finished: 'completata',
      failed: 'non riuscita',
      cancelled: 'annullata',
    },
    statuses: {
      active: 'attivo',
      unsubscribed: 'disiscritto',
      scomp: 'segnalazione',
      bounced: 'bounce',
      deactivated: 'disattivato',
    },
    empty: {
      title: 'Nessuna esportazione per ora',
      text: 'Salva una lista o una sua parte in un file: per un foglio di calcolo, un altro sistema o il tuo archivio. Un’importazione può rileggerlo.',
    },
    new: {
      title: 'Esporta una lista',
      list: 'Quale lista?',
      segment: 'Chi?',
      whole: 'Tutti i contatti della lista',
      segmentHint:
        'I segmenti contengono solo contatti attivi, salvo che abbiano una condizione sullo stato.',
      statuses: 'Con quale stato?',
      statusesHint: 'Se non ne scegli nessuno: tutti.',
      columns: 'Quali colonne?',
      columnsHint: 'Se non ne scegli nessuna: tutto ciò che un’importazione può rileggere.',
      addColumn: 'Aggiungi una colonna',
      order: 'Ordine nel file',
      orderHint: 'Sposta una colonna con le sue frecce, o con Alt e ↑ o ↓.',
      up: (name) => `Sposta su ${name}`,
      down: (name) => `Sposta giù ${name}`,
      remove: (name) => `Rimuovi ${name}`,
      moved: (name, place, total) => `${name} è ora la colonna ${place} di ${total}.`,
      format: 'Quale formato?',
      formats: {
        csv: 'CSV con virgole',
        excel: 'CSV con punto e virgola, per Excel',
        jsonl: 'JSON, un contatto per riga',
      },
      gzip: 'Compresso con gzip',
      guard: 'Sicuro in un foglio di calcolo',
      guardHint:
        'Un valore che verrebbe eseguito come formula, ad esempio =1+1 o +49 30 1234, è preceduto da un apostrofo.',
      submit: 'Crea il file',
    },
    done: (value) => people(value),
  },
}
