import type { OutcomeReasonRecord } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { instant } from '../../../design/figures.ts'
import { statusWords } from '../audience/subscribers.ts'
import type * as en from '../../../words/report/why.ts'

type Reason = OutcomeReasonRecord
type Say = (reason: Reason, zone: string) => string

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : ` em ${instant(reason.at, zone)}`
const until = ({ until: end }: Reason, zone: string) => (end === null ? '' : ` até ${instant(end, zone)}`)
const said = ({ text }: Reason) => (text === null ? '' : `: ${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? 'não ativo'

/** What is recorded of that time. */
const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `O servidor de correio aceitou-a${on(reason, zone)}.`,
  bounced: (reason, zone) => `Foi devolvida${on(reason, zone)}${said(reason)}.`,
  retrying: (reason, zone) =>
    `Um servidor de correio recusou-a por agora${said(reason)}. A próxima tentativa aguarda${until(reason, zone)}.`,
  uncertain: () => 'Pode ou não ter saído: a ligação ou o servidor falhou durante a entrega.',
  being_sent: () => 'Está a ser entregue neste momento.',
  sending_rule: ({ text }) => `Excluído: ${text ?? 'uma regra de envio'}.`,
  failed: (reason) => `Não foi possível compor a mensagem${said(reason)}.`,
  waits_for_time: (reason, zone) =>
    `Aguarda a sua hora (um atraso, o fuso horário ou as horas de uma regra de envio)${until(reason, zone)}.`,
  not_started: (reason, zone) =>
    reason.until === null
      ? 'A campanha ainda não está agendada.'
      : `A campanha começa em ${instant(reason.until, zone)}.`,
  not_reached: ({ text }) =>
    text === null
      ? 'Ainda não chegou a este contacto.'
      : text === 'paused'
        ? 'Está em pausa e ainda não chegou a este contacto.'
        : `Ainda não chegou a este contacto; aguarda: ${text}.`,
  winner_pending: (reason, zone) =>
    `Este contacto recebe a versão vencedora do teste A/B, escolhida${reason.until === null ? ' após o teste' : ` em ${instant(reason.until, zone)}`}.`,
  campaign_ended: ({ text }) =>
    text === 'failed' ? 'A campanha falhou antes da sua vez.' : 'A campanha foi cancelada antes da sua vez.',
  joined_later: (reason, zone) =>
    `Entrou na lista depois de a campanha começar${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  left: (reason, zone) =>
    `O seu estado ${reason.at === null ? 'nessa altura' : `desde ${instant(reason.at, zone)}`}: ${stateOf(reason.text)}.`,
  suppressed: (reason, zone) =>
    `O seu endereço estava na lista de exclusão ${reason.text ?? 'do sistema'}${reason.at === null ? '' : ` desde ${instant(reason.at, zone)}`}.`,
  paused: (reason, zone) => `Tinha as mensagens em pausa${until(reason, zone)}.`,
  not_in_segment: () => 'Não estava no segmento.',
  not_in_query: () => 'Não estava nas linhas da consulta.',
  joined_before: (reason, zone) =>
    `Entrou na lista antes de a resposta automática existir${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  not_triggered: () => 'O que a aciona não aconteceu para este contacto.',
  earlier_step: (reason, zone) =>
    `Aguarda um passo anterior${reason.text === null ? '' : ` («${reason.text}»)`}${until(reason, zone)}.`,
  step_condition: () => 'Já passou este passo: a sua condição, ou uma regra de envio, não lho deu.',
  sequence_over: () => 'Já não está na sequência.',
  unknown: () => 'Nada do que está guardado diz porquê.',
}

/** What follows from what is stored now. */
const perhaps: Partial<Record<Reason['code'], Say>> = {
  left: (reason, zone) =>
    `O seu estado: ${stateOf(reason.text)}${reason.at === null ? '. Desde quando não está registado' : ` desde ${instant(reason.at, zone)}, durante o envio da campanha`}.`,
  suppressed: (reason, zone) =>
    `O seu endereço está na lista de exclusão ${reason.text ?? 'do sistema'}${reason.at === null ? '' : ` desde ${instant(reason.at, zone)}`}. Não está registado se foi antes da sua vez.`,
  paused: (reason, zone) =>
    `Tem as mensagens em pausa${until(reason, zone)}. Não está registado se foi antes da sua vez.`,
  not_in_segment: () => 'Agora não está no segmento. Não está registado se estava nessa altura.',
  not_in_query: () => 'Não está entre as linhas que a consulta tinha.',
  not_triggered: () => 'Segundo o que está registado, o que a aciona não aconteceu para este contacto.',
  step_condition: () => 'Já tinha passado o seu lugar quando foi adicionado.',
  sequence_over: () => 'Já não está na sequência: terminou por uma condição, ou alguém o retirou.',
  unknown: () =>
    'Nada do que está guardado diz porquê. Pode não ter estado no segmento nessa altura, ou ter estado excluído ou inativo durante algum tempo.',
}

export const { whyWords }: typeof en = {
  whyWords: {
    title: 'Porque é que um contacto não a recebeu',
    lead: 'Introduza um endereço para ver o que aconteceu com esta campanha para esse contacto.',
    address: 'Endereço',
    ask: 'Consultar',
    notOnList: (email, list) =>
      `${email} não está agora na lista ${list}. Os contactos eliminados não deixam rasto do motivo.`,
    person: 'Abrir o contacto',
    leadAutoresponder:
      'Introduza um endereço para ver o que aconteceu com esta resposta automática para esse contacto.',
    autoresponders: 'Respostas automáticas',
    ownMessage: 'Primeira mensagem',
    campaigns: 'Campanhas',
    none: { title: 'Sem campanhas', text: 'Nenhuma campanha desta lista foi enviada.' },
    noAutoresponders: 'Esta lista não tem respostas automáticas.',
    more: 'Mostrar mais',
    outcomes: {
      sent: 'Recebida',
      bounced: 'Devolvida',
      waiting: 'Em espera',
      not_sent: 'Não recebida',
    },
    sentence: (reason, zone) =>
      ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
  },
}
