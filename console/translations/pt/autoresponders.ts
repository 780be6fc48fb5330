import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/autoresponders.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minuto', other: 'minutos' },
  hours: { one: 'hora', other: 'horas' },
  days: { one: 'dia', other: 'dias' },
  weeks: { one: 'semana', other: 'semanas' },
  months: { one: 'mês', other: 'meses' },
}

type Delay = { delay: string; delay_amount: number; delay_unit: string | null; delay_time: number }

/** 3 days later at 09:00 */
function delayOf({ delay, delay_amount: amount, delay_unit: unit, delay_time: hour }: Delay): string {
  if (delay === 'immediately' || unit === null) return 'De imediato'
  const length = `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} depois`
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length} às ${String(hour).padStart(2, '0')}:00` : length
}

export const { autoresponderWords }: typeof en = {
  autoresponderWords: {
    title: 'Respostas automáticas',
    lead: 'Mensagens enviadas a um contacto quando algo acontece.',
    list: 'Lista',
    name: 'Resposta automática',
    trigger: 'Quando',
    triggerTitle: 'Acionador',
    delay: 'Envio',
    state: 'Estado',
    running: 'Ativa',
    paused: 'Em pausa',
    delayOf,
    triggers: {
      subscription: 'Um contacto entra na lista',
      api: 'Só um programa a pede',
      campaign_open: 'Uma campanha é aberta',
      campaign_click: 'Há um clique numa ligação de uma campanha',
      autoresponder_open: 'Outra resposta automática é aberta',
      autoresponder_nonopen: 'Outra resposta automática não é aberta',
      autoresponder_click: 'Há um clique numa ligação de outra resposta automática',
      autoresponder_nonclick: 'Não há cliques nas ligações de outra resposta automática',
      autoresponder_send: 'Outra resposta automática é enviada',
    },
    triggerNow: {
      title: 'Enviar a um contacto',
      ofPerson: 'Acionar uma resposta automática',
      hint: 'A mesma chamada que os programas fazem. Aplicam-se o atraso e a regra da resposta automática.',
      email: 'Endereço de e-mail',
      create_missing_subscriber: 'Adicionar o contacto se ninguém na lista tiver este endereço',
      reactivate_subscriber: 'Reativar o contacto se não estiver ativo',
      paused: 'A resposta automática está em pausa: a mensagem aguarda até ser retomada.',
      pausedName: (name) => `${name} (em pausa)`,
      submit: 'Acionar',
      done: (email) => `Acionada para ${email}.`,
      doneOf: (name) => `${name} foi acionada.`,
    },
    empty: {
      title: 'Não há respostas automáticas nesta lista',
      text: 'A mais comum dá as boas-vindas a quem entra.',
    },
    noLists: {
      title: 'Ainda não há listas',
      text: 'Uma resposta automática pertence a uma lista. Crie primeiro uma lista.',
    },
    figures: 'Números desde o início',
    sent: 'Enviadas',
    opened: 'Aberturas',
    clicked: 'Cliques',
    bounced: 'Devolvidas',
    left: 'Cancelamentos',
    ofTaken: 'das entregues',
    ofSent: 'das enviadas',
    pause: 'Pausar',
    resume: 'Retomar',
    check: 'Antes de ser ativada',
    stopped: 'Não pode funcionar até isto ser corrigido.',
    settings: 'Atraso',
    delayKinds: { immediately: 'De imediato', with_delay: 'Mais tarde' },
    amount: 'Quanto tempo depois',
    unit: 'Unidade',
    units: { minutes: 'Minutos', hours: 'Horas', days: 'Dias', weeks: 'Semanas', months: 'Meses' },
    hour: 'Hora do dia',
    save: 'Guardar o atraso',
    onImport: 'Também para contactos importados',
    onApi: 'Também para contactos adicionados por um programa ou um formulário',
    campaign: 'Campanha',
    other: 'Resposta automática anterior',
    anyUrl: 'Qualquer ligação conta',
    urls: 'Ligações que contam',
    urlsHint: 'O endereço tal como está na mensagem. Prima Enter depois de cada um.',
    saveTrigger: 'Guardar quando é enviada',
    message: {
      title: (name) => `Mensagem de ${name}`,
      lead: 'As alterações aplicam-se a todas as mensagens que ainda não foram enviadas.',
      save: 'Guardar a mensagem',
      saved: 'guardado',
      unsaved: 'ainda não guardado',
      conflict: 'Entretanto, outra pessoa guardou esta mensagem.',
      conflictText:
        'O que escreveu ainda está aqui. Guarde novamente para substituir a outra versão, ou abra a página outra vez para a ver.',
      overwrite: 'Substituir a outra versão',
    },
    sending: {
      title: 'Nome, contactos e remetente',
      name: 'Nome',
      segment: 'Apenas os contactos deste segmento',
      everyone: 'Todos os contactos ativos',
      ofList: 'Do remetente da lista',
      fromName: 'Nome do remetente',
      fromEmail: 'Endereço do remetente',
      replyTo: 'Endereço de resposta',
      trackOpens: 'Registar aberturas',
      trackLinks: 'Registar cliques',
      save: 'Guardar as definições',
    },
    fresh: {
      title: 'Nova resposta automática',
      lead: 'Fica em pausa até ser retomada.',
      nameHint: 'Visível apenas para os seus colegas.',
      create: 'Criar e escrever a mensagem',
    },
    delete: 'Eliminar…',
    deleteTitle: (name) => `Eliminar ${name}`,
    deleteText:
      'As mensagens em espera não são enviadas. O que foi enviado permanece nos relatórios. Esta ação não pode ser anulada; para a manter, coloque-a em pausa.',
    deleteDo: 'Eliminar a resposta automática',
  },
}
