import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/suppression.ts'

const entries = (value: number) => plural(value, { one: '# wpis', few: '# wpisy', other: '# wpisów' })

export const suppressionWords: typeof en.suppressionWords = {
  title: 'Wykluczenia',
  lead: 'Adresy z tych list nie dostają wiadomości. Każda lista mówi, czego dotyczy.',
  holds: 'Zakres',
  ofList: 'Lista mailingowa',
  scopes: {
    organization: 'Wszystkie wiadomości',
    mailing_list: 'Jedna lista mailingowa',
    segment: 'Segmenty, które ją wskazują',
    system: 'Wszystkie organizacje',
  },
  find: {
    title: 'Czy adres jest wykluczony?',
    email: 'Adres e-mail',
    submit: 'Sprawdź',
    none: (email) => `Żadna lista nie wyklucza adresu ${email}.`,
    by: (list, entry, since) => `${list}: ${entry}, od ${since}`,
    bySystem: 'Adres wyklucza lista tego serwera.',
  },
  name: 'Nazwa listy',
  create: 'Utwórz listę',
  newTitle: 'Nowa lista wykluczeń',
  empty: {
    title: 'Nie ma jeszcze list wykluczeń',
    text: 'Lista wykluczeń zawiera adresy, które nigdy nie mają dostawać poczty: skargi, konkurencja, osoby, które poprosiły na piśmie.',
  },
  list: {
    search: 'Szukaj',
    searchHint: 'Adres, @domena lub skrót',
    entry: 'Wpis',
    entries: 'Wpisy',
    kind: 'Rodzaj',
    kinds: { a: 'Adres', d: 'Domena', m: 'Skrót MD5', s: 'Skrót SHA-256' },
    added: 'Dodano',
    remove: (entry) => `Usuń ${entry}`,
    removeShort: 'Usuń',
    add: 'Dodaj wpisy',
    addHint: 'Adresy, domeny jako @example.com albo skróty adresów, po jednym w wierszu, do 10 000.',
    submit: (value) => (value === 0 ? 'Dodaj wpisy' : `Dodaj ${entries(value)}`),
    result: (added, known, invalid) =>
      [
        `Dodano ${entries(added)}`,
        ...(known > 0 ? [`już na liście: ${count(known)}`] : []),
        ...(invalid > 0 ? [`ani adres, ani domena, ani skrót: ${count(invalid)}`] : []),
      ].join(', ') + '.',
    empty: { title: 'Lista jest pusta', text: 'Dodaj adresy, które nie mają dostawać poczty.' },
    none: {
      title: 'Żaden wpis tak się nie zaczyna',
      text: 'Szukaj od początku adresu albo od @ i domeny.',
    },
    zone: (zone) => `Godziny w strefie ${zone}.`,
  },
}

export const seedWords: typeof en.seedWords = {
  title: 'Listy kontrolne',
  lead: 'Własne adresy, które dostają kopię każdej kampanii używającej listy, aby było widać, co dociera.',
  name: 'Nazwa listy',
  create: 'Utwórz listę',
  newTitle: 'Nowa lista kontrolna',
  addresses: 'Adresy, po jednym w wierszu',
  search: 'Szukaj na liście',
  save: 'Zapisz adresy',
  saved: 'Adresy zapisano.',
  remove: (address) => `Usuń ${address}`,
  add: 'Adres e-mail',
  addSubmit: 'Dodaj do listy',
  count: (value) => plural(value, { one: '# adres', few: '# adresy', other: '# adresów' }),
  empty: {
    title: 'Nie ma jeszcze list kontrolnych',
    text: 'Lista kontrolna zawiera własne adresy u różnych dostawców. Kampanie wysyłają im kopię.',
  },
  none: { title: 'Nie ma jeszcze adresów', text: 'Dodaj własny adres.' },
}
