import type { RowLogName } from '../../../src/contract/imports/states.ts'
import { count, percent, plural, size } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'
import type * as en from '../../words/imports.ts'

const rows = (value: number) => plural(value, { one: '# wiersz', few: '# wiersze', other: '# wierszy' })

const stays = 'bez zmian'

const kept = (would: string, has: string, leftOut: string) => ({ would, has, leftOut, tone: 'quiet' })

/** What would happen to the rows of a class, and what has happened. */
const classes: Record<RowLogName, { would: string; has: string; leftOut?: string; tone: string }> = {
  added: { would: 'nowe', has: 'dodane', tone: 'success' },
  updated: { would: 'zmiany', has: 'zmienione', tone: 'info' },
  failed: { would: 'błędne', has: 'nieudane', tone: 'danger' },
  skipped_overwrite: { would: `${stays}: już na liście`, has: 'pozostawione bez zmian', tone: 'quiet' },
  skipped_active: { would: `${stays}: aktywne`, has: 'aktywne, pozostawione bez zmian', tone: 'quiet' },
  skipped_unsubscribed: kept('nadal wypisane', 'pozostały wypisane', 'pominięte: wypisane'),
  skipped_scomp: kept('nadal ze skargą', 'pozostały ze skargą', 'pominięte: skarga'),
  skipped_bounced: kept('nadal odbite', 'pozostały odbite', 'pominięte: odbite'),
  skipped_deactivated: kept('nadal wyłączone', 'pozostały wyłączone', 'pominięte: wyłączone'),
  skipped_duplicate: {
    would: 'powtórzenia wcześniejszego wiersza',
    has: 'powtórzyły wcześniejszy wiersz',
    tone: 'quiet',
  },
  skipped_over_limit: { would: 'ponad limit', has: 'były ponad limit', tone: 'warning' },
  pruned: {
    would: 'zejdą z listy: nie ma ich w pliku',
    has: 'zdjęte z listy: nie było ich w pliku',
    tone: 'warning',
  },
}

export const importWords: typeof en.importWords = {
  title: 'Importy',
  lead: 'Każdy zaimportowany plik i los każdego wiersza.',
  start: 'Importuj plik',
  file: 'Plik',
  list: 'Lista',
  state: 'Stan',
  began: (zone) => `Początek (${zone})`,
  rowsHead: 'Wiersze',
  pasted: pastedText,
  dryRun: 'podgląd',
  empty: {
    title: 'Nie ma jeszcze importów',
    text: 'Weź plik taki, jaki jest, z Excela, Mailchimpa lub swojego sklepu; zobaczysz, co się stanie, zanim się stanie. Nic nie jest do nikogo wysyłane.',
  },
  filter: { label: 'Pokaż', recent: 'Ostatnie 14 dni', active: 'W toku', all: 'Wszystkie' },
  states: {
    scheduled: 'czeka',
    downloading: 'pobieranie',
    splitting: 'odczyt pliku',
    importing: 'w toku',
    paused: 'wstrzymany',
    finished: 'gotowy',
    failed: 'nieudany',
    cancelled: 'anulowany',
  },
  steps: {
    label: 'Kroki importu',
    names: { file: 'Plik', columns: 'Kolumny', rules: 'Reguły', preview: 'Podgląd', run: 'Wykonanie' },
  },
  into: (list) => `Import do listy „${list}”`,
  back: 'Wstecz',
  classes,
  row: {
    number: 'Wiersz',
    address: 'Adres',
    what: 'Co się stanie',
    was: 'Co się stało',
    changes: 'Przed → po',
    none: 'nic',
    same: 'Żadne pole się nie zmienia',
    search: 'Szukaj adresu',
    all: 'Wszystkie wiersze',
    caption: 'Wiersze pliku',
    no: 'Nie ma takich wierszy.',
    purged: 'Wiersze nie są już przechowywane: dzienniki są usuwane siedem dni po zakończeniu importu.',
    pick: 'Wybierz powyżej kategorię, aby zobaczyć tylko jej wiersze i je pobrać.',
    later: 'Następne wiersze',
    first: 'Pierwsze wiersze',
    of: (value, isExact) => orMore(rows(value), isExact),
    download: 'Pobierz te wiersze',
    shows: 'Pokaż wiersze',
  },
}

