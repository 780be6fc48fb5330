import { count } from '../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { columnWords } from './imports.ts'

const rows = (value: number) => `${count(value)} ${value === 1 ? 'row' : 'rows'}`

export const failedWords = {
  title: 'Rows that failed',
  lead: 'What is wrong with them, and what you can do: for all rows with the same problem, or cell by cell.',
  summary: (value: number) => `${rows(value)} failed`,
  count: (value: number, isExact: boolean) => orMore(rows(value), isExact),
  problem: (problem: string, examples: readonly string[]) =>
    examples.length === 0 ? `${problem}.` : `${problem}, but for example it is “${examples.join('”, “')}”.`,
  notExact: (value: number) =>
    `Counted in the first ${rows(value)} that failed. A correction of all rows with a problem reaches the others, too.`,
  only: 'Show only these rows',
  all: 'Show all rows',
  leaveOut: 'Leave all of these out',
  takeBack: 'Put these back in',
  importWithout: (title: string) => `Import these without ${title}`,
  importWithoutAll: (value: number) =>
    value === 1 ? 'Import 1 row without its wrong cells' : `Import ${rows(value)} without the wrong cells`,
  withoutHint:
    'Their other cells are imported. People who are on the list already keep what they have in the place of such a cell.',
  replaceIn: (title: string) => `Replace in ${title}`,
  replaceFrom: (title: string) => `In ${title}, replace`,
  replaceTo: 'by',
  replace: (value: number) => (value === 1 ? 'Replace in the row below' : `Replace in ${rows(value)} below`),
  replaced: (value: number) =>
    value === 0
      ? 'No cell of the rows below is exactly that.'
      : `${count(value)} ${value === 1 ? 'cell was' : 'cells were'} replaced. Nothing is imported yet.`,
  error: 'What is wrong',
  errorOf: (row: number | null, error: string) => (row === null ? error : `Row ${count(row)}: ${error}`),
  cell: (column: string, row: number | null) => `${column}, row ${row ?? ''}`,
  columnTitle: (name: string, header: string, number: number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header} (not imported)`
  },
  reset: 'Undo my change',
  submit: (value: number) => {
    if (value === 0) return 'Import what you correct'
    return value === 1 ? 'Import this row again' : `Import these ${rows(value)} again`
  },
  onlyChanged: 'Only rows that you have changed are imported: the others would fail again.',
  loaded: (value: number, all: number) =>
    value >= all ? rows(value) : `${count(value)} of ${rows(all)} are here. More come as you scroll.`,
  corrected: (file: string) => `${file}, corrected`,
  anew: 'Choose columns and rules again',
  none: { title: 'No row failed', text: 'Every row of the file could be read.' },
  table: 'Cells of the rows that failed',
}

export const badValueWords = {
  title: 'Cells that do not fit',
  ofColumn: (name: string, value: number, examples: readonly string[]) => {
    const such = examples.length === 0 ? '' : `, such as “${examples.join('”, “')}”`
    return `${rows(value)} ${value === 1 ? 'has' : 'have'} ${name} that does not fit${such}.`
  },
  wouldFail: (value: number) =>
    `${rows(value)} would fail only because of such cells. What should happen to these people?`,
  leaveEmpty: (value: number) =>
    value === 1
      ? 'Leave the cell empty and import the person'
      : `Leave the cells empty and import these ${people(value)}`,
  orFail: 'Or do not import them: go on below.',
  mostFail: {
    title: (failed: number, all: number) => `${count(failed)} of ${rows(all)} fail`,
    text: 'This is most of the file. Look at what is wrong before you import the rest.',
  },
  failed: (value: number) => `${rows(value)} failed only because of such cells.`,
  emptied: (value: number) => `${rows(value)} without such cells: the people are imported all the same.`,
  download: 'Download these rows',
}
