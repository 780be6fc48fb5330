import type { StepRecord } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { count, plural } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/sequences.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minuto', other: 'minutos' },
  hours: { one: 'hora', other: 'horas' },
  days: { one: 'día', other: 'días' },
  weeks: { one: 'semana', other: 'semanas' },
}

const weekdays = ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom']

type Wait = Pick<StepRecord, 'wait_amount' | 'wait_unit' | 'wait_time' | 'wait_weekdays'>

/** 2 days later, then the next 09:00 on Mon, Tue or Fri */
function waitOf({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}: Wait): string {
  const length =
    amount === 0
      ? ''
      : `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} después`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} o ${names.at(-1)}`
  const next =
    time === null
      ? on === ''
        ? ''
        : `el próximo ${on}`
      : `a las próximas ${time}${on === '' ? '' : `, ${on}`}`
  if (length === '' && next === '') return 'De inmediato'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}, luego ${next}`
}

const previous = {
  any: '',
  opened: 'se abrió el mensaje anterior',
  not_opened: 'no se ha abierto el mensaje anterior',
  clicked: 'se hizo clic en un enlace del mensaje anterior',
  not_clicked: 'no se ha hecho clic en ningún enlace del mensaje anterior',
}

/** `Active people who joined in the last 45 days.`: they joined in the last 45 days. */
function heldBy(sentence: string): string {
  const [, phrase] = /^(?:Active people|People) who (.*)\.$/.exec(sentence) ?? []
  if (phrase !== undefined) return `se cumple: «${phrase}»`
  return sentence === '' ? '' : `se cumple: «${sentence.replace(/\.$/, '')}»`
}

/** Only if they opened the previous message, and they are in Customers. Otherwise the sequence ends. */
function conditionOf(step: StepRecord): string {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const segment = name === null ? heldBy(clauses ?? '') : `el contacto está en ${name}`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `Solo si ${parts.join(', y si ')}. ${otherwise[step.otherwise]}.`
}

const otherwise = {
  end: 'De lo contrario, la secuencia termina',
  skip: 'De lo contrario, se omite este paso',
}

export const { sequenceWords }: typeof en = {
  sequenceWords: {
    title: 'Secuencia',
    steps: 'Pasos',
    none: 'Nada sigue al mensaje. Añada pasos para convertirlo en una secuencia, como un curso o un recordatorio.',
    first: 'Primer mensaje',
    blank: 'Aún no tiene asunto.',
    waitOf,
    conditionOf,
    figures: ({ sent, opened, clicked }) =>
      `${plural(sent, { one: '# enviado', other: '# enviados' })}, ${plural(opened, { one: '# abierto', other: '# abiertos' })}, ${count(clicked)} con clic`,
    waiting: (value, isExact) => `${people(value, isExact)} en espera`,
    nobodyWaits: 'Nadie espera',
    ended: (value) => `la secuencia terminó aquí para ${people(value)}`,
    skipped: (value) => `${people(value)} lo ${plural(value, { one: 'omitió', other: 'omitieron' })}`,
    stuck: (reason) => `Sus mensajes esperan: ${reason}.`,
    removed: (name) => `${name} (quitado): quienes esperan aquí continúan a la hora en que habría tocado.`,
    paused: 'Mientras está en pausa, todos conservan su lugar y su hora.',
    edit: (name) => `Editar el mensaje de ${name}`,
    editWord: 'Editar el mensaje',
    change: 'Espera y condición',
    changeOf: (name) => `Espera y condición de ${name}`,
    up: (name) => `Subir ${name}`,
    down: (name) => `Bajar ${name}`,
    remove: (name) => `Quitar ${name}`,
    removeText: (value, isExact) =>
      value === 0 && isExact
        ? 'Nadie lo espera. Lo enviado permanece en los informes.'
        : `${people(value, isExact)} lo ${plural(value, { one: 'espera y continuará', other: 'esperan y continuarán' })} sin su mensaje a la hora en que habría tocado. Lo enviado permanece en los informes.`,
    removeDo: 'Quitar el paso',
    add: 'Añadir un paso',
    fresh: {
      title: 'Nuevo paso',
      lead: 'Se añade al guardar el mensaje. Lo reciben los contactos que aún no han llegado a su lugar.',
      save: 'Añadir el paso',
    },
    message: (name) => `Mensaje de ${name}`,
    fields: {
      name: 'Nombre del paso',
      amount: 'Espera tras el mensaje anterior',
      unit: 'Unidad',
      units: { minutes: 'minutos', hours: 'horas', days: 'días', weeks: 'semanas' },
      time: 'Después, esperar hasta esta hora del día',
      timeHint: (zone) => `Vacío: a cualquier hora. En ${zone}.`,
      weekdays: 'Solo estos días',
      weekdaysHint: 'Ninguno elegido: cualquier día.',
      weekdayNames: weekdays,
      previous: 'Solo contactos que',
      previousKinds: {
        any: 'hicieron algo o nada',
        opened: 'abrieron el mensaje anterior',
        not_opened: 'no han abierto el mensaje anterior',
        clicked: 'hicieron clic en un enlace del mensaje anterior',
        not_clicked: 'no han hecho clic en ningún enlace del mensaje anterior',
      },
      segment: 'Solo los contactos de este segmento',
      anybody: 'Ningún segmento',
      ownClauses: 'Condiciones solo de este paso',
      loading: 'Cargando…',
      otherwise: 'Para todos los demás',
      otherwiseKinds: { end: 'la secuencia termina', skip: 'se omite el paso' },
      save: 'Guardar el paso',
      keeps: 'Quienes ya esperan conservan su hora.',
    },
    places: {
      title: (name) => `Contactos en ${name}`,
      lead: 'Los contactos que están entre dos mensajes y lo que viene después.',
      caption: 'Contactos dentro de la secuencia',
      step: 'Espera',
      everyStep: 'Todos los pasos',
      person: 'Contacto',
      due: 'Previsto',
      entered: 'Desde',
      takeOut: (email) => `Sacar a ${email}`,
      takeOutWord: 'Sacar',
      takeOutText: 'Deja de recibir mensajes de esta secuencia, salvo que algo la active de nuevo.',
      takeOutDo: 'Sacar el contacto',
      empty: {
        title: 'Nadie está esperando',
        text: 'Los contactos figuran aquí desde su primer mensaje hasta el último.',
      },
      removedStep: (name) => `${name} (quitado)`,
      zone: (zone) => `Horas de ${zone}.`,
    },
    ofPerson: {
      title: 'Secuencias',
      none: 'Ahora no está en ninguna secuencia.',
      next: (step, time) => `${step}, ${time}`,
      paused: 'en pausa',
    },
  },
}
