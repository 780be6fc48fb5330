import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/remote.ts'

export const connectionWords: typeof en.connectionWords = {
  title: 'Databases',
  lead: 'Je eigen databases, waaruit externe lijsten hun ontvangers halen. Quiver leest ze en wijzigt niets.',
  caption: 'Databaseverbindingen',
  action: 'Actie',
  name: 'Naam',
  type: 'Server',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQL of MariaDB' },
  place: 'Database',
  placeOf: (host, port, database) => `${database} op ${host}:${port}`,
  host: 'Host',
  port: 'Poort',
  portHint: (port) => `Leeg: ${port}.`,
  database: 'Naam van de database',
  username: 'Gebruiker',
  usernameHint: 'Een gebruiker die mag lezen wat je query’s nodig hebben, en verder niets.',
  password: 'Wachtwoord',
  passwordNew: 'Het wordt niet opnieuw getoond.',
  passwordKeeps: 'Leeg: de huidige waarde blijft.',
  tls: 'Versleuteling',
  tlsModes: {
    verify: 'Versleuteld, certificaat gecontroleerd',
    require: 'Versleuteld, certificaat niet gecontroleerd',
    off: 'Niet versleuteld',
  },
  ca: 'Certificaat van de autoriteit (CA)',
  caHint: 'In PEM, van BEGIN CERTIFICATE tot END CERTIFICATE. Leeg: de openbare autoriteiten.',
  fresh: 'Nieuwe verbinding',
  add: 'Verbinding toevoegen',
  empty: {
    title: 'Nog geen databases',
    text: 'Met een verbinding kun je lijsten maken waarvan de contacten in je eigen database blijven. Een query kiest ze voor elke campagne.',
  },
  test: 'Testen',
  testOf: (name) => `${name} testen`,
  works: (milliseconds) => `Het werkt (${milliseconds} ms).`,
}

export const remoteListWords: typeof en.remoteListWords = {
  isRemote: 'De contacten van deze lijst staan in een andere database',
  isRemoteHint: 'Een query kiest ze voor elke campagne. Dit kan later niet worden gewijzigd.',
  connection: 'Database',
  people:
    'De contacten van deze lijst staan in een andere database. Quiver legt alleen vast wie een bericht kreeg en wie zich uitschreef.',
}

export const remoteQueryWords: typeof en.remoteQueryWords = {
  title: 'Ontvangers',
  label: 'Query',
  hint: 'De kolom email is verplicht. Een kolom distinct_id onderscheidt contacten; alle andere zijn invoegcodes.',
  example: 'select email, first_name from customers where newsletter',
  run: 'Query uitvoeren',
  first: 'De eerste rijen',
  caption: 'Eerste rijen van de query',
  none: 'De query geeft nu geen rijen: niemand zou de campagne krijgen.',
  more: 'Er zijn meer rijen.',
  all: 'Dit zijn alle rijen.',
  codes: 'Invoegcodes voor het bericht:',
  empty: '–',
  column: (name) => name,
}

const rows = (value: number) => plural(value, { one: '# rij', other: '# rijen' })

export const queryRowsWords: typeof en.queryRowsWords = {
  title: 'Rijen van de query',
  read: (value) => `De query gaf ${rows(value)}.`,
  reading: (value) => `Tot nu toe ${rows(value)} gelezen. Er wordt niets verzonden totdat alles er is.`,
  stopped: (value) => `${rows(value)} gelezen voordat de query eindigde. Er is niets verzonden.`,
  skipped: 'Deze rijen krijgen geen bericht:',
  noneSkipped: 'Er is geen rij weggelaten.',
  reasons: {
    invalid_email: 'Geen geldig adres',
    invalid_distinct_id: 'Geen geldige distinct_id',
    too_long: 'Te lang',
    duplicate: 'Contact van een eerdere rij',
    left: 'Eerder uitgeschreven, klacht of gebouncet',
    suppressed: 'Op een blokkeerlijst',
  },
}
