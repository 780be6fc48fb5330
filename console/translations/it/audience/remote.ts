import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/remote.ts'

export const connectionWords: typeof en.connectionWords = {
  title: 'Database',
  lead: 'I tuoi database, da cui le liste remote prendono i destinatari. Quiver li legge e non modifica nulla.',
  caption: 'Connessioni ai database',
  action: 'Azione',
  name: 'Nome',
  type: 'Server',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQL o MariaDB' },
  place: 'Database',
  placeOf: (host, port, database) => `${database} su ${host}:${port}`,
  host: 'Host',
  port: 'Porta',
  portHint: (port) => `Se vuoto: ${port}.`,
  database: 'Nome del database',
  username: 'Utente',
  usernameHint: 'Un utente che può leggere ciò che serve alle tue query, e nient’altro.',
  password: 'Password',
  passwordNew: 'Non verrà più mostrato.',
  passwordKeeps: 'Se vuoto, resta il valore attuale.',
  tls: 'Crittografia',
  tlsModes: {
    verify: 'Crittografata, certificato verificato',
    require: 'Crittografata, certificato non verificato',
    off: 'Non crittografata',
  },
  ca: 'Certificato dell’autorità (CA)',
  caHint: 'In formato PEM, da BEGIN CERTIFICATE a END CERTIFICATE. Se vuoto, le autorità pubbliche.',
  fresh: 'Nuova connessione',
  add: 'Aggiungi la connessione',
  empty: {
    title: 'Nessun database per ora',
    text: 'Con una connessione puoi creare liste i cui contatti restano nel tuo database. Una query li sceglie per ogni campagna.',
  },
  test: 'Verifica',
  testOf: (name) => `Verifica ${name}`,
  works: (milliseconds) => `Funziona (${milliseconds} ms).`,
}

export const remoteListWords: typeof en.remoteListWords = {
  isRemote: 'I contatti di questa lista sono in un altro database',
  isRemoteHint: 'Una query li sceglie per ogni campagna. Non può essere cambiato in seguito.',
  connection: 'Database',
  people:
    'I contatti di questa lista sono in un altro database. Quiver registra solo chi ha ricevuto un messaggio e chi si è disiscritto.',
}

export const remoteQueryWords: typeof en.remoteQueryWords = {
  title: 'Destinatari',
  label: 'Query',
  hint: 'La colonna email è obbligatoria. Una colonna distinct_id distingue i contatti; tutte le altre sono codici di unione.',
  example: 'select email, first_name from customers where newsletter',
  run: 'Esegui la query',
  first: 'Le prime righe',
  caption: 'Prime righe della query',
  none: 'La query non restituisce righe ora: nessuno riceverebbe la campagna.',
  more: 'Ci sono altre righe.',
  all: 'Queste sono tutte le righe.',
  codes: 'Codici di unione per il messaggio:',
  empty: '–',
  column: (name) => name,
}

const rows = (value: number) => plural(value, { one: '# riga', other: '# righe' })

export const queryRowsWords: typeof en.queryRowsWords = {
  title: 'Righe della query',
  read: (value) => `La query ha restituito ${rows(value)}.`,
  reading: (value) =>
    `${rows(value)} ${plural(value, { one: 'letta', other: 'lette' })} finora. Non viene inviato nulla finché non ci sono tutte.`,
  stopped: (value) =>
    `${rows(value)} ${plural(value, { one: 'letta', other: 'lette' })} prima della fine. Non è stato inviato nulla.`,
  skipped: 'Queste righe non ricevono messaggi:',
  noneSkipped: 'Nessuna è stata esclusa.',
  reasons: {
    invalid_email: 'Nessun indirizzo valido',
    invalid_distinct_id: 'Nessun distinct_id valido',
    too_long: 'Troppo lungo',
    duplicate: 'Contatto di una riga precedente',
    left: 'Già disiscritto, segnalato o in bounce',
    suppressed: 'In una lista di esclusione',
  },
}
