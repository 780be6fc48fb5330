import type { StepRecord } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { count, plural } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/sequences.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minuto', other: 'minutos' },
  hours: { one: 'hora', other: 'horas' },
  days: { one: 'dia', other: 'dias' },
  weeks: { one: 'semana', other: 'semanas' },
}

const weekdays = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom']

type Wait = Pick<StepRecord, 'wait_amount' | 'wait_unit' | 'wait_time' | 'wait_weekdays'>

/** 2 days later, then the next 09:00 on Mon, Tue or Fri */
function waitOf({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}: Wait): string {
  const length =
    amount === 0 ? '' : `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} depois`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ou ${names.at(-1)}`
  const next =
    time === null
      ? on === ''
        ? ''
        : `no próximo dia: ${on}`
      : `às próximas ${time}${on === '' ? '' : `, ${on}`}`
  if (length === '' && next === '') return 'De imediato'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}, depois ${next}`
}

const previous = {
  any: '',
  opened: 'a mensagem anterior foi aberta',
  not_opened: 'a mensagem anterior não foi aberta',
  clicked: 'houve um clique numa ligação da mensagem anterior',
  not_clicked: 'não houve cliques nas ligações da mensagem anterior',
}

/** `Active people who joined in the last 45 days.`: they joined in the last 45 days. */
function heldBy(sentence: string): string {
  const [, phrase] = /^(?:Active people|People) who (.*)\.$/.exec(sentence) ?? []
  if (phrase !== undefined) return `se verifica: «${phrase}»`
  return sentence === '' ? '' : `se verifica: «${sentence.replace(/\.$/, '')}»`
}

/** Only if they opened the previous message, and they are in Customers. Otherwise the sequence ends. */
function conditionOf(step: StepRecord): string {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const segment = name === null ? heldBy(clauses ?? '') : `o contacto está em ${name}`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `Apenas se ${parts.join(', e se ')}. ${otherwise[step.otherwise]}.`
}

const otherwise = { end: 'Caso contrário, a sequência termina', skip: 'Caso contrário, este passo é saltado' }

export const { sequenceWords }: typeof en = {
  sequenceWords: {
    title: 'Sequência',
    steps: 'Passos',
    none: 'Nada se segue à mensagem. Adicione passos para fazer dela uma sequência, como um curso ou um lembrete.',
    first: 'Primeira mensagem',
    blank: 'Ainda não tem assunto.',
    waitOf,
    conditionOf,
    figures: ({ sent, opened, clicked }) =>
      `${plural(sent, { one: '# enviada', other: '# enviadas' })}, ${plural(opened, { one: '# aberta', other: '# abertas' })}, ${plural(clicked, { one: '# clicada', other: '# clicadas' })}`,
    waiting: (value, isExact) => `${people(value, isExact)} em espera`,
    nobodyWaits: 'Ninguém aguarda',
    ended: (value) => `a sequência terminou aqui para ${people(value)}`,
    skipped: (value) => `${people(value)} ${plural(value, { one: 'saltou-o', other: 'saltaram-no' })}`,
    stuck: (reason) => `As suas mensagens aguardam: ${reason}.`,
    removed: (name) => `${name} (retirado): quem aguarda aqui continua à hora em que teria sido devido.`,
    paused: 'Enquanto está em pausa, todos mantêm o seu lugar e a sua hora.',
    edit: (name) => `Editar a mensagem de ${name}`,
    editWord: 'Editar a mensagem',
    change: 'Espera e condição',
    changeOf: (name) => `Espera e condição de ${name}`,
    up: (name) => `Mover ${name} para cima`,
    down: (name) => `Mover ${name} para baixo`,
    remove: (name) => `Retirar ${name}`,
    removeText: (value, isExact) =>
      value === 0 && isExact
        ? 'Ninguém o aguarda. O que foi enviado permanece nos relatórios.'
        : `${people(value, isExact)} ${plural(value, { one: 'aguarda-o e continuará', other: 'aguardam-no e continuarão' })} sem a sua mensagem, à hora em que teria sido devida. O que foi enviado permanece nos relatórios.`,
    removeDo: 'Retirar o passo',
    add: 'Adicionar um passo',
    fresh: {
      title: 'Novo passo',
      lead: 'É adicionado quando guardar a mensagem. Recebem-no os contactos que ainda não chegaram ao seu lugar.',
      save: 'Adicionar o passo',
    },
    message: (name) => `Mensagem de ${name}`,
    fields: {
      name: 'Nome do passo',
      amount: 'Espera após a mensagem anterior',
      unit: 'Unidade',
      units: { minutes: 'minutos', hours: 'horas', days: 'dias', weeks: 'semanas' },
      time: 'Depois, aguardar até esta hora do dia',
      timeHint: (zone) => `Vazio: a qualquer hora. Em ${zone}.`,
      weekdays: 'Apenas nestes dias',
      weekdaysHint: 'Nenhum escolhido: qualquer dia.',
      weekdayNames: weekdays,
      previous: 'Apenas contactos que',
      previousKinds: {
        any: 'fizeram qualquer coisa ou nada',
        opened: 'abriram a mensagem anterior',
        not_opened: 'não abriram a mensagem anterior',
        clicked: 'clicaram numa ligação da mensagem anterior',
        not_clicked: 'não clicaram em nenhuma ligação da mensagem anterior',
      },
      segment: 'Apenas os contactos deste segmento',
      anybody: 'Nenhum segmento',
      ownClauses: 'Condições apenas deste passo',
      loading: 'A carregar…',
      otherwise: 'Para todos os outros',
      otherwiseKinds: { end: 'a sequência termina', skip: 'o passo é saltado' },
      save: 'Guardar o passo',
      keeps: 'Quem já aguarda mantém a sua hora.',
    },
    places: {
      title: (name) => `Contactos em ${name}`,
      lead: 'Contactos que estão entre duas mensagens, e o que vem a seguir.',
      caption: 'Contactos na sequência',
      step: 'Aguarda',
      everyStep: 'Todos os passos',
      person: 'Contacto',
      due: 'Previsto',
      entered: 'Desde',
      takeOut: (email) => `Retirar ${email}`,
      takeOutWord: 'Retirar',
      takeOutText: 'Deixa de receber mensagens desta sequência, a não ser que algo a acione novamente.',
      takeOutDo: 'Retirar o contacto',
      empty: {
        title: 'Ninguém está à espera',
        text: 'Os contactos aparecem aqui da primeira à última mensagem.',
      },
      removedStep: (name) => `${name} (retirado)`,
      zone: (zone) => `Horas de ${zone}.`,
    },
    ofPerson: {
      title: 'Sequências',
      none: 'Não está em nenhuma sequência agora.',
      next: (step, time) => `${step}, ${time}`,
      paused: 'em pausa',
    },
  },
}
