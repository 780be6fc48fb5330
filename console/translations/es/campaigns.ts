import type { totalKinds } from '../../../src/contract/campaigns/system-list.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import type * as en from '../../words/campaigns.ts'

const messages = (value: number) => plural(value, { one: '# mensaje', other: '# mensajes' })

type TotalIs = (typeof totalKinds)[number]

/** A campaign sends while its recipients are counted. */
function ofAll(sent: number, total: number, is: TotalIs): string {
  if (is === 'counting') return `${count(sent)}, contando`
  return `${count(sent)} de ${is === 'about' ? 'unos ' : ''}${count(total)}`
}

/** What a campaign waits for, in words, and what helps. By the text that the server gives. */
const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: 'Espera créditos de envío.',
    helps: 'Continúa sola en cuanto un administrador del servidor añada créditos.',
    link: 'credits',
  },
  'sending quota': {
    says: 'Espera: se ha alcanzado el límite de mensajes de este mes.',
    helps: 'Continúa sola cuando empiece el mes siguiente o se amplíe el límite.',
  },
  'the speed limit': {
    says: 'Espera por el límite de velocidad de esta campaña.',
    helps: 'Continúa sola. No hay que hacer nada.',
  },
  'a mail server': {
    says: 'Espera: el servidor de correo no responde.',
    helps: 'Lo reintenta cada pocos segundos. Si dura mucho, consulte al operador del servidor.',
  },
  'a mail server that takes messages of this size': {
    says: 'Espera: los mensajes son más grandes de lo que acepta el servidor de correo.',
    helps:
      'Nadie ha rebotado por esto. Cancele la campaña y envíe un contenido más pequeño, o pida al operador que amplíe el límite; entonces continúa sola.',
  },
  'a mail server that accepts the log-in': {
    says: 'Espera: el servidor de correo rechaza las credenciales.',
    helps:
      'Continúa sola cuando el usuario y la contraseña del servidor de correo sean correctos. Consulte al operador del servidor.',
  },
  'the sending limit of the mail server': {
    says: 'Espera: el servidor de correo ya ha enviado todos los mensajes que puede por ahora.',
    helps:
      'Continúa sola cuando el servidor de correo vuelva a aceptar mensajes. Si dura mucho, pida a su operador un límite más alto.',
  },
  'messages to be tried again': {
    says: 'Ya se ha escrito una vez a todos; algunos servidores pidieron reintentarlo más tarde.',
    helps: 'Lo reintenta sola, durante unos días como máximo.',
  },
  'the choice of the winning content': {
    says: 'Espera los resultados de la prueba.',
    helps: 'El mejor contenido se envía a todos los demás a la hora fijada.',
  },
}

