import type { SubscriberStatus } from '../../../../src/contract/imports/states.ts'
import type { HistoryEvent } from '../../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone, plural } from '../../../design/figures.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/subscribers.ts'

export const statusWords: Record<SubscriberStatus, string> = {
  active: 'aktywny',
  unsubscribed: 'wypisany',
  bounced: 'odbity',
  scomp: 'ze skargą',
  deactivated: 'wyłączony',
}

const messageStates: Record<string, string> = {
  accepted: '– wysłano',
  deferred: '– zostanie ponowiona:',
  bounced: '– odbita:',
  skipped: '– nie wysłano:',
  uncertain: '– nie wiadomo, czy wysłano:',
}

export const peopleWords: typeof en.peopleWords = {
  title: 'Kontakty',
  lead: 'Wszyscy z Twoich list. Kontakt z dwóch list pojawia się dwa razy.',
  search: 'Szukaj',
  searchHint: 'Adres albo @ i domena',
  list: 'Lista',
  allLists: 'Wszystkie listy',
  status: 'Status',
  anyStatus: 'Dowolny status',
  order: 'Kolejność',
  orders: { email: 'Według adresu', newest: 'Od najnowszych' },
  columns: 'Kolumny',
  email: 'Adres',
  joined: 'Zapis',
  added: 'Dodano',
  people,
  soFar: (value) => `Dotąd znaleziono ${people(value)}, szukanie trwa`,
  empty: {
    title: 'Jeszcze nikogo',
    text: 'Zaimportuj plik, opublikuj formularz, użyj API albo dodawaj kontakty po jednym na stronie listy.',
    import: 'Importuj plik',
  },
  none: (q) => ({
    title: 'Nikogo nie znaleziono',
    text:
      q === ''
        ? 'Nikt nie ma tu tego statusu. Wybierz inny.'
        : q.startsWith('@')
          ? 'Żadna domena tak się nie zaczyna. Aby znaleźć adres, usuń @.'
          : `Żaden adres tak się nie zaczyna. Aby znaleźć domenę, wpisz @${q}.`,
  }),
  ofDomain: (q) => `Szukaj @${q} w domenach`,
  zone: (zone) => `Godziny w strefie ${zone}`,
}