export const sourceWords: typeof en.sourceWords = {
  title: 'Importuj plik',
  list: 'Do której listy?',
  listHint: 'Kontakty z pliku zostaną dodane do tej listy.',
  chooseList: 'Wybierz listę',
  noList: 'Najpierw lista',
  firstList: {
    text: 'Lista zawiera kontakty, do których piszesz. Do tej trafią kontakty z Twojego pliku.',
    name: 'Nazwa listy',
    proposal: 'Newsletter',
    create: 'Utwórz listę',
  },
  ways: {
    label: 'Gdzie jest plik?',
    file: 'Na tym komputerze',
    paste: 'Wklej',
    url: 'Pod adresem internetowym',
    directory: 'Na serwerze',
    failed: 'Nieudane wiersze',
  },
  drop: 'Upuść tutaj plik',
  dropHint:
    'CSV, tekst lub Excel, także spakowany, dowolnej wielkości. Najpierw jest tu odczytywany; nikt nie jest jeszcze dodawany.',
  choose: 'Wybierz plik',
  pasteLabel: 'Wiersze',
  pasteHint: 'Skopiowane z arkusza lub e-maila: jeden kontakt w wierszu, z nagłówkami, jeśli są.',
  pasteUse: 'Odczytaj te wiersze',
  url: 'Adres pliku',
  urlHint: 'Serwer go pobierze, do 200 MB.',
  urlUse: 'Odczytaj ten plik',
  directoryHint: 'Pliki, które operator serwera umieścił w katalogu przesyłania Twojej organizacji.',
  failedHint:
    'Nieudane wiersze wcześniejszego importu do tej listy: po zmianie pola albo z innymi kolumnami. Aby poprawić komórki, otwórz tamten import.',
  failedEmpty:
    'Żaden import do tej listy nie ma nieudanych wierszy, które są jeszcze przechowywane; są przechowywane siedem dni.',
  useFailed: (value, file) => `Odczytaj ${rows(value)} z pliku „${file}”`,
  ofImport: (isPreview, at) => `${isPreview ? 'podgląd' : 'import'}: ${at}`,
  directoryEmpty: 'Nie ma tu plików. Operator serwera może je umieścić w katalogu przesyłania.',
  use: (name) => `Odczytaj „${name}”`,
  sending: (sent, total) => `Na serwerze jest ${percent(sent, total)} z ${size(total)}`,
  cut: (sent, total) => `Utracono połączenie przy ${percent(sent, total)}. Przesyłanie wznowi się samo.`,
  goOn: 'Kontynuuj przesyłanie',
  stop: 'Zatrzymaj przesyłanie',
  stopped: 'Przesyłanie zatrzymano. To, co dotarło, jest przechowywane przez dobę.',
  progress: 'Przesyłanie',
}

