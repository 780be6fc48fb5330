import type { EventType } from '../../../src/contract/webhooks.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore } from './audience/amounts.ts'
import type * as en from '../../words/webhooks.ts'

const events: Record<EventType, string> = {
  studio_open: 'Uma mensagem foi aberta',
  studio_click: 'Houve um clique numa ligação',
  studio_unsub: 'Um contacto cancelou a subscrição',
  studio_subscriber_created: 'Um contacto foi adicionado pela API',
  studio_subscriber_updated: 'Um contacto foi alterado pela API',
  bounce_all: 'Uma mensagem foi devolvida, por qualquer motivo',
  bounce_bad_address: 'Um endereço não existe (devolução permanente)',
  scomp: 'Uma mensagem foi marcada como spam',
  import_finished: 'Uma importação está concluída',
  import_failed: 'Uma importação falhou',
  import_undone: 'Uma importação foi anulada',
  export_finished: 'Uma exportação está pronta',
  export_failed: 'Uma exportação falhou',
  message_accepted: 'Uma mensagem transacional foi aceite por um servidor de correio',
  message_bounced: 'Uma mensagem transacional foi devolvida',
  message_skipped: 'Uma mensagem transacional não foi enviada',
  message_uncertain: 'Uma mensagem transacional pode ou não ter saído',
  message_opened: 'Uma mensagem transacional foi aberta',
  message_clicked: 'Houve um clique numa ligação de uma mensagem transacional',
  message_complained: 'Uma mensagem transacional foi marcada como spam',
  message_unsubscribed: 'Um contacto cancelou a subscrição de um fluxo',
}

export const { webhookWords }: typeof en = {
  webhookWords: {
    title: 'Webhooks',
    lead: 'Um webhook informa o seu programa do que acontece, em segundos, através de pedidos assinados.',
    create: 'Novo webhook',
    name: 'Nome',
    url: 'Endereço',
    state: 'Estado',
    states: {
      off: 'Desativado',
      failing: 'Não responde',
      waits: 'A entregar',
      idle: 'A funcionar',
      never: 'Ainda nada enviado',
    },
    pending: 'Em espera',
    dead: 'Abandonados',
    empty: {
      title: 'Ainda não há webhooks',
      text: 'Com um webhook, a sua loja ou o seu CRM sabe logo quem cancelou a subscrição, que endereços foram devolvidos e que importações terminaram.',
    },
    events,
    eventOf: (type) => (type === 'test' ? 'Um teste' : ((events as Record<string, string>)[type] ?? type)),
    new: {
      title: 'Novo webhook',
      lead: 'O segredo que assina os pedidos é mostrado uma única vez, depois da criação.',
      nameHint: 'O programa que escuta, por exemplo «Loja».',
      urlHint: 'Começa por https://.',
      events: 'Avisar quando',
      listsHint: 'Só recebe eventos destas listas, e nenhum dos que não pertencem a qualquer lista.',
      submit: 'Criar o webhook',
    },
    secret: {
      title: 'Copie agora o segredo de assinatura',
      text: 'Não volta a ser mostrado. O seu programa utiliza-o para verificar que um pedido vem deste servidor e não foi alterado.',
      label: 'Segredo',
      done: 'Já copiei',
    },
    test: 'Enviar um evento de teste',
    tested: 'O evento de teste está a caminho. Aparece abaixo.',
    deliveries: {
      title: 'Últimas tentativas',
      none: 'Ainda nada foi enviado. Envie um evento de teste para ver se o endereço responde.',
      when: (zone) => `Quando, ${zone}`,
      what: 'O quê',
      result: 'Resultado',
      took: 'Duração',
      ms: (value) => `${count(value)} ms`,
      taken: (status) => `Aceite, ${status}`,
      answer: 'Resposta',
      silent: 'Sem resposta',
      more: (value) => `e mais ${count(value)}`,
    },
    waiting: {
      title: 'Em espera',
      text: (value, isExact, next) =>
        `${orMore(`${count(value)} ${plural(value, { one: 'evento', other: 'eventos' })}`, isExact)} em espera.${next === null ? '' : ` Próxima tentativa: ${next}.`}`,
      off: 'São guardados durante 30 dias e entregues quando o webhook for ativado.',
      lastError: (error) => `Último erro: ${error}`,
      now: 'Entregar agora',
      done: 'A próxima tentativa começa de imediato.',
    },
    deadEvents: {
      title: 'Abandonados',
      text: 'Após doze tentativas, um evento é abandonado e guardado durante 30 dias.',
      event: 'Evento',
      when: (zone) => `Aconteceu, ${zone}`,
      why: 'Porquê',
      action: 'Ação',
      one: 'Enviar novamente',
      all: (value, isExact) => (isExact ? `Enviar novamente ${count(value)}` : 'Enviar novamente todos'),
      done: (value) =>
        `${plural(value, { one: '# evento está', other: '# eventos estão' })} de novo a caminho.`,
    },
    settings: 'Definições',
    save: 'Guardar',
    saved: 'Guardado.',
    active: 'Entregar eventos',
    rotate: {
      open: 'Novo segredo de assinatura…',
      title: 'Um novo segredo de assinatura?',
      text: 'O segredo atual deixa de assinar de imediato. Faça o seu programa aceitar ambos enquanto o muda.',
      action: 'Criar um novo segredo',
    },
    remove: {
      open: 'Eliminar o webhook…',
      title: (name) => `Eliminar ${name}?`,
      text: (waiting, isExact) =>
        waiting === 0
          ? 'O programa deixa de receber eventos. Esta ação não pode ser anulada.'
          : `O programa deixa de receber eventos e ${plural(waiting, { one: 'é eliminado', other: 'são eliminados' })} ${orMore(`${count(waiting)} ${plural(waiting, { one: 'evento', other: 'eventos' })}`, isExact)} em espera. Esta ação não pode ser anulada.`,
      action: 'Eliminar o webhook',
    },
  },
}
