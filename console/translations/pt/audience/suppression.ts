import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/suppression.ts'

const entries = (value: number) => plural(value, { one: '# entrada', other: '# entradas' })

export const suppressionWords: typeof en.suppressionWords = {
  title: 'Exclusões',
  lead: 'Os endereços destas listas não recebem mensagens. Cada lista indica para que vale.',
  holds: 'Vale para',
  ofList: 'Lista de e-mail',
  scopes: {
    organization: 'Todas as mensagens',
    mailing_list: 'Uma lista de e-mail',
    segment: 'Segmentos que a indicam',
    system: 'Todas as organizações',
  },
  find: {
    title: 'Um endereço está excluído?',
    email: 'Endereço de e-mail',
    submit: 'Consultar',
    none: (email) => `Nenhuma lista exclui ${email}.`,
    by: (list, entry, since) => `${list}: ${entry}, desde ${since}`,
    bySystem: 'Uma lista deste servidor exclui o endereço.',
  },
  name: 'Nome da lista',
  create: 'Criar a lista',
  newTitle: 'Nova lista de exclusão',
  empty: {
    title: 'Ainda não há listas de exclusão',
    text: 'Uma lista de exclusão contém endereços que nunca devem receber e-mails: queixas, concorrentes, quem o pediu por escrito.',
  },
  list: {
    search: 'Pesquisar',
    searchHint: 'Endereço, @domínio ou hash',
    entry: 'Entrada',
    entries: 'Entradas',
    kind: 'Tipo',
    kinds: { a: 'Endereço', d: 'Domínio', m: 'Hash MD5', s: 'Hash SHA-256' },
    added: 'Adicionada',
    remove: (entry) => `Retirar ${entry}`,
    removeShort: 'Retirar',
    add: 'Adicionar entradas',
    addHint: 'Endereços, domínios como @example.com ou hashes de endereços, um por linha, até 10 000.',
    submit: (value) => (value === 0 ? 'Adicionar entradas' : `Adicionar ${entries(value)}`),
    result: (added, known, invalid) =>
      [
        `${entries(added)} ${plural(added, { one: 'adicionada', other: 'adicionadas' })}`,
        ...(known > 0
          ? [`${count(known)} já ${plural(known, { one: 'estava', other: 'estavam' })} na lista`]
          : []),
        ...(invalid > 0
          ? [
              `${count(invalid)} não ${plural(invalid, { one: 'é', other: 'são' })} endereço, domínio nem hash`,
            ]
          : []),
      ].join(', ') + '.',
    empty: { title: 'A lista está vazia', text: 'Adicione os endereços que não devem receber e-mails.' },
    none: {
      title: 'Nenhuma entrada começa assim',
      text: 'Procure pelo início de um endereço, ou por @ e um domínio.',
    },
    zone: (zone) => `Horas de ${zone}.`,
  },
}

export const seedWords: typeof en.seedWords = {
  title: 'Listas de controlo',
  lead: 'Endereços seus que recebem uma cópia de cada campanha que utiliza a lista, para ver o que chega.',
  name: 'Nome da lista',
  create: 'Criar a lista',
  newTitle: 'Nova lista de controlo',
  addresses: 'Endereços, um por linha',
  search: 'Procurar na lista',
  save: 'Guardar os endereços',
  saved: 'Os endereços estão guardados.',
  remove: (address) => `Retirar ${address}`,
  add: 'Endereço de e-mail',
  addSubmit: 'Adicionar à lista',
  count: (value) => plural(value, { one: '# endereço', other: '# endereços' }),
  empty: {
    title: 'Ainda não há listas de controlo',
    text: 'Uma lista de controlo contém endereços seus em vários fornecedores. As campanhas enviam-lhes uma cópia.',
  },
  none: { title: 'Ainda não há endereços', text: 'Adicione um endereço seu.' },
}