export const columnWords: typeof en.columnWords = {
  reading: 'Odczyt pliku',
  facts: {
    head: 'nagłówki w pierwszym wierszu',
    noHead: 'bez nagłówków',
    linesAbove: (count) => (count === 1 ? '1 wiersz nad tabelą' : `wiersze nad tabelą: ${count}`),
    dmy: 'daty jak 31.12.',
    mdy: 'daty jak 12/31',
    sure: { certain: 'na pewno', likely: 'prawdopodobnie', guess: 'przypuszczenie' },
    separators: { ',': 'przecinek', ';': 'średnik', '\t': 'tabulator', '|': 'kreska pionowa' },
  },
  change: 'Zmień sposób odczytu pliku',
  hide: 'Gotowe',
  skipped: (lines) => `Nie odczytano: ${lines}`,
  format: {
    headings: 'Pierwszy wiersz zawiera nagłówki',
    linesAbove: 'Wiersze nad tabelą',
    characters: 'Zestaw znaków',
    separator: 'Separator',
    dates: 'Daty liczbowe',
    dmy: 'Najpierw dzień: 31.12.2026',
    mdy: 'Najpierw miesiąc: 12/31/2026',
    decimals: 'Liczby dziesiętne',
    comma: 'Z przecinkiem: 1.234,56',
    dot: 'Z kropką: 1,234.56',
  },
  column: (number) => `Kolumna ${number}`,
  meaning: (header) => `Znaczenie kolumny „${header}”`,
  skip: 'Nie importuj',
  newField: (name) => `Nowe pole: ${name}`,
  attributes: 'Atrybuty',
  fields: 'Pola listy',
  news: 'Nowe',
  names: {
    email: 'Adres e-mail',
    status: 'Status',
    confirmed: 'Potwierdzony',
    email_format: 'Format wiadomości',
    subscribe_time: 'Data zapisu',
    subscribe_ip: 'Zapis z (adres IP)',
    remove_time: 'Data wypisania',
    remove_ip: 'Wypisanie z (adres IP)',
    confirm_time: 'Data potwierdzenia',
    paused_until: 'Przerwa do',
    consent_form: 'Zgoda: formularz',
    consent_version: 'Zgoda: wersja tekstu',
    consent_given_at: 'Data zgody',
    consent_given_ip: 'Zgoda udzielona z (adres IP)',
    consent_confirmed_at: 'Data potwierdzenia zgody',
    consent_confirmed_ip: 'Zgoda potwierdzona z (adres IP)',
  },
  types: {
    text: 'tekst',
    text_multiline: 'długi tekst',
    number: 'liczba całkowita',
    decimal: 'liczba dziesiętna',
    date: 'data',
    day_of_year: 'dzień roku',
    select_single_dropdown: 'jeden wybór',
    select_single_radio: 'jeden wybór',
    select_multiple_checkboxes: 'kilka wyborów',
    boolean: 'tak lub nie',
  },
  typeOf: (name) => `Typ pola „${name}”`,
  optOut: {
    title: (header) => `Kolumna „${header}” może mówić, kto się wypisał`,
    apply: (what, header) =>
      `Kontakty, które mają ${what} w kolumnie „${header}”: importuj jako wypisane. Nie dostają wiadomości.`,
    leaveOut: (what, header) =>
      `Kontakty, które mają ${what} w kolumnie „${header}”: pomiń. Nie są importowane, a te, które już są na liście, pozostają bez zmian.`,
    ignore: 'Zignoruj kolumnę: wszyscy z pliku mogą dostawać wiadomości.',
    when: (cells) => `“${cells}”`,
    unless: (cells) => `cokolwiek poza „${cells}”`,
    blank: 'nic',
    decide: 'Zdecyduj o tym, zanim przejdziesz dalej.',
    or: '” lub „',
  },
  choicesLost: (value) =>
    `Przy takim odczycie plik ma inną liczbę kolumn. ${value === 1 ? 'Znaczenie wybrane dla kolumny nie obowiązuje' : `Znaczenia wybrane dla kolumn (${count(value)}) nie obowiązują`}. Odczytaj plik jak wcześniej, aby ${value === 1 ? 'je' : 'je wszystkie'} odzyskać.`,
  noEmail: 'Jedna kolumna musi być adresem e-mail. Wybierz to nad kolumną, która zawiera adresy.',
  twice: (name) => `„${name}” jest znaczeniem dwóch kolumn. Wybierz inne dla jednej z nich.`,
  rowsRead: (value, isWhole) =>
    isWhole ? `Odczytano wszystko: ${rows(value)}.` : `Odczytano początek: ${rows(value)}.`,
  table: 'Pierwsze wiersze pliku',
  keys: (hasLetters) =>
    `Klawisze na nagłówku: ← i → wybierają kolumnę, Enter otwiera jej znaczenie${hasLetters ? ', A przyjmuje wszystkie propozycje' : ''}.`,
  takeAll: 'Przyjmij wszystkie propozycje',
  allTaken: 'Każda kolumna ma proponowane znaczenie.',
  next: 'Dalej: Reguły',
  other: 'Wybierz inny plik',
}

