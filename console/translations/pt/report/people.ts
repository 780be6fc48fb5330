import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { count } from '../../../design/figures.ts'
import { orMore, people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/people.ts'

const kinds: Record<PeopleKind, string> = {
  sent: 'Enviadas',
  accepted: 'Entregues',
  waiting: 'Em espera ou incertas',
  skipped: 'Excluídos',
  not_opened: 'Sem abertura',
  opened: 'Aberturas',
  clicked: 'Cliques',
  bounced: 'Devolvidas',
  complained: 'Queixas',
  unsubscribed: 'Cancelamentos',
  opened_by_machine: 'Abertas por um programa',
  clicked_by_machine: 'Clicadas por um programa',
}

/** When: of the message, or of the first time. */
const times: Record<PeopleKind, string> = {
  sent: 'Envio',
  accepted: 'Envio',
  waiting: 'Última tentativa',
  skipped: 'Decisão',
  not_opened: 'Envio',
  opened: 'Primeira abertura',
  clicked: 'Primeiro clique',
  bounced: 'Devolução',
  complained: 'Queixa',
  unsubscribed: 'Cancelamento',
  opened_by_machine: 'Abertura',
  clicked_by_machine: 'Clique',
}

/** Most of them are not active any more. */
const gone: ReadonlySet<PeopleKind> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = ' Só se pode escrever a quem está ativo na lista.'

export const { peopleOfWords }: typeof en = {
  peopleOfWords: {
    kinds,
    title: (kind, name) => `${kinds[kind]}: ${name}`,
    who: 'Contactos',
    version: 'Versão',
    everyVersion: 'Todas as versões',
    versionName: (name, place) => (name === '' ? `Versão ${place + 1}` : name),
    link: 'Ligação',
    everyLink: 'Qualquer ligação',
    severity: 'Tipo de devolução',
    everySeverity: 'Todas as devoluções',
    severities: {
      hard: 'Permanente: o endereço não funciona',
      soft: 'Temporária: a caixa de correio não funciona por agora',
      other: 'Outra: não tem a ver com o endereço',
    },
    severityWords: { hard: 'Permanente', soft: 'Temporária', other: 'Outra' },
    lead: (kind, number) =>
      number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
    seeds: 'Os endereços das listas de controlo são contados no relatório, mas não aparecem aqui.',
    caption: 'Os contactos',
    person: 'Contacto',
    deleted: 'Entretanto eliminado',
    at: (kind, zone) => `${times[kind]}, ${zone}`,
    unknownTime: 'Não registado',
    times: 'Vezes',
    status: 'Agora',
    reason: 'Porquê',
    more: 'Mostrar mais',
    empty: { title: 'Ninguém', text: 'Nenhum contacto até agora.' },
    write: {
      action: 'Escrever-lhes',
      name: (kind, name, at) => `${kinds[kind]}: ${name} (${at})`,
    },
    export: {
      action: 'Exportação',
      explain:
        'Todos estes contactos são escritos num ficheiro, com todas as colunas que uma importação pode voltar a ler.',
      submit: 'Exportá-los',
    },
    open: (word, value) => `${word}: ver quem, ${count(value)}`,
  },
}
