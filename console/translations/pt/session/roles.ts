import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/session/roles.ts'

export const { roleWords }: typeof en = {
  roleWords: {
    title: 'Funções',
    lead: 'O que os utilizadores com uma função podem fazer. Uma alteração aplica-se de imediato a todos os que a têm.',
    create: 'Nova função',
    name: 'Nome',
    users: 'Utilizadores',
    administrators:
      'Os administradores não precisam de função: podem fazer tudo aqui, e só eles alteram utilizadores, funções e chaves.',
    none: { title: 'Sem funções', text: 'Cada utilizador tem então as suas próprias permissões.' },
    new: { title: 'Nova função', submit: 'Criar a função' },
    may: 'O que permite',
    save: 'Guardar a função',
    count: (users) =>
      `${plural(users, { one: '# utilizador tem', other: '# utilizadores têm' })} esta função.`,
    remove: {
      open: 'Eliminar a função…',
      title: (name) => `Eliminar ${name}?`,
      text: 'Ninguém a tem. Esta ação não pode ser anulada.',
      action: 'Eliminar a função',
    },
    resources: {
      webhook: 'Webhooks',
      suppression_list: 'Exclusões',
      special_sending_rule: 'Regras de envio',
      brand: 'Marca',
      virtual_mta: 'Rotas',
      url_domain: 'Domínios das ligações',
      bounce_email: 'Endereços de devolução',
      dkim_key: 'Chaves DKIM',
      sender_domain: 'Domínios de envio',
      organization: 'Organização',
      job: 'Tarefas',
      overview: 'Visão geral',
      audit_event: 'Registo de auditoria',
    },
  },
}