export const ruleWords: typeof en.ruleWords = {
  newPeople: {
    title: 'Kontakty, których nie ma jeszcze na liście',
    status: 'zostają dodane jako',
    statuses: {
      active: 'aktywne: dostają wiadomości',
      unsubscribed: 'wypisane',
      deactivated: 'wyłączone',
    },
    example: (address) => `Jeśli ${address} nie ma na liście, kontakt zostanie dodany.`,
    letters: 'Uruchom dla nich autorespondery, jak po zapisaniu się.',
  },
  known: {
    title: 'Kontakty, które już są na liście',
    leave: 'pozostają bez zmian.',
    update: 'dostają to, co mówi plik.',
    example: (address, fields) =>
      fields.length === 0
        ? `${address} pozostaje bez zmian: żadna kolumna pliku nie jest polem.`
        : `Jeśli ${address} jest na liście: ${fields.join(', ')}.`,
    becomes: (name, value) => `${name} → ${value === '' ? 'puste' : value}`,
    stays: (address) => `Jeśli ${address} jest na liście, nic się nie zmienia.`,
  },
  left: {
    title: 'Kontakty, które się wypisały',
    stay: 'Pozostają wypisane. Plik ich nie przywraca.',
    fields: 'Zmień także ich pola.',
    back: 'Aktywuj je ponownie.',
    consent: 'Mam ich ponowną zgodę.',
    warning:
      'Osoby, które się wypisały i znów dostają wiadomości, mogą zgłosić je jako spam. Dziennik audytu to zapisuje.',
  },
  badCells: {
    title: 'Komórki, które nie pasują, np. urodziny, które nie są datą',
    fail: 'unieważniają swój wiersz: kontakt nie jest importowany.',
    empty: 'zostają puste: kontakt jest importowany bez nich.',
    hint: 'Podgląd liczy je kolumna po kolumnie. Bez poprawnego adresu nikt nie jest importowany.',
  },
  missing: {
    title: 'Kontakty z listy, których nie ma w pliku',
    keep: 'zostają na niej.',
    deactivate: 'zostają wyłączone.',
    unsubscribe: 'zostają wypisane.',
    limit: 'Najwyżej',
    limitHint: 'Liczba kontaktów albo odsetek, np. 10%. Jeśli jest ich więcej, nic się nie zmienia.',
  },
  when: {
    title: 'Kiedy',
    now: 'Po podglądzie, na Twoje polecenie',
    later: 'O ustalonej porze, bez podglądu',
    at: (zone) => `Pora (${zone})`,
  },
  preview: 'Pokaż, co się stanie',
  schedule: 'Zaplanuj import',
  pickTime: 'Najpierw wybierz porę.',
}

const statusWords: Record<string, string> = {
  unsubscribed: 'wypisane',
  scomp: 'ze skargą',
  bounced: 'odbite',
  deactivated: 'wyłączone',
}

