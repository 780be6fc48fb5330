import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/failed-rows.ts'
import { orMore } from './audience/amounts.ts'
import { columnWords } from './imports.ts'

const rows = (value: number) => plural(value, { one: '# Zeile', other: '# Zeilen' })

const failedWords: typeof en.failedWords = {
  title: 'Gescheiterte Zeilen',
  lead: 'Was an ihnen nicht stimmt und was Sie tun können: für alle Zeilen mit demselben Problem oder Zelle für Zelle.',
  summary: (value) => plural(value, { one: '# Zeile ist gescheitert', other: '# Zeilen sind gescheitert' }),
  count: (value, isExact) => orMore(rows(value), isExact),
  problem: (problem, examples) =>
    examples.length === 0
      ? `${problem}.`
      : `${problem}, aber da steht zum Beispiel „${examples.join('“, „')}“.`,
  notExact: (value) =>
    `Gezählt in den ersten ${count(value)} gescheiterten Zeilen. Eine Korrektur aller Zeilen mit einem Problem erreicht auch die übrigen.`,
  only: 'Nur diese Zeilen zeigen',
  all: 'Alle Zeilen zeigen',
  leaveOut: 'Alle diese auslassen',
  takeBack: 'Wieder aufnehmen',
  importWithout: (title) => `Diese ohne ${title} importieren`,
  importWithoutAll: (value) =>
    plural(value, {
      one: '# Zeile ohne ihre falschen Zellen importieren',
      other: '# Zeilen ohne die falschen Zellen importieren',
    }),
  withoutHint:
    'Ihre anderen Zellen werden importiert. Wer schon auf der Liste ist, behält, was an der Stelle einer solchen Zelle steht.',
  replaceIn: (title) => `Ersetzen in ${title}`,
  replaceFrom: (title) => `In ${title} ersetzen`,
  replaceTo: 'durch',
  replace: (value) =>
    plural(value, { one: 'In der Zeile unten ersetzen', other: 'In den # Zeilen unten ersetzen' }),
  replaced: (value) =>
    value === 0
      ? 'Keine Zelle der Zeilen unten ist genau das.'
      : plural(value, {
          one: '# Zelle wurde ersetzt. Noch ist nichts importiert.',
          other: '# Zellen wurden ersetzt. Noch ist nichts importiert.',
        }),
  error: 'Was nicht stimmt',
  errorOf: (row, error) => (row === null ? error : `Zeile ${count(row)}: ${error}`),
  cell: (column, row) => `${column}, Zeile ${row ?? ''}`,
  columnTitle: (name, header, number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header} (nicht importiert)`
  },
  reset: 'Meine Änderung zurücknehmen',
  submit: (value) =>
    value === 0
      ? 'Importieren, was Sie korrigieren'
      : plural(value, {
          one: 'Diese Zeile noch einmal importieren',
          other: 'Diese # Zeilen noch einmal importieren',
        }),
  onlyChanged: 'Nur geänderte Zeilen werden importiert: Die anderen würden wieder scheitern.',
  loaded: (value, all) =>
    value >= all ? rows(value) : `${count(value)} von ${rows(all)} sind hier. Weitere kommen beim Blättern.`,
  corrected: (file) => `${file}, korrigiert`,
  anew: 'Spalten und Regeln neu wählen',
  none: { title: 'Keine Zeile ist gescheitert', text: 'Jede Zeile der Datei ließ sich lesen.' },
  table: 'Zellen der gescheiterten Zeilen',
}

const badValueWords: typeof en.badValueWords = {
  title: 'Zellen, die nicht passen',
  ofColumn: (name, value, examples) => {
    const such = examples.length === 0 ? '' : `, etwa „${examples.join('“, „')}“`
    return `${plural(value, { one: 'In # Zeile', other: 'In # Zeilen' })} passt ${name} nicht${such}.`
  },
  wouldFail: (value) =>
    plural(value, {
      one: '# Zeile würde nur wegen solcher Zellen scheitern. Was soll mit der Person geschehen?',
      other: '# Zeilen würden nur wegen solcher Zellen scheitern. Was soll mit diesen Personen geschehen?',
    }),
  leaveEmpty: (value) =>
    plural(value, {
      one: 'Die Zelle leer lassen und die Person importieren',
      other: 'Die Zellen leer lassen und diese # Personen importieren',
    }),
  orFail: 'Oder sie nicht importieren: Machen Sie unten weiter.',
  mostFail: {
    title: (failed, all) => `${count(failed)} von ${rows(all)} scheitern`,
    text: 'Das ist das meiste der Datei. Sehen Sie nach, was nicht stimmt, bevor Sie den Rest importieren.',
  },
  failed: (value) =>
    plural(value, {
      one: '# Zeile ist nur wegen solcher Zellen gescheitert.',
      other: '# Zeilen sind nur wegen solcher Zellen gescheitert.',
    }),
  emptied: (value) => `${rows(value)} ohne solche Zellen: Die Personen werden trotzdem importiert.`,
  download: 'Diese Zeilen herunterladen',
}

export { badValueWords, failedWords }
