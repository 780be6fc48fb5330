import { plural } from '../../design/figures.ts'
import type * as en from '../../words/api-keys.ts'

export const { apiKeyWords }: typeof en = {
  apiKeyWords: {
    title: 'Chaves de API',
    lead: 'Com uma chave, um programa pode agir pela organização como administrador. Dê a cada programa a sua própria chave, para poder revogar uma sem afetar as outras.',
    create: 'Nova chave',
    name: 'Nome',
    role: 'Acesso',
    roles: {
      organization_admin: 'Tudo nesta organização',
      system_admin: 'Tudo no servidor',
    },
    state: 'Estado',
    states: { active: 'Ativa', off: 'Desativada', expired: 'Expirada' },
    used: (zone) => `Última utilização, ${zone}`,
    expires: (zone) => `Expira, ${zone}`,
    never: 'nunca',
    created: 'Criada',
    empty: {
      title: 'Ainda não há chaves',
      text: 'É necessária se um programa, como a sua loja, tiver de adicionar contactos ou ler relatórios. As pessoas iniciam sessão com a sua própria conta.',
    },
    new: {
      title: 'Nova chave',
      lead: 'A chave é mostrada uma única vez, depois de criada.',
      name: 'Nome',
      nameHint: 'O programa que a vai utilizar, por exemplo «Loja».',
      expires: 'Expira',
      expiry: { never: 'Nunca', '30': 'Em 30 dias', '90': 'Em 90 dias', '365': 'Num ano' },
      submit: 'Criar a chave',
    },
    secret: {
      title: 'Copie a chave agora',
      text: 'Não volta a ser mostrada. Guarde-a onde só o programa a possa ler.',
      label: 'Chave',
      use: 'Enviar com cada chamada',
      done: 'Já copiei',
    },
    rename: 'Guardar o nome',
    switchOff: 'Desativar',
    switchOn: 'Ativar',
    rotate: {
      title: 'Substituir a chave',
      text: 'O valor antigo continua a funcionar durante algum tempo, para poder ser mudado em cada programa.',
      overlap: 'O valor antigo continua a funcionar',
      overlaps: {
        '0': 'Não',
        '3600': 'Durante uma hora',
        '86400': 'Durante um dia',
        '604800': 'Durante sete dias',
      },
      submit: 'Criar um novo valor',
      running: (until) => `O valor anterior funciona até ${until}.`,
    },
    remove: {
      open: 'Eliminar a chave…',
      title: (name) => `Eliminar ${name}?`,
      text: 'Os programas que a utilizam perdem o acesso de imediato. Esta ação não pode ser anulada.',
      action: 'Eliminar a chave',
    },
    assistant: {
      title: 'Ligar um assistente',
      text: 'Os programas compatíveis com o Model Context Protocol podem trabalhar com esta organização. Crie uma chave com os direitos necessários e dê ao programa este endereço e a chave. Cada alteração é primeiro planeada, e o que exige aprovação aguarda por uma pessoa.',
      address: 'Endereço',
      settings: 'Definições do programa',
      settingsOf: (address) =>
        JSON.stringify({
          mcpServers: {
            quiver: { type: 'http', url: address, headers: { Authorization: 'Bearer API_KEY' } },
          },
        }),
    },
    count: (value) => plural(value, { one: '# chave', other: '# chaves' }),
    usedFrom: 'Última utilização a partir de',
    scopes: {
      title: 'O que pode fazer',
      save: 'Guardar o que pode fazer',
      some: 'Apenas o que for escolhido aqui',
      someHint: 'A chave de um programa deve poder fazer o que o programa faz, e mais nada.',
      scim: 'Gestão por SCIM',
      scimHint:
        'Para um fornecedor de identidade, como Entra ou Okta, que mantém aqui utilizadores e grupos.',
      listsHint: 'Todas as outras listas, e o que lhes pertence, não existem para esta chave.',
    },
  },
}
