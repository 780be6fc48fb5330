import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { columnWords } from './imports.ts'
import type * as en from '../../words/failed-rows.ts'

const rows = (value: number) => plural(value, { one: '# wiersz', few: '# wiersze', other: '# wierszy' })

export const failedWords: typeof en.failedWords = {
  title: 'Nieudane wiersze',
  lead: 'Co jest w nich nie tak i co można zrobić: dla wszystkich wierszy z tym samym problemem albo komórka po komórce.',
  summary: (value) => `Nieudane: ${rows(value)}`,
  count: (value, isExact) => orMore(rows(value), isExact),
  problem: (problem, examples) =>
    examples.length === 0 ? `${problem}.` : `${problem}, ale jest na przykład „${examples.join('”, „')}”.`,
  notExact: (value) =>
    `Policzono w pierwszych nieudanych (${rows(value)}). Poprawka wszystkich wierszy z problemem obejmie też pozostałe.`,
  only: 'Pokaż tylko te wiersze',
  all: 'Pokaż wszystkie wiersze',
  leaveOut: 'Pomiń je wszystkie',
  takeBack: 'Przywróć je',
  importWithout: (title) => `Importuj je bez: ${title}`,
  importWithoutAll: (value) =>
    value === 1 ? 'Importuj 1 wiersz bez błędnych komórek' : `Importuj ${rows(value)} bez błędnych komórek`,
  withoutHint:
    'Pozostałe komórki zostaną zaimportowane. Kontakty, które już są na liście, zachowają to, co mają w miejscu takiej komórki.',
  replaceIn: (title) => `Zamień w kolumnie „${title}”`,
  replaceFrom: (title) => `W kolumnie „${title}” zamień`,
  replaceTo: 'na',
  replace: (value) => (value === 1 ? 'Zamień w poniższym wierszu' : `Zamień poniżej (${rows(value)})`),
  replaced: (value) =>
    value === 0
      ? 'Żadna komórka poniższych wierszy nie jest dokładnie taka.'
      : `${plural(value, { other: 'Zamieniono' })} ${plural(value, { one: '# komórkę', few: '# komórki', other: '# komórek' })}. Nic jeszcze nie zaimportowano.`,
  error: 'Co jest nie tak',
  errorOf: (row, error) => (row === null ? error : `Wiersz ${count(row)}: ${error}`),
  cell: (column, row) => `${column}, wiersz ${row ?? ''}`,
  columnTitle: (name, header, number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header} (bez importu)`
  },
  reset: 'Cofnij moją zmianę',
  submit: (value) => {
    if (value === 0) return 'Importuj poprawione'
    return value === 1 ? 'Importuj ten wiersz ponownie' : `Importuj ponownie ${rows(value)}`
  },
  onlyChanged: 'Importowane są tylko zmienione wiersze: pozostałe znów by się nie udały.',
  loaded: (value, all) =>
    value >= all
      ? rows(value)
      : `Widoczne: ${count(value)} z ${count(all)}. Kolejne pojawią się podczas przewijania.`,
  corrected: (file) => `${file}, poprawiony`,
  anew: 'Wybierz kolumny i reguły ponownie',
  none: { title: 'Żaden wiersz nie zawiódł', text: 'Udało się odczytać każdy wiersz pliku.' },
  table: 'Komórki nieudanych wierszy',
}

export const badValueWords: typeof en.badValueWords = {
  title: 'Komórki, które nie pasują',
  ofColumn: (name, value, examples) => {
    const such = examples.length === 0 ? '' : `, np. „${examples.join('”, „')}”`
    return `${rows(value)} ${plural(value, { few: 'mają', other: 'ma' })} niepasującą wartość: ${name}${such}.`
  },
  wouldFail: (value) =>
    `${rows(value)} nie ${plural(value, { one: 'udałby', few: 'udałyby', other: 'udałoby' })} się tylko przez takie komórki. Co zrobić z tymi kontaktami?`,
  leaveEmpty: (value) =>
    value === 1
      ? 'Zostaw komórkę pustą i zaimportuj kontakt'
      : `Zostaw komórki puste i zaimportuj ${people(value)}`,
  orFail: 'Albo ich nie importuj: przejdź dalej poniżej.',
  mostFail: {
    title: (failed, all) => `Nieudane: ${count(failed)} z ${count(all)} wierszy`,
    text: 'To większość pliku. Sprawdź, co jest nie tak, zanim zaimportujesz resztę.',
  },
  failed: (value) => `Nieudane tylko przez takie komórki: ${rows(value)}.`,
  emptied: (value) => `${rows(value)} bez takich komórek: kontakty i tak są importowane.`,
  download: 'Pobierz te wiersze',
}
