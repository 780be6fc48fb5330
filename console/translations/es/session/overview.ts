import { count, plural } from '../../../design/figures.ts'
import { importName } from '../audience/import-name.ts'
import type * as en from '../../../words/session/overview.ts'

export const { overviewWords }: typeof en = {
  overviewWords: {
    title: 'Resumen',
    greeting: (hour, name) => {
      const time = hour < 5 || hour >= 18 ? 'Buenas noches' : hour < 12 ? 'Buenos días' : 'Buenas tardes'
      return `${time}, ${name}`
    },
    importFile: 'Importar un archivo',
    writeCampaign: 'Nueva campaña',
    now: 'Ahora',
    nothingRuns: 'No hay nada en curso.',
    jobs: {
      SubscriberImport: 'Importación',
      SubscriberImportUndo: 'Anulación de la importación',
      SubscriberExport: 'Exportación de',
      SubscriberBulkChange: 'Cambio masivo de',
      Campaign: 'Campaña',
    },
    states: { pending: 'comienza en un momento', scheduled: 'comienza', active: '', paused: 'en pausa' },
    progress: (value, total) => (total === null ? count(value) : `${count(value)} de ${count(total)}`),
    attention: 'Requiere atención',
    calm: 'Nada requiere su atención.',
    concern: (kind, name, detail) =>
      ({
        sending_paused: `El envío está en pausa: ${detail}. Un administrador del sistema puede liberarlo.`,
        campaign_waits: `${name} espera: ${detail}.`,
        campaign_failed: `${name} ha fallado. ${detail}`,
        import_failed: `La importación de ${importName(name)} ha fallado. ${detail}`,
        sender_domain_unproven: `${name} aún no está verificado: otros podrían enviar con este dominio.`,
        sender_domain_missing: `El registro que verifica ${name} ha desaparecido del DNS. Pasados siete días, otros pueden reclamarlo.`,
        autoresponder_waits: `«${name}» no envía y espera: ${detail}.`,
        webhook_failing: `El webhook «${name}» falla: ${detail}. Se volverá a intentar.`,
        webhook_off: `El webhook «${name}» se desactivó tras un intento fallido: ${detail}.`,
        dkim_record_missing: `Los destinatarios no pueden comprobar las firmas de ${name}: ${detail}.`,
      })[kind],
    look: 'Ver',
    campaigns: 'Últimas campañas',
    noCampaigns: 'Aún no se ha enviado ninguna campaña.',
    columns: {
      name: 'Campaña',
      began: 'Inicio',
      sent: 'Enviados',
      opened: 'Aperturas',
      clicked: 'Clics',
      left: 'Bajas',
    },
    zone: (zone) =>
      `Horas de ${zone}. Las aperturas incluyen los programas de correo que cargan por sí solos todos los mensajes.`,
    growth: 'Crecimiento, 30 días',
    growthCaption: 'Contactos activos de todas las listas al final de cada día, UTC',
    growthFile: 'crecimiento.csv',
    day: 'Día',
    people: (active) => `${plural(active, { one: '# activo', other: '# activos' })} ahora`,
    grewBy: (change) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
    firstDay: 'El gráfico empieza cuando hay dos días que mostrar.',
    listColumns: { name: 'Lista', active: 'Activos', change: 'En 30 días' },
    steps: {
      title: 'Primeros pasos',
      done: 'hecho',
      open: 'pendiente',
      list: 'Crear una lista',
      people: 'Añadir personas',
      domain: 'Demostrar el dominio desde el que envía',
      imprint: 'Indicar quién es responsable, para las páginas de sus lectores',
      campaign: 'Escribir la primera campaña',
    },
    empty: {
      title: 'Aquí no hay nada aún. Empiece por una de estas acciones.',
      importText: 'Se añaden contactos. No se les envía nada.',
      campaignText: 'Es un borrador hasta que se envía.',
      inviteTitle: 'Invitar a alguien',
      inviteText: 'Un colega recibe un enlace para elegir una contraseña.',
    },
    noMail:
      'No hay ningún servidor de correo configurado: los mensajes, incluidas las invitaciones, quedan en el buzón local del servidor. Para enviar, defina SMTP_URL.',
  },
}