export const personWords: typeof en.personWords = {
  zone: (zone) => `Godziny w strefie ${zone}.`,
  what: 'Szczegóły',
  lists: 'Listy',
  history: 'Historia',
  status: 'Status',
  editWord: 'Zmień',
  edit: (name) => `Zmień „${name}”`,
  save: 'Zapisz',
  undoWord: 'Cofnij',
  undo: (name) => `Cofnij zmianę „${name}”`,
  changed: (name) => `Zmieniono „${name}”.`,
  nothing: 'Puste',
  yes: 'Tak',
  no: 'Nie',
  required: 'To pole wymaga wartości.',
  left: {
    unsubscribed: 'Ten kontakt się wypisał. Aktywuj go ponownie tylko na jego prośbę.',
    bounced: 'Wiadomości na ten adres się odbijają. Aktywuj go ponownie tylko wtedy, gdy wiesz, że działa.',
    scomp: 'Ten kontakt zgłosił wiadomość jako spam. Aktywuj go ponownie tylko na jego prośbę.',
    deactivated: 'Ten kontakt jest wyłączony i nie dostaje wiadomości.',
    active: '',
  },
  activate: 'Aktywuj ponownie',
  deactivate: 'Wypisz',
  deactivated: 'Kontakt został wypisany.',
  parts: { all: 'Wszystko', messages: 'Wiadomości', changes: 'Zmiany', imports: 'Importy' },
  older: 'Starsze',
  noHistory: {
    title: 'Nic tu nie ma',
    text: 'Wiadomości, otwarcia, kliknięcia i zmiany pojawiają się na bieżąco. Importy są przechowywane siedem dni.',
  },
  data: {
    title: 'Wszystkie dane tego kontaktu',
    text: 'Jeden plik ze wszystkim, co zapisano o adresie na widocznych dla Ciebie listach: pola, status, zgody, wiadomości, otwarcia, kliknięcia, importy i inne. Pobranie zostaje w dzienniku audytu.',
    page: 'Strona do czytania i druku',
    json: 'JSON dla programów',
  },
  erase: {
    title: 'Wymaż ten kontakt',
    text: 'Usuwa adres i wszystko, co o nim zapisano, ze wszystkich list, dzienników importu, podglądów i list kontrolnych. Liczby kampanii zostają. Listy wykluczeń przechowują go jako skrót, aby nigdy nie dostał wiadomości. Tej operacji nie można cofnąć.',
    type: 'Wpisz adres, aby go wymazać',
    submit: (email) => `Wymaż ${email}`,
    despite: 'Wymaż, choć niezakończone importy mogą przywrócić adres',
    done: (email) => `Wymazano ${email}.`,
    several: {
      open: 'Wymaż kilka adresów',
      addresses: 'Adresy',
      hint: 'Po jednym w wierszu, najwyżej 1000.',
      wrong: (lines) =>
        `${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` i jeszcze ${count(lines.length - 3)}` : ''}: nieprawidłowe adresy.`,
      tooMany: 'Jest ich więcej niż 1000: pozostałe wymaż później.',
      type: (number) => `Wpisz ${number}, aby je wymazać`,
      text: 'Wymazywane są wszystkie naraz albo żaden, jeśli coś się nie uda.',
      despite: 'Wymaż, choć niezakończone importy mogą przywrócić adresy',
      submit: (number) =>
        number === 1
          ? 'Wymaż 1 adres'
          : `Wymaż ${plural(number, { one: '# adres', few: '# adresy', other: '# adresów' })}`,
    },
  },
}

/** One line of a person's history. */
export function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `, dotąd ${count(event.times)} razy` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? 'zapis' : `zapis z adresu ${event.ip}`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return 'potwierdzenie zapisu'
    case 'left':
      return `${event.state === 'unsubscribed' ? 'wypisanie' : statusOf(event.state)}${event.ip === null ? '' : ` z adresu ${event.ip}`}`
    case 'status_changed':
      return `status: ${changesOf(event)}${message === '' ? '' : `, przez link w wiadomości „${message}”`}`
    case 'paused':
      return `początek przerwy${event.until === null ? '' : ` do ${event.until.slice(0, 10)}`}`
    case 'resumed':
      return 'koniec przerwy'
    case 'details_changed':
      return `zmiana danych${message === '' ? '' : `, przez link w wiadomości „${message}”`}`
    case 'address_changed':
      return 'zmiana adresu, potwierdzona z obu adresów'
    case 'imported':
      return `${importName(event.import?.name ?? '')}: ${event.state === 'added' ? 'dodano do listy' : changesOf(event) || 'pozostawiono bez zmian'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, '– odbita później:', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `otwarcie: ${message}${times}`
    case 'clicked':
      return `kliknięcie: ${message}${times}: ${event.urls.join(', ')}`
  }
}

/** With the proof: what they agreed to, and when they confirmed it. */
function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === '' ? '' : `, ze zgodą (wersja ${consent.version}): „${consent.text}”`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : `; potwierdzono ${instantWithoutZone(consent.confirmed_at, zone)} z adresu ${consent.confirmed_ip ?? ''}`
  return `zapis przez formularz „${form?.name ?? ''}”${ip === null ? '' : ` z adresu ${ip}`}${agreed}${confirmed}`
}

function changesOf({ changes }: HistoryEvent): string {
  return changes
    .map(({ name, from, to }) =>
      name === 'status' ? `${statusOf(from)} → ${statusOf(to)}` : `${name} ${shown(from)} → ${shown(to)}`,
    )
    .join(', ')
}

function statusOf(status: unknown): string {
  return statusWords[status as SubscriberStatus] ?? shown(status)
}

/** A value of a field, in words. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return personWords.nothing
  if (typeof value === 'boolean') return value ? personWords.yes : personWords.no
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`
}

