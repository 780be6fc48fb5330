import type { totalKinds } from '../../../src/contract/campaigns/system-list.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import type * as en from '../../words/campaigns.ts'

const messages = (value: number) => plural(value, { one: '# mensagem', other: '# mensagens' })

type TotalIs = (typeof totalKinds)[number]

/** A campaign sends while its recipients are counted. */
function ofAll(sent: number, total: number, is: TotalIs): string {
  if (is === 'counting') return `${count(sent)}, a contar`
  return `${count(sent)} de ${is === 'about' ? 'cerca de ' : ''}${count(total)}`
}

/** What a campaign waits for, in words, and what helps. By the text that the server gives. */
const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: 'Aguarda créditos de envio.',
    helps: 'Continua sozinha assim que um administrador do servidor adicionar créditos.',
    link: 'credits',
  },
  'sending quota': {
    says: 'Aguarda: o limite de mensagens deste mês foi atingido.',
    helps: 'Continua sozinha quando começar o mês seguinte, ou quando o limite for aumentado.',
  },
  'the speed limit': {
    says: 'Aguarda devido ao limite de velocidade desta campanha.',
    helps: 'Continua sozinha. Não precisa de fazer nada.',
  },
  'a mail server': {
    says: 'Aguarda: o servidor de correio não responde.',
    helps: 'Tenta novamente a cada poucos segundos. Se demorar muito, contacte o operador do servidor.',
  },
  'a mail server that takes messages of this size': {
    says: 'Aguarda: as mensagens são maiores do que o servidor de correio aceita.',
    helps:
      'Ninguém foi devolvido por isso. Cancele a campanha e envie um conteúdo mais pequeno, ou peça ao operador que aumente o limite; então continua sozinha.',
  },
  'a mail server that accepts the log-in': {
    says: 'Aguarda: o servidor de correio recusa as credenciais.',
    helps:
      'Continua sozinha quando o utilizador e a palavra-passe do servidor de correio estiverem corretos. Contacte o operador do servidor.',
  },
  'the sending limit of the mail server': {
    says: 'Aguarda: o servidor de correio já enviou todas as mensagens que pode por agora.',
    helps:
      'Continua sozinha quando o servidor de correio voltar a aceitar mensagens. Se demorar muito, peça ao operador um limite mais alto.',
  },
  'messages to be tried again': {
    says: 'Já se escreveu uma vez a todos; alguns servidores pediram para tentar mais tarde.',
    helps: 'Tenta novamente sozinha, durante alguns dias no máximo.',
  },
  'the choice of the winning content': {
    says: 'Aguarda os resultados do teste.',
    helps: 'O melhor conteúdo segue para todos os outros à hora definida.',
  },
}

