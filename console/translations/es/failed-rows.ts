import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { columnWords } from './imports.ts'
import type * as en from '../../words/failed-rows.ts'

const rows = (value: number) => plural(value, { one: '# fila', other: '# filas' })

export const failedWords: typeof en.failedWords = {
  title: 'Filas fallidas',
  lead: 'Qué falla y qué se puede hacer: para todas las filas con el mismo problema o celda por celda.',
  summary: (value) => `${rows(value)} ${plural(value, { one: 'fallida', other: 'fallidas' })}`,
  count: (value, isExact) => orMore(rows(value), isExact),
  problem: (problem, examples) =>
    examples.length === 0 ? `${problem}.` : `${problem}, pero por ejemplo es «${examples.join('», «')}».`,
  notExact: (value) =>
    `Contado en ${value === 1 ? 'la primera fila fallida' : `las primeras ${rows(value)} fallidas`}. Una corrección de todas las filas con un problema alcanza también a las demás.`,
  only: 'Mostrar solo estas filas',
  all: 'Mostrar todas las filas',
  leaveOut: 'Excluir todas estas',
  takeBack: 'Volver a incluir estas',
  importWithout: (title) => `Importar estas sin ${title}`,
  importWithoutAll: (value) =>
    value === 1
      ? 'Importar 1 fila sin sus celdas erróneas'
      : `Importar ${rows(value)} sin las celdas erróneas`,
  withoutHint:
    'Sus demás celdas se importan. Los contactos que ya están en la lista conservan lo que tienen en lugar de esa celda.',
  replaceIn: (title) => `Sustituir en ${title}`,
  replaceFrom: (title) => `En ${title}, sustituir`,
  replaceTo: 'por',
  replace: (value) =>
    value === 1 ? 'Sustituir en la fila de abajo' : `Sustituir en ${rows(value)} de abajo`,
  replaced: (value) =>
    value === 0
      ? 'Ninguna celda de las filas de abajo es exactamente eso.'
      : `${plural(value, { one: '# celda sustituida', other: '# celdas sustituidas' })}. Aún no se ha importado nada.`,
  error: 'Qué falla',
  errorOf: (row, error) => (row === null ? error : `Fila ${count(row)}: ${error}`),
  cell: (column, row) => `${column}, fila ${row ?? ''}`,
  columnTitle: (name, header, number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header} (no se importa)`
  },
  reset: 'Deshacer mi cambio',
  submit: (value) => {
    if (value === 0) return 'Importar lo corregido'
    return value === 1 ? 'Importar esta fila de nuevo' : `Importar de nuevo estas ${rows(value)}`
  },
  onlyChanged: 'Solo se importan las filas que haya cambiado: las demás volverían a fallar.',
  loaded: (value, all) =>
    value >= all ? rows(value) : `Se muestran ${count(value)} de ${rows(all)}. Aparecen más al desplazarse.`,
  corrected: (file) => `${file}, corregido`,
  anew: 'Elegir de nuevo columnas y reglas',
  none: { title: 'Ninguna fila ha fallado', text: 'Se pudieron leer todas las filas del archivo.' },
  table: 'Celdas de las filas fallidas',
}

export const badValueWords: typeof en.badValueWords = {
  title: 'Celdas que no encajan',
  ofColumn: (name, value, examples) => {
    const such = examples.length === 0 ? '' : `, por ejemplo «${examples.join('», «')}»`
    return `${rows(value)} ${plural(value, { one: 'tiene', other: 'tienen' })} en ${name} un valor que no encaja${such}.`
  },
  wouldFail: (value) =>
    `${rows(value)} ${plural(value, { one: 'fallaría', other: 'fallarían' })} solo por estas celdas. ¿Qué hacer con estos contactos?`,
  leaveEmpty: (value) =>
    value === 1
      ? 'Dejar la celda vacía e importar el contacto'
      : `Dejar las celdas vacías e importar estos ${people(value)}`,
  orFail: 'O no importarlos: continúe abajo.',
  mostFail: {
    title: (failed, all) =>
      `${plural(failed, { one: 'Falla', other: 'Fallan' })} ${count(failed)} de ${rows(all)}`,
    text: 'Es la mayor parte del archivo. Mire qué falla antes de importar el resto.',
  },
  failed: (value) =>
    `${rows(value)} ${plural(value, { one: 'fallida', other: 'fallidas' })} solo por estas celdas.`,
  emptied: (value) => `${rows(value)} sin estas celdas: los contactos se importan igualmente.`,
  download: 'Descargar estas filas',
}
