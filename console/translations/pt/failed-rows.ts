import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { columnWords } from './imports.ts'
import type * as en from '../../words/failed-rows.ts'

const rows = (value: number) => plural(value, { one: '# linha', other: '# linhas' })

export const failedWords: typeof en.failedWords = {
  title: 'Linhas que falharam',
  lead: 'O que está errado e o que pode fazer: para todas as linhas com o mesmo problema ou célula a célula.',
  summary: (value) => `${rows(value)} ${plural(value, { one: 'falhou', other: 'falharam' })}`,
  count: (value, isExact) => orMore(rows(value), isExact),
  problem: (problem, examples) =>
    examples.length === 0 ? `${problem}.` : `${problem}, mas por exemplo é «${examples.join('», «')}».`,
  notExact: (value) =>
    `Contado nas primeiras linhas que falharam (${rows(value)}). Uma correção de todas as linhas com um problema abrange também as outras.`,
  only: 'Mostrar apenas estas linhas',
  all: 'Mostrar todas as linhas',
  leaveOut: 'Excluir todas estas',
  takeBack: 'Voltar a incluir estas',
  importWithout: (title) => `Importar estas sem ${title}`,
  importWithoutAll: (value) =>
    value === 1
      ? 'Importar 1 linha sem as células erradas'
      : `Importar ${rows(value)} sem as células erradas`,
  withoutHint:
    'As outras células são importadas. Os contactos que já estão na lista mantêm o que têm no lugar dessa célula.',
  replaceIn: (title) => `Substituir em ${title}`,
  replaceFrom: (title) => `Em ${title}, substituir`,
  replaceTo: 'por',
  replace: (value) => (value === 1 ? 'Substituir na linha abaixo' : `Substituir em ${rows(value)} abaixo`),
  replaced: (value) =>
    value === 0
      ? 'Nenhuma célula das linhas abaixo é exatamente isso.'
      : `${plural(value, { one: '# célula substituída', other: '# células substituídas' })}. Ainda nada foi importado.`,
  error: 'O que está errado',
  errorOf: (row, error) => (row === null ? error : `Linha ${count(row)}: ${error}`),
  cell: (column, row) => `${column}, linha ${row ?? ''}`,
  columnTitle: (name, header, number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header} (não importada)`
  },
  reset: 'Anular a minha alteração',
  submit: (value) => {
    if (value === 0) return 'Importar o que corrigir'
    return value === 1 ? 'Importar novamente esta linha' : `Importar novamente estas ${rows(value)}`
  },
  onlyChanged: 'Só são importadas as linhas que alterou: as outras voltariam a falhar.',
  loaded: (value, all) =>
    value >= all
      ? rows(value)
      : `${count(value)} de ${rows(all)} à vista. Mais linhas aparecem ao deslocar a página.`,
  corrected: (file) => `${file}, corrigido`,
  anew: 'Escolher novamente colunas e regras',
  none: { title: 'Nenhuma linha falhou', text: 'Foi possível ler todas as linhas do ficheiro.' },
  table: 'Células das linhas que falharam',
}

export const badValueWords: typeof en.badValueWords = {
  title: 'Células que não servem',
  ofColumn: (name, value, examples) => {
    const such = examples.length === 0 ? '' : `, por exemplo «${examples.join('», «')}»`
    return `${rows(value)} ${plural(value, { one: 'tem', other: 'têm' })} em ${name} um valor que não serve${such}.`
  },
  wouldFail: (value) =>
    `${rows(value)} ${plural(value, { one: 'falharia', other: 'falhariam' })} apenas por causa destas células. O que fazer com estes contactos?`,
  leaveEmpty: (value) =>
    value === 1
      ? 'Deixar a célula vazia e importar o contacto'
      : `Deixar as células vazias e importar estes ${people(value)}`,
  orFail: 'Ou não os importar: continue abaixo.',
  mostFail: {
    title: (failed, all) =>
      `${count(failed)} de ${rows(all)} ${plural(failed, { one: 'falha', other: 'falham' })}`,
    text: 'É a maior parte do ficheiro. Veja o que está errado antes de importar o resto.',
  },
  failed: (value) =>
    `${rows(value)} ${plural(value, { one: 'falhou', other: 'falharam' })} apenas por causa destas células.`,
  emptied: (value) => `${rows(value)} sem estas células: os contactos são importados na mesma.`,
  download: 'Transferir estas linhas',
}