export const { campaignWords }: typeof en = {
  campaignWords: {
    remove: {
      open: 'Eliminar…',
      title: (name) => `Eliminar ${name}?`,
      text: 'Não foi enviada. O conteúdo e as definições perdem-se. Esta ação não pode ser anulada.',
      action: 'Eliminar a campanha',
    },
    title: 'Campanhas',
    lead: 'Uma campanha é uma mensagem para muitos contactos. As taxas referem-se às mensagens entregues.',
    create: 'Nova campanha',
    empty: {
      title: 'Ainda não há campanhas',
      text: 'Uma campanha é um rascunho até ser enviada: antes disso, ninguém recebe nada.',
    },
    noneFound: {
      title: 'Sem resultados',
      text: 'Nenhuma campanha corresponde. Retire um filtro para ver mais.',
    },
    search: 'Pesquisar por nome',
    name: 'Campanha',
    state: 'Estado',
    list: 'Lista',
    allLists: 'Todas as listas',
    begins: (zone) => `Início, ${zone}`,
    sent: 'Enviadas',
    opened: 'Aberturas',
    clicked: 'Cliques',
    left: 'Cancelamentos',
    stateFilters: [
      { value: '', label: 'Todos os estados' },
      { value: 'idle', label: 'Rascunhos' },
      { value: 'scheduled', label: 'Agendadas' },
      { value: 'sending', label: 'A enviar' },
      { value: 'finished', label: 'Enviadas' },
      { value: 'failed,cancelled', label: 'Falhadas ou canceladas' },
    ],
    stages: {
      draft: 'Rascunho',
      scheduled: 'Agendada',
      sending: 'A enviar',
      waiting: 'Em espera',
      paused: 'Em pausa',
      finished: 'Enviada',
      failed: 'Falhou',
      cancelled: 'Cancelada',
    },
    compareThis: (name) => `Comparar ${name}`,
    compareThem: (value) => `Comparar ${value} campanhas`,
    ofTotal: (sent, total, is) => ofAll(sent, total, is),
    progressOf: (name) => `Progresso de ${name}`,
    report: 'Relatório',
    live: {
      progress: 'Enviadas até agora',
      sentOf: (sent, total, is) =>
        is === 'counting'
          ? `${messages(sent)} até agora. Os destinatários estão a ser contados: ${count(total)} ou mais.`
          : `${ofAll(sent, total, is)} ${plural(total, { one: 'contacto', other: 'contactos' })}`,
      perMinute: (rate) => `${count(rate)} por minuto`,
      left: (time) => `faltam ${time}`,
      notStarted: (time) => `Começa às ${time}.`,
      over: {
        finished: (sent) =>
          `Concluída: ${messages(sent)} ${plural(sent, { one: 'enviada', other: 'enviadas' })}.`,
        cancelled: (sent) => `Cancelada após ${messages(sent)}.`,
        failed: (sent, why) => `Falhou após ${messages(sent)}: ${why}`,
      },
      draft: 'Esta campanha é um rascunho. Ninguém recebeu nada.',
      milestone: (share, sent) => `${share} % enviado: ${messages(sent)}.`,
      wait: (reason, said) => waits[reason] ?? { says: `Aguarda: ${said}.`, helps: 'Continua sozinha.' },
      pausedBy: (reason) =>
        reason === ''
          ? 'Em pausa. Ninguém recebe nada até ser retomada.'
          : `O servidor colocou-a em pausa: ${reason}`,
      credits: 'Ver os créditos',
      pause: 'Pausar',
      resume: 'Retomar',
      cancel: 'Cancelar…',
      cancelTitle: (name) => `Cancelar ${name}`,
      cancelText: (sent, remaining) =>
        `${people(sent)} já a ${plural(sent, { one: 'recebeu', other: 'receberam' })}. ${remaining === null ? 'Todos os outros' : `Os outros ${count(remaining)}`} não a vão receber. Esta ação não pode ser anulada.`,
      cancelAll: 'Ninguém recebeu nada e ninguém vai receber. Esta ação não pode ser anulada.',
      cancelDo: (remaining) => {
        if (remaining === null) return 'Cancelar o resto'
        return remaining === 0 ? 'Cancelar a campanha' : `Cancelar o resto, ${people(remaining)}`
      },
      figures: 'Números até agora',
      taken: 'Entregues',
      takenHint: 'Entregue: um servidor de correio aceitou a mensagem.',
      refused: 'Devolvidas',
      waiting: 'À espera de nova tentativa',
    },
    uncertain: {
      title: (value, isExact) =>
        `${orMore(messages(value), isExact)}: talvez ${plural(value, { one: 'enviada', other: 'enviadas' })}, talvez não`,
      text: 'A ligação ou o servidor falhou durante a entrega. Nada é enviado novamente sem a sua indicação.',
      who: 'Ver quem são',
      hide: 'Ocultar',
      again: (value, isExact) =>
        isExact ? `Enviar novamente a ${count(value)}` : 'Enviar novamente a todos',
      warn: 'Quem recebeu a primeira recebe-a duas vezes, com o mesmo Message-ID.',
      person: 'Contacto',
      since: (zone) => `Desde, ${zone}`,
      messageId: 'Message-ID',
      deleted: 'Entretanto eliminado',
      resent: (value) =>
        `${plural(value, { one: 'Será enviada', other: 'Serão enviadas' })} novamente ${messages(value)}.`,
    },
    system: {
      title: 'Todas as campanhas',
      lead: 'Todas as campanhas iniciadas, de todas as organizações. Os números atualizam-se durante o envio.',
      started: 'Início',
      periods: [
        { value: '1', label: 'Desde ontem' },
        { value: '7', label: 'Nos últimos 7 dias' },
        { value: '30', label: 'Nos últimos 30 dias' },
        { value: 'all', label: 'Em qualquer altura' },
      ],
      onlyOver: 'Apenas campanhas terminadas',
      organization: 'Organização',
      bounced: 'Devolvidas',
      complained: 'Queixas',
      empty: { title: 'Sem campanhas', text: 'Nenhuma campanha começou neste período.' },
    },
  },
}
