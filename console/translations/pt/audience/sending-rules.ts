import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/sending-rules.ts'

const dayNames = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom']

type Limit = { messages_max: number | null; messages_days: number | null }
type Hours = {
  send_from: string | null
  send_until: string | null
  send_days: readonly number[]
  time_zone_field: string | null
}

function limitOf({ messages_max: max, messages_days: days }: Limit): string {
  if (max === null || days === null) return ''
  const messages = plural(max, { one: '# mensagem', other: '# mensagens' })
  return `Exclui quem recebeu ${messages} de campanhas ${days === 1 ? 'no último dia' : `nos últimos ${count(days)} dias`}.`
}

/** Mon–Fri, or Mon, Wed. */
function daysOf(days: readonly number[]): string {
  const names = days.map((day) => dayNames[day - 1] ?? '')
  const isRow = days.length > 2 && days.every((day, place) => day === (days[0] ?? 0) + place)
  return isRow ? `${names[0]}–${names.at(-1)}` : names.join(', ')
}

function hoursOf({
  send_from: from,
  send_until: until,
  send_days: days,
  time_zone_field: field,
}: Hours): string {
  const on = days.length === 7 ? '' : `, ${daysOf(days)}`
  const at =
    from === null || until === null ? '' : ` das ${from} às ${until}${until < from ? ' do dia seguinte' : ''}`
  if (on + at === '') return ''
  const clocks = field === null ? 'no fuso da organização' : `no fuso do campo «${field}»`
  return `Só envia${at}${on}, ${clocks}; até lá, os contactos aguardam.`
}

/** @param people `Active people who …`, as the sentence of a segment begins. */
function conditionOf(people: string, skipWhen: 'matching' | 'not_matching'): string {
  const them = people.replace(/^(Active people|People)/, (word) => word.toLowerCase())
  return skipWhen === 'matching' ? `Exclui: ${them}` : `Exclui todos menos: ${them}`
}

const hasCondition = 'Exclui contactos por uma condição.'

/** One sentence for each part, without the clauses. */
function doesOf(rule: Limit & Hours & { clauses: unknown }): string[] {
  const condition = rule.clauses === null ? '' : hasCondition
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const { sendingRuleWords }: typeof en = {
  sendingRuleWords: {
    title: 'Regras de envio',
    lead: 'Uma regra de envio decide para cada contacto, quando a sua mensagem é devida, se é excluído ou aguarda. As campanhas e respostas automáticas indicam a regra que seguem.',
    create: 'Nova regra',
    fresh: 'Nova regra de envio',
    empty: {
      title: 'Ainda não há regras de envio',
      text: 'Uma regra pode excluir contactos por uma condição, limitar quantas mensagens um contacto recebe em alguns dias e reter mensagens até às horas certas no seu fuso horário.',
    },
    name: 'Nome',
    nameHint: 'Visível apenas para os seus colegas.',
    list: 'Para campanhas e respostas automáticas de',
    listHint: 'Uma condição sobre campos, campanhas ou segmentos de uma lista precisa dessa lista.',
    allLists: 'Todas as listas',
    does: 'O que faz',
    condition: {
      title: 'Quem é excluído',
      text: 'A condição é verificada para cada contacto quando a mensagem é devida.',
      none: 'Sem condição: ninguém é excluído por ela.',
      which: 'Excluir',
      matching: 'os contactos para os quais a condição é verdadeira',
      not_matching: 'todos os outros',
      incomplete: 'Preencha todas as condições.',
    },
    limit: {
      title: 'Quantas mensagens um contacto recebe',
      text: 'Conta as mensagens de todas as campanhas da organização para o endereço, em qualquer lista. As de respostas automáticas não contam.',
      max: 'Mensagens, no máximo',
      days: 'Em quantos dias',
      none: 'Vazio: sem limite.',
    },
    hours: {
      title: 'Quando saem as mensagens',
      text: 'Fora destas horas os contactos aguardam; os outros continuam.',
      from: 'Das',
      until: 'Às',
      hint: 'Vazio: o dia inteiro.',
      days: 'Nestes dias',
      dayNames,
      field: 'Campo com o fuso horário de cada contacto',
      fieldHint:
        'O seu nome, em todas as listas que o têm. Os contactos sem fuso conhecido seguem o da organização.',
    },
    summary: 'Por palavras',
    nothing: 'Por agora a regra não faz nada: adicione uma condição, um limite ou horas.',
    limitOf,
    doesOf,
    hoursOf,
    conditionOf,
    save: 'Guardar a regra',
    saved: 'Guardado. Vale para todos aqueles cuja mensagem ainda não está a caminho.',
    uses: {
      title: 'Utilizado por',
      none: 'Nada utiliza esta regra.',
    },
    remove: {
      title: 'Eliminar',
      text: 'Uma regra pode ser eliminada enquanto nada a utilizar.',
      inUse:
        'Não pode ser eliminada enquanto os elementos acima a utilizam: escolha primeiro outra regra neles.',
    },
    choice: {
      label: 'Regra',
      none: 'Nenhuma regra',
      hint: 'Decide para cada contacto quando a mensagem é devida: quem é excluído e quem aguarda melhores horas.',
      sequenceHint: 'É consultada antes de cada mensagem da sequência.',
      show: 'Mostrar a regra',
      notRemote: 'Não em listas remotas: estas regras precisam de campos ou segmentos',
    },
  },
}
