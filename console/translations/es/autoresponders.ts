import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/autoresponders.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minuto', other: 'minutos' },
  hours: { one: 'hora', other: 'horas' },
  days: { one: 'día', other: 'días' },
  weeks: { one: 'semana', other: 'semanas' },
  months: { one: 'mes', other: 'meses' },
}

type Delay = { delay: string; delay_amount: number; delay_unit: string | null; delay_time: number }

/** 3 days later at 09:00 */
function delayOf({ delay, delay_amount: amount, delay_unit: unit, delay_time: hour }: Delay): string {
  if (delay === 'immediately' || unit === null) return 'De inmediato'
  const length = `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} después`
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length} a las ${String(hour).padStart(2, '0')}:00` : length
}

export const { autoresponderWords }: typeof en = {
  autoresponderWords: {
    title: 'Autorrespondedores',
    lead: 'Mensajes que se envían a un contacto cuando ocurre algo.',
    list: 'Lista',
    name: 'Autorrespondedor',
    trigger: 'Cuándo',
    triggerTitle: 'Desencadenante',
    delay: 'Envío',
    state: 'Estado',
    running: 'Activo',
    paused: 'En pausa',
    delayOf,
    triggers: {
      subscription: 'Alguien se une a la lista',
      api: 'Solo lo pide un programa',
      campaign_open: 'Se abre una campaña',
      campaign_click: 'Se hace clic en un enlace de una campaña',
      autoresponder_open: 'Se abre otro autorrespondedor',
      autoresponder_nonopen: 'No se abre otro autorrespondedor',
      autoresponder_click: 'Se hace clic en un enlace de otro autorrespondedor',
      autoresponder_nonclick: 'No se hace clic en ningún enlace de otro autorrespondedor',
      autoresponder_send: 'Se envía otro autorrespondedor',
    },
    triggerNow: {
      title: 'Enviarlo a un contacto',
      ofPerson: 'Activar un autorrespondedor',
      hint: 'La misma llamada que hacen los programas. Se aplican el retraso y la regla del autorrespondedor.',
      email: 'Correo electrónico',
      create_missing_subscriber: 'Añadir el contacto si nadie en la lista tiene esta dirección',
      reactivate_subscriber: 'Reactivar el contacto si no está activo',
      paused: 'El autorrespondedor está en pausa: el mensaje espera a que se reanude.',
      pausedName: (name) => `${name} (en pausa)`,
      submit: 'Activarlo',
      done: (email) => `Activado para ${email}.`,
      doneOf: (name) => `Se ha activado ${name}.`,
    },
    empty: {
      title: 'No hay autorrespondedores en esta lista',
      text: 'El más habitual da la bienvenida a quienes se unen.',
    },
    noLists: {
      title: 'Aún no hay listas',
      text: 'Un autorrespondedor pertenece a una lista. Cree primero una lista.',
    },
    figures: 'Cifras desde el principio',
    sent: 'Enviados',
    opened: 'Aperturas',
    clicked: 'Clics',
    bounced: 'Rebotes',
    left: 'Bajas',
    ofTaken: 'de los entregados',
    ofSent: 'de los enviados',
    pause: 'Pausar',
    resume: 'Reanudar',
    check: 'Antes de ponerlo en marcha',
    stopped: 'No puede funcionar hasta que se corrija esto.',
    settings: 'Retraso',
    delayKinds: { immediately: 'De inmediato', with_delay: 'Más tarde' },
    amount: 'Cuánto tiempo después',
    unit: 'Unidad',
    units: { minutes: 'Minutos', hours: 'Horas', days: 'Días', weeks: 'Semanas', months: 'Meses' },
    hour: 'Hora del día',
    save: 'Guardar el retraso',
    onImport: 'También para los contactos importados',
    onApi: 'También para los contactos añadidos por un programa o un formulario',
    campaign: 'Campaña',
    other: 'Autorrespondedor anterior',
    anyUrl: 'Cuenta cualquier enlace',
    urls: 'Enlaces que cuentan',
    urlsHint: 'La dirección tal como figura en el mensaje. Pulse Intro después de cada una.',
    saveTrigger: 'Guardar cuándo se envía',
    message: {
      title: (name) => `Mensaje de ${name}`,
      lead: 'Los cambios se aplican a todos los mensajes que aún no se han enviado.',
      save: 'Guardar el mensaje',
      saved: 'guardado',
      unsaved: 'aún sin guardar',
      conflict: 'Otra persona ha guardado este mensaje mientras tanto.',
      conflictText:
        'Lo escrito sigue aquí. Guarde de nuevo para sobrescribir la otra versión o vuelva a abrir la página para verla.',
      overwrite: 'Sobrescribir la otra versión',
    },
    sending: {
      title: 'Nombre, contactos y remitente',
      name: 'Nombre',
      segment: 'Solo los contactos de este segmento',
      everyone: 'Todos los contactos activos',
      ofList: 'Del remitente de la lista',
      fromName: 'Nombre del remitente',
      fromEmail: 'Dirección del remitente',
      replyTo: 'Dirección de respuesta',
      trackOpens: 'Registrar las aperturas',
      trackLinks: 'Registrar los clics',
      save: 'Guardar la configuración',
    },
    fresh: {
      title: 'Nuevo autorrespondedor',
      lead: 'Está en pausa hasta que se reanude.',
      nameHint: 'Solo lo ven sus colegas.',
      create: 'Crear y escribir el mensaje',
    },
    delete: 'Eliminar…',
    deleteTitle: (name) => `Eliminar ${name}`,
    deleteText:
      'Los mensajes en espera no se envían. Lo enviado permanece en los informes. Esta acción no se puede deshacer; para conservarlo, póngalo en pausa.',
    deleteDo: 'Eliminar el autorrespondedor',
  },
}
