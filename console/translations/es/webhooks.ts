import type { EventType } from '../../../src/contract/webhooks.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore } from './audience/amounts.ts'
import type * as en from '../../words/webhooks.ts'

const events: Record<EventType, string> = {
  studio_open: 'Se abrió un mensaje',
  studio_click: 'Se hizo clic en un enlace',
  studio_unsub: 'Un contacto se dio de baja',
  studio_subscriber_created: 'Se añadió un contacto por la API',
  studio_subscriber_updated: 'Se modificó un contacto por la API',
  bounce_all: 'Un mensaje rebotó, por cualquier motivo',
  bounce_bad_address: 'Una dirección no existe (rebote permanente)',
  scomp: 'Un mensaje se marcó como spam',
  import_finished: 'Una importación ha terminado',
  import_failed: 'Una importación ha fallado',
  import_undone: 'Una importación se ha anulado',
  export_finished: 'Una exportación está lista',
  export_failed: 'Una exportación ha fallado',
  message_accepted: 'Un servidor de correo aceptó un mensaje transaccional',
  message_bounced: 'Un mensaje transaccional rebotó',
  message_skipped: 'Un mensaje transaccional no se envió',
  message_uncertain: 'Un mensaje transaccional puede haber salido o no',
  message_opened: 'Se abrió un mensaje transaccional',
  message_clicked: 'Se hizo clic en un enlace de un mensaje transaccional',
  message_complained: 'Un mensaje transaccional se marcó como spam',
  message_unsubscribed: 'Un contacto se dio de baja de un flujo',
}

export const { webhookWords }: typeof en = {
  webhookWords: {
    title: 'Webhooks',
    lead: 'Un webhook comunica a su programa lo que ocurre, en segundos, mediante solicitudes firmadas.',
    create: 'Nuevo webhook',
    name: 'Nombre',
    url: 'Dirección',
    state: 'Estado',
    states: {
      off: 'Desactivado',
      failing: 'No responde',
      waits: 'Entregando',
      idle: 'Funciona',
      never: 'Aún no se ha enviado nada',
    },
    pending: 'En espera',
    dead: 'Abandonados',
    empty: {
      title: 'Aún no hay webhooks',
      text: 'Con un webhook, su tienda o su CRM sabe al instante quién se dio de baja, qué direcciones rebotaron y qué importaciones terminaron.',
    },
    events,
    eventOf: (type) => (type === 'test' ? 'Una prueba' : ((events as Record<string, string>)[type] ?? type)),
    new: {
      title: 'Nuevo webhook',
      lead: 'El secreto que firma las solicitudes se muestra una sola vez, después de la creación.',
      nameHint: 'El programa que escucha, por ejemplo «Tienda».',
      urlHint: 'Empieza por https://.',
      events: 'Avisar cuando',
      listsHint: 'Solo recibe eventos de estas listas, y ninguno de los que no pertenecen a ninguna lista.',
      submit: 'Crear el webhook',
    },
    secret: {
      title: 'Copie ahora el secreto de firma',
      text: 'No se vuelve a mostrar. Su programa lo usa para comprobar que una solicitud viene de este servidor y no se ha alterado.',
      label: 'Secreto',
      done: 'Ya está copiado',
    },
    test: 'Enviar un evento de prueba',
    tested: 'El evento de prueba está en camino. Aparece abajo.',
    deliveries: {
      title: 'Últimos intentos',
      none: 'Aún no se ha enviado nada. Envíe un evento de prueba para ver si la dirección responde.',
      when: (zone) => `Cuándo, ${zone}`,
      what: 'Qué',
      result: 'Resultado',
      took: 'Duración',
      ms: (value) => `${count(value)} ms`,
      taken: (status) => `Aceptado, ${status}`,
      answer: 'Respuesta',
      silent: 'Sin respuesta',
      more: (value) => `y ${count(value)} más`,
    },
    waiting: {
      title: 'En espera',
      text: (value, isExact, next) =>
        `${orMore(`${count(value)} ${plural(value, { one: 'evento', other: 'eventos' })}`, isExact)} en espera.${next === null ? '' : ` Próximo intento: ${next}.`}`,
      off: 'Se conservan 30 días y se entregan cuando se activa el webhook.',
      lastError: (error) => `Último error: ${error}`,
      now: 'Entregar ahora',
      done: 'El próximo intento empieza de inmediato.',
    },
    deadEvents: {
      title: 'Abandonados',
      text: 'Tras doce intentos, un evento se abandona y se conserva 30 días.',
      event: 'Evento',
      when: (zone) => `Ocurrió, ${zone}`,
      why: 'Por qué',
      action: 'Acción',
      one: 'Volver a enviarlo',
      all: (value, isExact) => (isExact ? `Volver a enviar ${count(value)}` : 'Volver a enviar todos'),
      done: (value) =>
        `${plural(value, { one: '# evento está', other: '# eventos están' })} de nuevo en camino.`,
    },
    settings: 'Configuración',
    save: 'Guardar',
    saved: 'Guardado.',
    active: 'Entregar eventos',
    rotate: {
      open: 'Nuevo secreto de firma…',
      title: '¿Un nuevo secreto de firma?',
      text: 'El secreto actual deja de firmar de inmediato. Haga que su programa acepte ambos mientras lo cambia.',
      action: 'Crear un secreto nuevo',
    },
    remove: {
      open: 'Eliminar el webhook…',
      title: (name) => `¿Eliminar ${name}?`,
      text: (waiting, isExact) =>
        waiting === 0
          ? 'Su programa deja de recibir eventos. Esta acción no se puede deshacer.'
          : `Su programa deja de recibir eventos y se ${plural(waiting, { one: 'elimina', other: 'eliminan' })} ${orMore(`${count(waiting)} ${plural(waiting, { one: 'evento', other: 'eventos' })}`, isExact)} en espera. Esta acción no se puede deshacer.`,
      action: 'Eliminar el webhook',
    },
  },
}