export const runWords: typeof en.runWords = {
  previewOf: (value) => `Podgląd: ${rows(value)}. Nic nie zostało zmienione.`,
  trying: 'Trwa sprawdzanie wierszy. Nic się nie zmienia.',
  progress: 'Postęp',
  done: (now, all) =>
    all === null ? rows(now) : `${count(now)} z ${plural(all, { one: '# wiersza', other: '# wierszy' })}`,
  rate: (value) => `${count(value)} wierszy/s`,
  left: (time) => `jeszcze ${time}`,
  pause: 'Wstrzymaj',
  resume: 'Wznów',
  cancel: (done) => (done === 0 ? 'Anuluj import' : `Anuluj: zachowaj wykonane (${rows(done)})`),
  cancelSure: (done) => `Tak, anuluj i zachowaj wykonane (${rows(done)})`,
  keep: 'Kontynuuj import',
  importNow: (added, updated) =>
    [added > 0 ? `dodaj ${count(added)}` : '', updated > 0 ? `zmień ${count(updated)}` : '']
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(?=.)/, 'Import: '),
  importAnyway: (what) => `${what}, a pozostałe pomiń`,
  importNothing: 'Nie ma czego importować',
  pruning: (value) => `zdejmij ${count(value)}`,
  expires: (at) => `Z tego podglądu można importować do ${at}.`,
  gone: 'Pliku tego podglądu nie ma już na serwerze. Zacznij od nowa, aby go zaimportować.',
  became: 'Ten podgląd został zaimportowany.',
  toImport: 'Zobacz import',
  fromPreview: 'Zobacz jego podgląd',
  added: (value, statuses) => {
    const parts = Object.entries(statuses ?? {}).filter(
      ([status, number]) => status !== 'active' && number > 0,
    )
    const said = parts.map(([status, number]) => `${statusWords[status] ?? status}: ${count(number)}`)
    const added = `Dodano ${people(value)}`
    return said.length === 0 ? `${added}.` : `${added}, w tym ${said.join(', ')} (bez wiadomości).`
  },
  newNotActive: (value, { active, ...others }) => {
    const parts = Object.entries(others).filter(([, number]) => number > 0)
    const said = parts.map(([status, number]) => `${statusWords[status] ?? status}: ${count(number)}`)
    return `Nowe kontakty: ${count(value)}, w tym aktywne: ${count(active ?? 0)}; ${said.join(', ')}, które nie dostają wiadomości.`
  },
  changed: (value) => `Zmieniono ${people(value)}.`,
  nothing: 'Nikogo nie dodano ani nie zmieniono.',
  see: 'Zobacz listę',
  failedRows: (value) => (value === 1 ? 'Popraw nieudany wiersz' : `Popraw nieudane: ${rows(value)}`),
  again: 'Importuj inny plik',
  undo: (until) => `Cofnij (do ${until})`,
  undone: 'Ten import cofnięto.',
  undoing: 'Trwa cofanie importu.',
  seeUndo: 'Zobacz wynik',
  starts: (at) => `Początek ${at}.`,
  classesOf: 'Co dzieje się z wierszami',
  settings: 'Jak zaimportowano',
  announce: (value) => `Import: ${value}`,
}

export const undoWords: typeof en.undoWords = {
  title: (id) => `Cofnij import ${id}`,
  counting: 'Liczenie, co zrobiłoby cofnięcie',
  nothingYet: 'Nic jeszcze nie zostało zmienione.',
  partly: (examined, all) =>
    `Policzono dotąd ${count(examined)} z ${plural(all, { one: '# kontaktu', other: '# kontaktów' })}. Import można cofnąć przed końcem liczenia.`,
  least: (number) => `Co najmniej ${people(number)}`,
  would: {
    removed: '– zniknie z listy: dodał je import.',
    restored: '– odzyska poprzednie wartości.',
    restored_partly: '– odzyska część wartości; pozostałe zmieniono później i zostają.',
    left_changed: '– bez zmian: zmieniono je później.',
    left_departed: '– nadal wypisane: wypisały się później.',
    left_over_limit: '– bez zmian: osiągnięto limit aktywnych kontaktów.',
    left_gone: '– nie ma ich już na liście.',
  },
  has: {
    removed: '– usunięto.',
    restored: '– przywrócono poprzednie wartości.',
    restored_partly: '– przywrócono część wartości; pozostałe zmieniono wcześniej.',
    left_changed: '– bez zmian: zmieniły się w międzyczasie.',
    left_departed: '– nadal wypisane: wypisały się w międzyczasie.',
    left_over_limit: '– bez zmian: osiągnięto limit.',
    left_gone: '– nie było ich już na liście.',
  },
  people,
  nobody: 'Import nikogo nie zmienił, więc nie ma czego cofać.',
  submit: 'Cofnij ten import',
  download: 'Pobierz adresy',
  only: 'Cofnięcia nie można cofnąć.',
  done: (at) => `Cofnięto ${at}.`,
  running: (done, all) => `${count(done)} z ${plural(all, { one: '# kontaktu', other: '# kontaktów' })}`,
}
