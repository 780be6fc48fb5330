import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/sending-rules.ts'

const dayNames = ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom']

type Limit = { messages_max: number | null; messages_days: number | null }
type Hours = {
  send_from: string | null
  send_until: string | null
  send_days: readonly number[]
  time_zone_field: string | null
}

function limitOf({ messages_max: max, messages_days: days }: Limit): string {
  if (max === null || days === null) return ''
  const messages = plural(max, { one: '# mensaje', other: '# mensajes' })
  return `Excluye a quienes recibieron ${messages} de campañas en ${days === 1 ? 'el último día' : `los últimos ${count(days)} días`}.`
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
    from === null || until === null ? '' : ` de ${from} a ${until}${until < from ? ' del día siguiente' : ''}`
  if (on + at === '') return ''
  const clocks = field === null ? 'en la zona de la organización' : `en la zona del campo «${field}»`
  return `Solo envía${at}${on}, ${clocks}; hasta entonces los contactos esperan.`
}

/** @param people `Active people who …`, as the sentence of a segment begins. */
function conditionOf(people: string, skipWhen: 'matching' | 'not_matching'): string {
  const them = people.replace(/^(Active people|People)/, (word) => word.toLowerCase())
  return skipWhen === 'matching' ? `Excluye: ${them}` : `Excluye a todos salvo: ${them}`
}

const hasCondition = 'Excluye contactos según una condición.'

/** One sentence for each part, without the clauses. */
function doesOf(rule: Limit & Hours & { clauses: unknown }): string[] {
  const condition = rule.clauses === null ? '' : hasCondition
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const { sendingRuleWords }: typeof en = {
  sendingRuleWords: {
    title: 'Reglas de envío',
    lead: 'Una regla de envío decide para cada contacto, cuando le toca su mensaje, si queda excluido o espera. Las campañas y los autorrespondedores indican la regla que siguen.',
    create: 'Nueva regla',
    fresh: 'Nueva regla de envío',
    empty: {
      title: 'Aún no hay reglas de envío',
      text: 'Una regla puede excluir contactos según una condición, limitar cuántos mensajes recibe un contacto en unos días y retener los mensajes hasta las horas adecuadas en su zona horaria.',
    },
    name: 'Nombre',
    nameHint: 'Solo lo ven sus colegas.',
    list: 'Para campañas y autorrespondedores de',
    listHint: 'Una condición sobre los campos, campañas o segmentos de una lista necesita esa lista.',
    allLists: 'Todas las listas',
    does: 'Qué hace',
    condition: {
      title: 'Quién queda excluido',
      text: 'La condición se examina para cada contacto cuando toca el mensaje.',
      none: 'Sin condición: nadie queda excluido por ella.',
      which: 'Excluir',
      matching: 'a los contactos que cumplen la condición',
      not_matching: 'a todos los demás',
      incomplete: 'Complete todas las condiciones.',
    },
    limit: {
      title: 'Cuántos mensajes recibe un contacto',
      text: 'Cuenta los mensajes de todas las campañas de la organización a la dirección, en cualquier lista. Los de autorrespondedores no cuentan.',
      max: 'Mensajes, como máximo',
      days: 'En tantos días',
      none: 'Vacío: sin límite.',
    },
    hours: {
      title: 'Cuándo salen los mensajes',
      text: 'Fuera de estas horas los contactos esperan; los demás continúan.',
      from: 'Desde',
      until: 'Hasta',
      hint: 'Vacío: todo el día.',
      days: 'En estos días',
      dayNames,
      field: 'Campo con la zona horaria de cada contacto',
      fieldHint:
        'Su nombre, en todas las listas que lo tienen. Los contactos sin zona conocida siguen la de la organización.',
    },
    summary: 'En palabras',
    nothing: 'Por ahora la regla no hace nada: añada una condición, un límite u horas.',
    limitOf,
    doesOf,
    hoursOf,
    conditionOf,
    save: 'Guardar la regla',
    saved: 'Guardado. Vale para todos aquellos cuyo mensaje aún no está en camino.',
    uses: {
      title: 'En uso por',
      none: 'Nada usa esta regla.',
    },
    remove: {
      title: 'Eliminar',
      text: 'Una regla se puede eliminar mientras nada la use.',
      inUse:
        'No se puede eliminar mientras la usen los elementos de arriba: elija primero otra regla en ellos.',
    },
    choice: {
      label: 'Regla',
      none: 'Ninguna regla',
      hint: 'Decide para cada contacto cuando le toca el mensaje: quién queda excluido y quién espera a mejores horas.',
      sequenceHint: 'Se consulta antes de cada mensaje de la secuencia.',
      show: 'Mostrar la regla',
      notRemote: 'No en listas remotas: estas reglas necesitan campos o segmentos',
    },
  },
}
