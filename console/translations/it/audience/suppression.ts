import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/suppression.ts'

const entries = (value: number) => plural(value, { one: '# voce', other: '# voci' })

export const suppressionWords: typeof en.suppressionWords = {
  title: 'Esclusioni',
  lead: 'Gli indirizzi di queste liste non ricevono messaggi. Ogni lista indica per che cosa vale.',
  holds: 'Vale per',
  ofList: 'Mailing list',
  scopes: {
    organization: 'Tutti i messaggi',
    mailing_list: 'Una mailing list',
    segment: 'Segmenti che la indicano',
    system: 'Tutte le organizzazioni',
  },
  find: {
    title: 'Un indirizzo è escluso?',
    email: 'Indirizzo e-mail',
    submit: 'Cerca',
    none: (email) => `Nessuna lista esclude ${email}.`,
    by: (list, entry, since) => `${list}: ${entry}, da ${since}`,
    bySystem: 'Una lista di questo server esclude l’indirizzo.',
  },
  name: 'Nome della lista',
  create: 'Crea la lista',
  newTitle: 'Nuova lista di esclusione',
  empty: {
    title: 'Nessuna lista di esclusione per ora',
    text: 'Una lista di esclusione contiene indirizzi che non devono mai ricevere posta: segnalazioni, concorrenti, chi lo ha chiesto per iscritto.',
  },
  list: {
    search: 'Cerca',
    searchHint: 'Indirizzo, @dominio o hash',
    entry: 'Voce',
    entries: 'Voci',
    kind: 'Tipo',
    kinds: { a: 'Indirizzo', d: 'Dominio', m: 'Hash MD5', s: 'Hash SHA-256' },
    added: 'Aggiunta',
    remove: (entry) => `Rimuovi ${entry}`,
    removeShort: 'Rimuovi',
    add: 'Aggiungi voci',
    addHint: 'Indirizzi, domini come @example.com o hash di indirizzi, uno per riga, fino a 10.000.',
    submit: (value) => (value === 0 ? 'Aggiungi voci' : `Aggiungi ${entries(value)}`),
    result: (added, known, invalid) =>
      [
        `${entries(added)} ${plural(added, { one: 'aggiunta', other: 'aggiunte' })}`,
        ...(known > 0 ? [`${count(known)} già nella lista`] : []),
        ...(invalid > 0
          ? [
              `${count(invalid)} non ${plural(invalid, { one: 'è', other: 'sono' })} né indirizzo, né dominio, né hash`,
            ]
          : []),
      ].join(', ') + '.',
    empty: { title: 'La lista è vuota', text: 'Aggiungi gli indirizzi che non devono ricevere posta.' },
    none: {
      title: 'Nessuna voce inizia così',
      text: 'Cerca dall’inizio di un indirizzo, o con @ e un dominio.',
    },
    zone: (zone) => `Orari di ${zone}.`,
  },
}

export const seedWords: typeof en.seedWords = {
  title: 'Liste di controllo',
  lead: 'Indirizzi tuoi che ricevono una copia di ogni campagna che usa la lista, così vedi che cosa arriva.',
  name: 'Nome della lista',
  create: 'Crea la lista',
  newTitle: 'Nuova lista di controllo',
  addresses: 'Indirizzi, uno per riga',
  search: 'Cerca nella lista',
  save: 'Salva gli indirizzi',
  saved: 'Gli indirizzi sono salvati.',
  remove: (address) => `Rimuovi ${address}`,
  add: 'Indirizzo e-mail',
  addSubmit: 'Aggiungi alla lista',
  count: (value) => plural(value, { one: '# indirizzo', other: '# indirizzi' }),
  empty: {
    title: 'Nessuna lista di controllo per ora',
    text: 'Una lista di controllo contiene indirizzi tuoi presso diversi provider. Le campagne inviano loro una copia.',
  },
  none: { title: 'Nessun indirizzo per ora', text: 'Aggiungi un tuo indirizzo.' },
}
