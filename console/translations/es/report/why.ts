import type { OutcomeReasonRecord } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { instant } from '../../../design/figures.ts'
import { statusWords } from '../audience/subscribers.ts'
import type * as en from '../../../words/report/why.ts'

type Reason = OutcomeReasonRecord
type Say = (reason: Reason, zone: string) => string

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : ` el ${instant(reason.at, zone)}`
const until = ({ until: end }: Reason, zone: string) =>
  end === null ? '' : ` hasta el ${instant(end, zone)}`
const said = ({ text }: Reason) => (text === null ? '' : `: ${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? 'no activo'

/** What is recorded of that time. */
const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `El servidor de correo lo aceptó${on(reason, zone)}.`,
  bounced: (reason, zone) => `Rebotó${on(reason, zone)}${said(reason)}.`,
  retrying: (reason, zone) =>
    `Un servidor de correo lo rechazó por ahora${said(reason)}. El próximo intento espera${until(reason, zone)}.`,
  uncertain: () => 'Quizá salió, quizá no: la conexión o el servidor falló durante la entrega.',
  being_sent: () => 'Se está entregando en este momento.',
  sending_rule: ({ text }) => `Excluido: ${text ?? 'una regla de envío'}.`,
  failed: (reason) => `No se pudo redactar el mensaje${said(reason)}.`,
  waits_for_time: (reason, zone) =>
    `Espera su hora (un retraso, su zona horaria o las horas de una regla de envío)${until(reason, zone)}.`,
  not_started: (reason, zone) =>
    reason.until === null
      ? 'La campaña aún no está programada.'
      : `La campaña comienza el ${instant(reason.until, zone)}.`,
  not_reached: ({ text }) =>
    text === null
      ? 'Aún no ha llegado a este contacto.'
      : text === 'paused'
        ? 'Está en pausa y aún no ha llegado a este contacto.'
        : `Aún no ha llegado a este contacto; espera: ${text}.`,
  winner_pending: (reason, zone) =>
    `Este contacto recibe la versión ganadora de la prueba A/B, que se elige${reason.until === null ? ' tras la prueba' : ` el ${instant(reason.until, zone)}`}.`,
  campaign_ended: ({ text }) =>
    text === 'failed' ? 'La campaña falló antes de su turno.' : 'La campaña se canceló antes de su turno.',
  joined_later: (reason, zone) =>
    `Se unió a la lista después de comenzar la campaña${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  left: (reason, zone) =>
    `Su estado ${reason.at === null ? 'entonces' : `desde el ${instant(reason.at, zone)}`}: ${stateOf(reason.text)}.`,
  suppressed: (reason, zone) =>
    `Su dirección estaba en la lista de exclusión ${reason.text ?? 'del sistema'}${reason.at === null ? '' : ` desde el ${instant(reason.at, zone)}`}.`,
  paused: (reason, zone) => `Había pausado los mensajes${until(reason, zone)}.`,
  not_in_segment: () => 'No estaba en el segmento.',
  not_in_query: () => 'No estaba en las filas de la consulta.',
  joined_before: (reason, zone) =>
    `Se unió a la lista antes de que existiera el autorrespondedor${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  not_triggered: () => 'Lo que lo activa no ocurrió para este contacto.',
  earlier_step: (reason, zone) =>
    `Espera un paso anterior${reason.text === null ? '' : ` («${reason.text}»)`}${until(reason, zone)}.`,
  step_condition: () => 'Ha pasado este paso: su condición, o una regla de envío, no se lo dio.',
  sequence_over: () => 'Ya no está en la secuencia.',
  unknown: () => 'Nada de lo guardado indica por qué.',
}

/** What follows from what is stored now. */
const perhaps: Partial<Record<Reason['code'], Say>> = {
  left: (reason, zone) =>
    `Su estado: ${stateOf(reason.text)}${reason.at === null ? '. No consta desde cuándo' : ` desde el ${instant(reason.at, zone)}, durante el envío de la campaña`}.`,
  suppressed: (reason, zone) =>
    `Su dirección está en la lista de exclusión ${reason.text ?? 'del sistema'}${reason.at === null ? '' : ` desde el ${instant(reason.at, zone)}`}. No consta si fue antes de su turno.`,
  paused: (reason, zone) =>
    `Tiene pausados los mensajes${until(reason, zone)}. No consta si fue antes de su turno.`,
  not_in_segment: () => 'Ahora no está en el segmento. No consta si lo estaba entonces.',
  not_in_query: () => 'No figura entre las filas de la consulta.',
  not_triggered: () => 'Según lo registrado, lo que lo activa no ocurrió para este contacto.',
  step_condition: () => 'Había pasado su lugar cuando se añadió.',
  sequence_over: () =>
    'Ya no está en la secuencia: terminó para este contacto por una condición, o alguien lo sacó.',
  unknown: () =>
    'Nada de lo guardado indica por qué. Quizá no estaba entonces en el segmento, o estuvo excluido o inactivo un tiempo.',
}

export const { whyWords }: typeof en = {
  whyWords: {
    title: 'Por qué un contacto no lo recibió',
    lead: 'Introduzca una dirección para ver qué fue de esta campaña para ese contacto.',
    address: 'Dirección',
    ask: 'Consultar',
    notOnList: (email, list) =>
      `${email} no está ahora en la lista ${list}. Los contactos eliminados no dejan rastro del motivo.`,
    person: 'Abrir el contacto',
    leadAutoresponder:
      'Introduzca una dirección para ver qué fue de este autorrespondedor para ese contacto.',
    autoresponders: 'Autorrespondedores',
    ownMessage: 'Primer mensaje',
    campaigns: 'Campañas',
    none: { title: 'No hay campañas', text: 'No se ha enviado ninguna campaña de esta lista.' },
    noAutoresponders: 'Esta lista no tiene autorrespondedores.',
    more: 'Mostrar más',
    outcomes: {
      sent: 'Recibido',
      bounced: 'Rebotado',
      waiting: 'En espera',
      not_sent: 'No recibido',
    },
    sentence: (reason, zone) =>
      ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
  },
}
