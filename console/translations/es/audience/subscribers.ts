import type { SubscriberStatus } from '../../../../src/contract/imports/states.ts'
import type { HistoryEvent } from '../../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone, plural } from '../../../design/figures.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/subscribers.ts'

export const statusWords: Record<SubscriberStatus, string> = {
  active: 'activo',
  unsubscribed: 'de baja',
  bounced: 'rebotado',
  scomp: 'con queja',
  deactivated: 'desactivado',
}

const messageStates: Record<string, string> = {
  accepted: '– enviado',
  deferred: '– se reintentará:',
  bounced: '– rebotado:',
  skipped: '– no enviado:',
  uncertain: '– quizá enviado, quizá no:',
}

export const peopleWords: typeof en.peopleWords = {
  title: 'Contactos',
  lead: 'Todos los contactos de sus listas. Un contacto que está en dos listas aparece dos veces.',
  search: 'Buscar',
  searchHint: 'Dirección, o @ y dominio',
  list: 'Lista',
  allLists: 'Todas las listas',
  status: 'Estado',
  anyStatus: 'Cualquier estado',
  order: 'Orden',
  orders: { email: 'Por dirección', newest: 'Primero los más recientes' },
  columns: 'Columnas',
  email: 'Dirección',
  joined: 'Alta',
  added: 'Añadido',
  people,
  soFar: (value) => `${people(value)} hasta ahora, se sigue buscando`,
  empty: {
    title: 'Aún no hay nadie',
    text: 'Importe un archivo, publique un formulario, use la API o añada contactos uno a uno en la página de una lista.',
    import: 'Importar un archivo',
  },
  none: (q) => ({
    title: 'No se encontró a nadie',
    text:
      q === ''
        ? 'Nadie tiene este estado aquí. Elija otro.'
        : q.startsWith('@')
          ? 'Ningún dominio empieza así. Para buscar una dirección, quite la @.'
          : `Ninguna dirección empieza así. Para buscar un dominio, escriba @${q}.`,
  }),
  ofDomain: (q) => `Buscar @${q} en los dominios`,
  zone: (zone) => `Horas de ${zone}`,
}

export const personWords: typeof en.personWords = {
  zone: (zone) => `Horas de ${zone}.`,
  what: 'Detalles',
  lists: 'Listas',
  history: 'Historial',
  status: 'Estado',
  editWord: 'Cambiar',
  edit: (name) => `Cambiar ${name}`,
  save: 'Guardar',
  undoWord: 'Deshacer',
  undo: (name) => `Deshacer el cambio de ${name}`,
  changed: (name) => `Se ha cambiado ${name}.`,
  nothing: 'Vacío',
  yes: 'Sí',
  no: 'No',
  required: 'Este campo necesita un valor.',
  left: {
    unsubscribed: 'Este contacto se dio de baja. Reactívelo solo si lo ha pedido.',
    bounced: 'Los mensajes a esta dirección rebotan. Reactívela solo si sabe que funciona.',
    scomp: 'Este contacto marcó un mensaje como spam. Reactívelo solo si lo ha pedido.',
    deactivated: 'Este contacto está desactivado y no recibe mensajes.',
    active: '',
  },
  activate: 'Reactivar',
  deactivate: 'Dar de baja',
  deactivated: 'Se ha dado de baja a este contacto.',
  parts: { all: 'Todo', messages: 'Mensajes', changes: 'Cambios', imports: 'Importaciones' },
  older: 'Anteriores',
  noHistory: {
    title: 'Aquí no hay nada',
    text: 'Los mensajes, aperturas, clics y cambios aparecen a medida que ocurren. Las importaciones se conservan siete días.',
  },
  data: {
    title: 'Todos los datos de este contacto',
    text: 'Un archivo con todo lo que hay almacenado sobre la dirección en las listas que usted ve: campos, estado, consentimientos, mensajes, aperturas, clics, importaciones y más. La descarga queda en el registro de auditoría.',
    page: 'Página para leer e imprimir',
    json: 'JSON para programas',
  },
  erase: {
    title: 'Borrar este contacto definitivamente',
    text: 'Quita la dirección y todo lo registrado sobre ella de todas las listas, registros de importación, vistas previas y listas de control. Las cifras de las campañas se conservan. Las listas de exclusión la guardan como hash, para que nunca reciba un mensaje. Esta acción no se puede deshacer.',
    type: 'Escriba la dirección para borrarla',
    submit: (email) => `Borrar ${email}`,
    despite: 'Borrar aunque importaciones sin terminar puedan devolver la dirección',
    done: (email) => `Se ha borrado ${email}.`,
    several: {
      open: 'Borrar varias direcciones',
      addresses: 'Direcciones',
      hint: 'Una por línea, 1.000 como máximo.',
      wrong: (lines) =>
        `${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` y ${count(lines.length - 3)} más` : ''}: no son direcciones válidas.`,
      tooMany: 'Son más de 1.000: borre las demás después.',
      type: (number) => `Escriba ${number} para borrarlas`,
      text: 'Se borran todas a la vez, o ninguna si algo falla.',
      despite: 'Borrar aunque importaciones sin terminar puedan devolver direcciones',
      submit: (number) => (number === 1 ? 'Borrar 1 dirección' : `Borrar ${count(number)} direcciones`),
    },
  },
}

