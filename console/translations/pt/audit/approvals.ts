import type { ApprovalKind } from '../../../../src/contract/plans/rules.ts'
import { count } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/audit/approvals.ts'

const kinds: Record<ApprovalKind, string> = {
  campaign: 'Enviar uma campanha',
  autoresponder: 'Iniciar uma resposta automática',
  import: 'Importar contactos',
  export: 'Exportar contactos',
  bulk_change: 'Alterar muitos contactos',
  erasure: 'Apagar um contacto definitivamente',
  api_key: 'Criar ou alterar uma chave de API',
  rights: 'Alterar quem pode fazer o quê',
  webhook: 'Criar ou alterar um webhook',
  suppression: 'Retirar endereços excluídos',
}

export const { approvalWords }: typeof en = {
  approvalWords: {
    title: 'Aprovações',
    lead: 'O que alguém quer fazer e uma segunda pessoa tem de aprovar primeiro, do mais recente para o mais antigo.',
    rulesLink: 'O que exige aprovação',
    kinds,
    other: 'Outra alteração',
    states: {
      planned: 'planeado',
      waiting: 'à espera de decisão',
      approved: 'aprovado',
      refused: 'recusado',
      applied: 'executado',
      void: 'sem efeito',
    },
    what: 'O quê',
    who: 'Pedido por',
    when: 'Pedido',
    state: 'Estado',
    filter: 'Mostrar',
    filters: { '': 'Todos', waiting: 'Os que aguardam decisão' },
    somebody: 'alguém que já não está',
    empty: {
      title: 'Nada para aprovar',
      text: 'Os pedidos aparecem aqui quando uma regra diz que algo exige a aprovação de uma segunda pessoa.',
    },
    one: {
      facts: 'O que faria',
      until: 'Pode ser executado até',
      program: 'Pedido através de',
      concerned: 'Contactos',
      messages: 'Mensagens',
      credits: 'Créditos',
      unknown: 'desconhecido antes do início',
      unlimited: 'sem limite',
      classes: 'Dos quais',
      leftOut: 'Excluídos',
      leftOutFor: {
        not_in_segment: 'fora do segmento',
        paused: 'pausa escolhida pelo contacto',
        suppressed: 'numa lista de supressão',
      },
      waits: 'Aguarda',
      numbered: (word, number) => `${word}: ${count(number)}`,
      people,
      campaign: 'Abrir a campanha, a sua revisão e a sua pré-visualização',
      decision: 'Decisão',
      reason: 'Motivo',
      reasonHint: 'Para quem pediu e para o registo de auditoria.',
      approve: 'Aprovar',
      refuse: 'Recusar',
      apply: 'Executar agora',
      decided: (state, name, when) => `${state} por ${name}, ${when}`,
      emergency: 'sem aprovação, numa emergência',
      void: 'Já não pode ser executado:',
      mayDecide: 'Ninguém decide sobre o seu próprio pedido. Quem pode decidir fica a sabê-lo quando tenta.',
    },
    ask: {
      button: 'Pedir aprovação',
      hint: 'Uma segunda pessoa tem de aprovar isto. Recebe um e-mail e vê a revisão, a pré-visualização e os números.',
    },
    rules: {
      title: 'O que exige aprovação',
      lead: 'O que ninguém nesta organização faz sozinho. Quem pede nunca aprova o próprio pedido.',
      needed: (kind) => kind,
      above: 'Acima deste número de contactos',
      approvers: 'Quem pode aprovar',
      approversHint: 'Ninguém indicado: todos os administradores.',
      emergency: 'Quem o pode fazer sozinho numa emergência',
      emergencyHint: 'Fica registado e é comunicado por e-mail a todos os que podem aprovar.',
      ofLists: (number) =>
        number === 1
          ? 'Uma regra para uma só lista foi criada pela API e mantém-se.'
          : `${count(number)} regras para listas individuais foram criadas pela API e mantêm-se.`,
      save: 'Guardar as regras',
    },
  },
}
