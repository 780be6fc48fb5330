import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { columnWords } from './imports.ts'
import type * as en from '../../words/failed-rows.ts'

const rows = (value: number) => plural(value, { one: '# riga', other: '# righe' })

export const failedWords: typeof en.failedWords = {
  title: 'Righe non riuscite',
  lead: 'Che cosa non va e che cosa puoi fare: per tutte le righe con lo stesso problema o cella per cella.',
  summary: (value) => `${rows(value)} non ${plural(value, { one: 'riuscita', other: 'riuscite' })}`,
  count: (value, isExact) => orMore(rows(value), isExact),
  problem: (problem, examples) =>
    examples.length === 0 ? `${problem}.` : `${problem}, ma per esempio è «${examples.join('», «')}».`,
  notExact: (value) =>
    `Conteggio sulle prime righe non riuscite (${rows(value)}). Una correzione di tutte le righe con un problema raggiunge anche le altre.`,
  only: 'Mostra solo queste righe',
  all: 'Mostra tutte le righe',
  leaveOut: 'Escludi tutte queste',
  takeBack: 'Includi di nuovo queste',
  importWithout: (title) => `Importa queste senza ${title}`,
  importWithoutAll: (value) =>
    value === 1 ? 'Importa 1 riga senza le celle errate' : `Importa ${rows(value)} senza le celle errate`,
  withoutHint:
    'Le altre celle vengono importate. I contatti già nella lista mantengono ciò che hanno al posto di una cella del genere.',
  replaceIn: (title) => `Sostituisci in ${title}`,
  replaceFrom: (title) => `In ${title}, sostituisci`,
  replaceTo: 'con',
  replace: (value) => (value === 1 ? 'Sostituisci nella riga sotto' : `Sostituisci in ${rows(value)} sotto`),
  replaced: (value) =>
    value === 0
      ? 'Nessuna cella delle righe sotto ha esattamente questo valore.'
      : `${plural(value, { one: '# cella sostituita', other: '# celle sostituite' })}. Non è ancora stato importato nulla.`,
  error: 'Che cosa non va',
  errorOf: (row, error) => (row === null ? error : `Riga ${count(row)}: ${error}`),
  cell: (column, row) => `${column}, riga ${row ?? ''}`,
  columnTitle: (name, header, number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header} (non importata)`
  },
  reset: 'Annulla la mia modifica',
  submit: (value) => {
    if (value === 0) return 'Importa le correzioni'
    return value === 1 ? 'Importa di nuovo questa riga' : `Importa di nuovo queste ${rows(value)}`
  },
  onlyChanged: 'Vengono importate solo le righe che hai modificato: le altre non riuscirebbero di nuovo.',
  loaded: (value, all) =>
    value >= all ? rows(value) : `Mostrate ${count(value)} di ${rows(all)}. Altre compaiono scorrendo.`,
  corrected: (file) => `${file}, corretto`,
  anew: 'Scegli di nuovo colonne e regole',
  none: { title: 'Nessuna riga non riuscita', text: 'È stato possibile leggere tutte le righe del file.' },
  table: 'Celle delle righe non riuscite',
}

export const badValueWords: typeof en.badValueWords = {
  title: 'Celle non adatte',
  ofColumn: (name, value, examples) => {
    const such = examples.length === 0 ? '' : `, ad esempio «${examples.join('», «')}»`
    return `${rows(value)} ${plural(value, { one: 'ha', other: 'hanno' })} in ${name} un valore non adatto${such}.`
  },
  wouldFail: (value) =>
    `${rows(value)} non ${plural(value, { one: 'riuscirebbe', other: 'riuscirebbero' })} solo per queste celle. Che cosa fare con questi contatti?`,
  leaveEmpty: (value) =>
    value === 1
      ? 'Lascia vuota la cella e importa il contatto'
      : `Lascia vuote le celle e importa questi ${people(value)}`,
  orFail: 'Oppure non importarli: continua sotto.',
  mostFail: {
    title: (failed, all) =>
      `${count(failed)} di ${rows(all)} non ${plural(failed, { one: 'riuscita', other: 'riuscite' })}`,
    text: 'È la maggior parte del file. Controlla che cosa non va prima di importare il resto.',
  },
  failed: (value) =>
    `${rows(value)} non ${plural(value, { one: 'riuscita', other: 'riuscite' })} solo per queste celle.`,
  emptied: (value) => `${rows(value)} senza queste celle: i contatti vengono comunque importati.`,
  download: 'Scarica queste righe',
}