export const { campaignWords }: typeof en = {
  campaignWords: {
    remove: {
      open: 'Eliminar…',
      title: (name) => `¿Eliminar ${name}?`,
      text: 'No se ha enviado. Se pierden su contenido y su configuración. Esta acción no se puede deshacer.',
      action: 'Eliminar la campaña',
    },
    title: 'Campañas',
    lead: 'Una campaña es un mensaje para muchos contactos. Las tasas se calculan sobre los mensajes entregados.',
    create: 'Nueva campaña',
    empty: {
      title: 'Aún no hay campañas',
      text: 'Una campaña es un borrador hasta que se envía: antes no se escribe a nadie.',
    },
    noneFound: { title: 'Sin resultados', text: 'Ninguna campaña coincide. Quite un filtro para ver más.' },
    search: 'Buscar por nombre',
    name: 'Campaña',
    state: 'Estado',
    list: 'Lista',
    allLists: 'Todas las listas',
    begins: (zone) => `Comienza, ${zone}`,
    sent: 'Enviados',
    opened: 'Aperturas',
    clicked: 'Clics',
    left: 'Bajas',
    stateFilters: [
      { value: '', label: 'Todos los estados' },
      { value: 'idle', label: 'Borradores' },
      { value: 'scheduled', label: 'Programadas' },
      { value: 'sending', label: 'Enviándose' },
      { value: 'finished', label: 'Enviadas' },
      { value: 'failed,cancelled', label: 'Fallidas o canceladas' },
    ],
    stages: {
      draft: 'Borrador',
      scheduled: 'Programada',
      sending: 'Enviándose',
      waiting: 'En espera',
      paused: 'En pausa',
      finished: 'Enviada',
      failed: 'Fallida',
      cancelled: 'Cancelada',
    },
    compareThis: (name) => `Comparar ${name}`,
    compareThem: (value) => `Comparar ${value} campañas`,
    ofTotal: (sent, total, is) => ofAll(sent, total, is),
    progressOf: (name) => `Progreso de ${name}`,
    report: 'Informe',
    live: {
      progress: 'Enviado hasta ahora',
      sentOf: (sent, total, is) =>
        is === 'counting'
          ? `${messages(sent)} hasta ahora. Se están contando los destinatarios: ${count(total)} o más.`
          : `${ofAll(sent, total, is)} ${plural(total, { one: 'contacto', other: 'contactos' })}`,
      perMinute: (rate) => `${count(rate)} por minuto`,
      left: (time) => `quedan ${time}`,
      notStarted: (time) => `Comienza a las ${time}.`,
      over: {
        finished: (sent) =>
          `Terminada: ${messages(sent)} ${plural(sent, { one: 'enviado', other: 'enviados' })}.`,
        cancelled: (sent) => `Cancelada tras ${messages(sent)}.`,
        failed: (sent, why) => `Fallida tras ${messages(sent)}: ${why}`,
      },
      draft: 'Esta campaña es un borrador. No se ha escrito a nadie.',
      milestone: (share, sent) => `${share} % enviado: ${messages(sent)}.`,
      wait: (reason, said) => waits[reason] ?? { says: `Espera: ${said}.`, helps: 'Continúa sola.' },
      pausedBy: (reason) =>
        reason === ''
          ? 'En pausa. No se escribe a nadie hasta que se reanude.'
          : `El servidor la pausó: ${reason}`,
      credits: 'Ver los créditos',
      pause: 'Pausar',
      resume: 'Reanudar',
      cancel: 'Cancelar…',
      cancelTitle: (name) => `Cancelar ${name}`,
      cancelText: (sent, remaining) =>
        `${people(sent)} ya la ${plural(sent, { one: 'tiene', other: 'tienen' })}. ${remaining === null ? 'Todos los demás' : `Los otros ${count(remaining)}`} no la recibirán. Esta acción no se puede deshacer.`,
      cancelAll: 'No se ha escrito a nadie ni se escribirá. Esta acción no se puede deshacer.',
      cancelDo: (remaining) => {
        if (remaining === null) return 'Cancelar el resto'
        return remaining === 0 ? 'Cancelar la campaña' : `Cancelar el resto, ${people(remaining)}`
      },
      figures: 'Cifras hasta ahora',
      taken: 'Entregados',
      takenHint: 'Entregado: un servidor de correo ha aceptado el mensaje.',
      refused: 'Rebotes',
      waiting: 'Esperando un reintento',
    },
    uncertain: {
      title: (value, isExact) =>
        `${orMore(messages(value), isExact)}: quizá ${plural(value, { one: 'enviado', other: 'enviados' })}, quizá no`,
      text: 'La conexión o el servidor falló durante la entrega. No se vuelve a enviar nada si no lo indica.',
      who: 'Ver quiénes son',
      hide: 'Ocultarlos',
      again: (value, isExact) => (isExact ? `Volver a enviar a ${count(value)}` : 'Volver a enviar a todos'),
      warn: 'Quienes recibieron el primero lo reciben dos veces, con el mismo Message-ID.',
      person: 'Contacto',
      since: (zone) => `Desde, ${zone}`,
      messageId: 'Message-ID',
      deleted: 'Eliminado desde entonces',
      resent: (value) =>
        `${plural(value, { one: 'Se volverá', other: 'Se volverán' })} a enviar ${messages(value)}.`,
    },
    system: {
      title: 'Todas las campañas',
      lead: 'Todas las campañas iniciadas, de todas las organizaciones. Las cifras se actualizan durante el envío.',
      started: 'Inicio',
      periods: [
        { value: '1', label: 'Desde ayer' },
        { value: '7', label: 'En los últimos 7 días' },
        { value: '30', label: 'En los últimos 30 días' },
        { value: 'all', label: 'En cualquier momento' },
      ],
      onlyOver: 'Solo campañas terminadas',
      organization: 'Organización',
      bounced: 'Rebotes',
      complained: 'Quejas',
      empty: { title: 'No hay campañas', text: 'Ninguna campaña ha comenzado en este periodo.' },
    },
  },
}
