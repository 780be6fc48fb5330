import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/remote.ts'

export const connectionWords: typeof en.connectionWords = {
  title: 'Bazy danych',
  lead: 'Własne bazy danych, z których listy zdalne biorą odbiorców. Quiver je odczytuje i niczego nie zmienia.',
  caption: 'Połączenia z bazami danych',
  action: 'Działanie',
  name: 'Nazwa',
  type: 'Serwer',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQL lub MariaDB' },
  place: 'Baza danych',
  placeOf: (host, port, database) => `${database} na ${host}:${port}`,
  host: 'Host',
  port: 'Port',
  portHint: (port) => `Jeśli puste: ${port}.`,
  database: 'Nazwa bazy danych',
  username: 'Użytkownik',
  usernameHint: 'Użytkownik, który może odczytać to, czego potrzebują zapytania, i nic więcej.',
  password: 'Hasło',
  passwordNew: 'Nie zostanie pokazane ponownie.',
  passwordKeeps: 'Jeśli puste, zostaje obecna wartość.',
  tls: 'Szyfrowanie',
  tlsModes: {
    verify: 'Szyfrowane, certyfikat sprawdzany',
    require: 'Szyfrowane, certyfikat niesprawdzany',
    off: 'Nieszyfrowane',
  },
  ca: 'Certyfikat urzędu (CA)',
  caHint: 'W formacie PEM, od BEGIN CERTIFICATE do END CERTIFICATE. Jeśli puste, urzędy publiczne.',
  fresh: 'Nowe połączenie',
  add: 'Dodaj połączenie',
  empty: {
    title: 'Nie ma jeszcze baz danych',
    text: 'Dzięki połączeniu można tworzyć listy, których kontakty pozostają we własnej bazie danych. Zapytanie wybiera je dla każdej kampanii.',
  },
  test: 'Przetestuj',
  testOf: (name) => `Przetestuj „${name}”`,
  works: (milliseconds) => `Działa (${milliseconds} ms).`,
}

export const remoteListWords: typeof en.remoteListWords = {
  isRemote: 'Kontakty z tej listy są w innej bazie danych',
  isRemoteHint: 'Zapytanie wybiera je dla każdej kampanii. Tego nie można później zmienić.',
  connection: 'Baza danych',
  people:
    'Kontakty z tej listy są w innej bazie danych. Quiver zapisuje tylko, kto dostał wiadomość i kto się wypisał.',
}

export const remoteQueryWords: typeof en.remoteQueryWords = {
  title: 'Odbiorcy',
  label: 'Zapytanie',
  hint: 'Kolumna email jest wymagana. Kolumna distinct_id odróżnia kontakty; wszystkie inne to kody do wstawiania.',
  example: 'select email, first_name from customers where newsletter',
  run: 'Wykonaj zapytanie',
  first: 'Pierwsze wiersze',
  caption: 'Pierwsze wiersze zapytania',
  none: 'Zapytanie nie zwraca teraz żadnych wierszy: nikt nie dostałby kampanii.',
  more: 'Jest więcej wierszy.',
  all: 'To wszystkie wiersze.',
  codes: 'Kody do wstawienia w wiadomości:',
  empty: '–',
  column: (name) => name,
}

const rows = (value: number) => plural(value, { one: '# wiersz', few: '# wiersze', other: '# wierszy' })

export const queryRowsWords: typeof en.queryRowsWords = {
  title: 'Wiersze zapytania',
  read: (value) => `Zapytanie zwróciło ${rows(value)}.`,
  reading: (value) =>
    `Odczytano dotąd ${rows(value)}. Nic nie zostanie wysłane, dopóki nie będzie wszystkich.`,
  stopped: (value) => `Przed zatrzymaniem odczytano ${rows(value)}. Nic nie wysłano.`,
  skipped: 'Te wiersze nie dostaną wiadomości:',
  noneSkipped: 'Żadnego nie pominięto.',
  reasons: {
    invalid_email: 'Brak poprawnego adresu',
    invalid_distinct_id: 'Brak poprawnego distinct_id',
    too_long: 'Za długie',
    duplicate: 'Kontakt z wcześniejszego wiersza',
    left: 'Wcześniej wypisany, odbity lub ze skargą',
    suppressed: 'Na liście wykluczeń',
  },
}
