import { size } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/exports.ts'

export const { exportWords }: typeof en = {
  exportWords: {
    title: 'Exportações',
    lead: 'Listas em ficheiros. Cada ficheiro pode ser transferido durante sete dias.',
    start: 'Exportar uma lista',
    list: 'Lista',
    who: 'Quem',
    state: 'Estado',
    people: 'Contactos',
    file: 'Ficheiro',
    created: (zone) => `Criada (${zone})`,
    columns: 'Colunas',
    allColumns: 'todas',
    format: (type, separator, isPacked) =>
      [
        type === 'jsonl' ? 'JSON Lines' : `CSV, ${separator === ';' ? 'ponto e vírgula' : 'vírgulas'}`,
        isPacked ? 'gzip' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    everybody: 'todos',
    download: (bytes) => `Transferir, ${size(bytes)}`,
    until: (at) => `até ${at}`,
    gone: 'O ficheiro já não está guardado.',
    cancel: 'Cancelar',
    endLink: 'Desativar a ligação',
    progress: 'Progresso',
    states: {
      scheduled: 'em espera',
      exporting: 'em curso',
      finished: 'concluída',
      failed: 'falhou',
      cancelled: 'cancelada',
    },
    statuses: {
      active: 'ativo',
      unsubscribed: 'cancelado',
      scomp: 'queixa',
      bounced: 'devolvido',
      deactivated: 'desativado',
    },
    empty: {
      title: 'Ainda não há exportações',
      text: 'Guarde uma lista ou parte dela num ficheiro: para uma folha de cálculo, outro sistema ou o seu arquivo. Uma importação pode voltar a lê-lo.',
    },
    new: {
      title: 'Exportar uma lista',
      list: 'Que lista?',
      segment: 'Quem?',
      whole: 'Todos os contactos da lista',
      segmentHint: 'Os segmentos só têm contactos ativos, a não ser que tenham uma condição sobre o estado.',
      statuses: 'Com que estado?',
      statusesHint: 'Se nenhum for escolhido: todos.',
      columns: 'Que colunas?',
      columnsHint: 'Se nenhuma for escolhida: tudo o que uma importação pode voltar a ler.',
      addColumn: 'Adicionar uma coluna',
      order: 'Ordem no ficheiro',
      orderHint: 'Mova uma coluna com as setas, ou com Alt e ↑ ou ↓.',
      up: (name) => `Mover ${name} para cima`,
      down: (name) => `Mover ${name} para baixo`,
      remove: (name) => `Retirar ${name}`,
      moved: (name, place, total) => `${name} é agora a coluna ${place} de ${total}.`,
      format: 'Que formato?',
      formats: {
        csv: 'CSV com vírgulas',
        excel: 'CSV com ponto e vírgula, para Excel',
        jsonl: 'JSON, um contacto por linha',
      },
      gzip: 'Comprimido com gzip',
      guard: 'Seguro numa folha de cálculo',
      guardHint:
        'Um valor que seria executado como fórmula, como =1+1 ou +49 30 1234, recebe um apóstrofo à frente.',
      submit: 'Criar o ficheiro',
    },
    done: (value) => people(value),
  },
}