export type BulkKind = 'leave' | 'deactivate' | 'activate' | 'field' | 'copy' | 'delete'

export const bulkWords: typeof en.bulkWords = {
  chooseAll: 'Zaznacz wszystkie pasujące',
  choose: (email) => `Zaznacz ${email}`,
  column: 'Zaznaczenie',
  chosen: (value) => `Zaznaczono: ${people(value)}`,
  chosenAll: 'Zaznaczono wszystkie pasujące',
  none: 'Wyczyść zaznaczenie',
  actions: {
    leave: 'Wypisz',
    deactivate: 'Wyłącz',
    activate: 'Aktywuj',
    field: 'Ustaw pole',
    copy: 'Kopiuj do listy',
    delete: 'Usuń',
  },
  export: {
    action: 'Eksportuj…',
    explain: (who) =>
      `${who}. Plik zawiera wszystkie pola, a import potrafi go odczytać. Znajdziesz go w Eksportach.`,
    submit: (who) => `Eksportuj: ${who}`,
  },
  counting: 'Liczenie…',
  uncounted: 'Więcej kontaktów, niż dało się policzyć w 5 sekund.',
  explain: {
    leave: (who) => `${who}. Aktywne i wyłączone zostaną wypisane. Odbite i ze skargą pozostają bez zmian.`,
    deactivate: (who) =>
      `${who}. Aktywne nie dostaną więcej wiadomości, dopóki ktoś ich ponownie nie aktywuje.`,
    activate: (who) => `${who}. Odbite i wyłączone staną się aktywne, do limitu kontaktów.`,
    field: (who) => `${who}. Każdy dostanie tę wartość zamiast obecnej.`,
    copy: (who) =>
      `${who}. Aktywne zostaną dodane do drugiej listy. Te, które już na niej są, pozostają bez zmian.`,
    delete: (who) =>
      `${who}. Zostaną usunięte z tej listy razem z czekającymi na nie wiadomościami. Tej operacji nie można cofnąć.`,
  },
  field: 'Pole',
  toList: 'Lista',
  despite: 'Także wypisane i ze skargą: mam ich ponowną zgodę',
  greet: 'Uruchom dla nich autorespondery tamtej listy',
  submit: {
    leave: (who) => `Wypisz: ${who}`,
    deactivate: (who) => `Wyłącz: ${who}`,
    activate: (who) => `Aktywuj: ${who}`,
    field: (who) => `Ustaw pole: ${who}`,
    copy: (who) => `Kopiuj: ${who}`,
    delete: (who) => `Usuń: ${who}`,
  },
  people,
  them: 'te kontakty',
  back: 'Wstecz',
  progress: 'Zmiany zbiorcze',
  cancel: 'Anuluj resztę',
  sentence: ({ state, stats, error_message: error }) => {
    const done = `Sprawdzono: ${count(stats.people_done)}${stats.people_total === null ? '' : ` z ${count(stats.people_total)}`}`
    const failed = stats.people_failed === 0 ? '' : `, nie udało się zmienić: ${people(stats.people_failed)}`
    if (state === 'scheduled') return 'zaczyna się za chwilę'
    if (state === 'running') return `${done}, zmieniono: ${count(stats.people_changed)}`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'Anulowano. ' : ''}Zmieniono: ${people(stats.people_changed)}${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }) => {
    if (action === 'delete') return 'Usuń'
    if (action === 'copy') return to === null ? 'Kopiuj do innej listy' : `Kopiuj do listy „${to.name}”`
    if (action === 'set_field') return `Ustaw „${field?.name ?? ''}”`
    return status === 'active' ? 'Aktywuj' : status === 'deactivated' ? 'Wyłącz' : 'Wypisz'
  },
}