/** One line of a person's history. */
export function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `, ${count(event.times)} veces hasta ahora` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? 'se unió' : `se unió desde ${event.ip}`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return 'confirmó la suscripción'
    case 'left':
      return `${event.state === 'unsubscribed' ? 'se dio de baja' : statusOf(event.state)}${event.ip === null ? '' : ` desde ${event.ip}`}`
    case 'status_changed':
      return `estado: ${changesOf(event)}${message === '' ? '' : `, con el enlace de ${message}`}`
    case 'paused':
      return `comenzó una pausa${event.until === null ? '' : ` hasta ${event.until.slice(0, 10)}`}`
    case 'resumed':
      return 'terminó la pausa'
    case 'details_changed':
      return `cambió sus datos${message === '' ? '' : `, con el enlace de ${message}`}`
    case 'address_changed':
      return 'cambió su dirección, y ambas direcciones lo confirmaron'
    case 'imported':
      return `${importName(event.import?.name ?? '')}: ${event.state === 'added' ? 'añadido a la lista' : changesOf(event) || 'sin cambios'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, '– rebotó después:', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `abrió ${message}${times}`
    case 'clicked':
      return `hizo clic en ${message}${times}: ${event.urls.join(', ')}`
  }
}

/** With the proof: what they agreed to, and when they confirmed it. */
function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === ''
      ? ''
      : `, y aceptó (versión ${consent.version}): «${consent.text}»`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : `; confirmado ${instantWithoutZone(consent.confirmed_at, zone)} desde ${consent.confirmed_ip ?? ''}`
  return `se suscribió con el formulario ${form?.name ?? ''}${ip === null ? '' : ` desde ${ip}`}${agreed}${confirmed}`
}

function changesOf({ changes }: HistoryEvent): string {
  return changes
    .map(({ name, from, to }) =>
      name === 'status' ? `${statusOf(from)} → ${statusOf(to)}` : `${name} ${shown(from)} → ${shown(to)}`,
    )
    .join(', ')
}

function statusOf(status: unknown): string {
  return statusWords[status as SubscriberStatus] ?? shown(status)
}

/** A value of a field, in words. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return personWords.nothing
  if (typeof value === 'boolean') return value ? personWords.yes : personWords.no
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`
}

export type BulkKind = 'leave' | 'deactivate' | 'activate' | 'field' | 'copy' | 'delete'

export const bulkWords: typeof en.bulkWords = {
  chooseAll: 'Seleccionar todos los que coinciden',
  choose: (email) => `Seleccionar ${email}`,
  column: 'Selección',
  chosen: (value) => `${people(value)} ${plural(value, { one: 'seleccionado', other: 'seleccionados' })}`,
  chosenAll: 'Todos los que coinciden están seleccionados',
  none: 'Quitar la selección',
  actions: {
    leave: 'Dar de baja',
    deactivate: 'Desactivar',
    activate: 'Activar',
    field: 'Fijar un campo',
    copy: 'Copiar a una lista',
    delete: 'Eliminar',
  },
  export: {
    action: 'Exportar…',
    explain: (who) =>
      `${who}. El archivo contiene todos sus campos y una importación puede volver a leerlo. Estará en Exportaciones.`,
    submit: (who) => `Exportar ${who}`,
  },
  counting: 'Contando…',
  uncounted: 'Más contactos de los que se pudieron contar en 5 segundos.',
  explain: {
    leave: (who) =>
      `${who}. Los activos o desactivados se dan de baja. Los rebotados o con queja quedan como están.`,
    deactivate: (who) => `${who}. Los activos dejan de recibir mensajes hasta que alguien los reactive.`,
    activate: (who) => `${who}. Los rebotados o desactivados pasan a activos, hasta el límite de contactos.`,
    field: (who) => `${who}. Cada uno recibe este valor en lugar del que tiene.`,
    copy: (who) =>
      `${who}. Los activos se añaden a la otra lista. Los que ya están en ella quedan como están.`,
    delete: (who) =>
      `${who}. Se quitan de esta lista, con los mensajes que los esperan. Esta acción no se puede deshacer.`,
  },
  field: 'Campo',
  toList: 'Lista',
  despite: 'También los dados de baja o con queja: tengo su consentimiento renovado',
  greet: 'Iniciar para ellos los autorrespondedores de esa lista',
  submit: {
    leave: (who) => `Dar de baja: ${who}`,
    deactivate: (who) => `Desactivar: ${who}`,
    activate: (who) => `Activar: ${who}`,
    field: (who) => `Fijar el campo: ${who}`,
    copy: (who) => `Copiar: ${who}`,
    delete: (who) => `Eliminar: ${who}`,
  },
  people,
  them: 'estos contactos',
  back: 'Atrás',
  progress: 'Cambios masivos',
  cancel: 'Cancelar el resto',
  sentence: ({ state, stats, error_message: error }) => {
    const done = `${count(stats.people_done)}${stats.people_total === null ? '' : ` de ${count(stats.people_total)}`} ${plural(stats.people_done, { one: 'comprobado', other: 'comprobados' })}`
    const failed = stats.people_failed === 0 ? '' : `, ${people(stats.people_failed)} sin poder cambiarse`
    if (state === 'scheduled') return 'comienza en un momento'
    if (state === 'running')
      return `${done}, ${plural(stats.people_changed, { one: '# cambiado', other: '# cambiados' })}`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'Cancelado: ' : ''}${people(stats.people_changed)} ${plural(stats.people_changed, { one: 'cambiado', other: 'cambiados' })}${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }) => {
    if (action === 'delete') return 'Eliminar'
    if (action === 'copy') return to === null ? 'Copiar a otra lista' : `Copiar a ${to.name}`
    if (action === 'set_field') return `Fijar ${field?.name ?? ''}`
    return status === 'active' ? 'Activar' : status === 'deactivated' ? 'Desactivar' : 'Dar de baja'
  },
}
