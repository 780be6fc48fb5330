import { campaignDomainsPeopleMax } from '../../../../src/contract/campaigns/timeline.ts'
import { count, instant, plural } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/reports.ts'

/** Enhanced status codes (RFC 3463) as people understand them. */
const codes: Record<string, string> = {
  '5.1.0': 'La dirección no se acepta',
  '5.1.1': 'La dirección no existe',
  '5.1.2': 'El dominio de la dirección no existe',
  '5.1.3': 'La dirección no es válida',
  '5.1.6': 'El destinatario se ha mudado',
  '5.1.10': 'El dominio no acepta correo',
  '5.2.1': 'El buzón está cerrado',
  '5.2.2': 'El buzón está lleno',
  '5.2.3': 'El mensaje es demasiado grande para el buzón',
  '4.2.2': 'El buzón está lleno por ahora',
  '5.3.4': 'El mensaje es demasiado grande para el servidor',
  '5.4.1': 'Ningún servidor acepta correo para el dominio',
  '5.4.4': 'No se puede acceder al dominio',
  '5.5.0': 'El servidor lo rechazó sin un motivo claro',
  '5.7.0': 'El servidor lo rechazó por sus normas',
  '5.7.1': 'El servidor lo rechazó por sus normas, a menudo por sospecha de spam',
  '5.7.26': 'El remitente no está autenticado (SPF, DKIM, DMARC)',
  unknown: 'El servidor no dio ningún motivo',
}

const times = (n: number) => (n === 1 ? 'una vez' : `${count(n)} veces`)

export const { reportWords }: typeof en = {
  reportWords: {
    parent: 'Campañas',
    live: 'Ver el envío',
    sentAt: (at, zone) => instant(at, zone),
    tabs: { time: 'Tiempo', funnel: 'Embudo', mail: 'Mensaje', domains: 'Dominios', bounces: 'Rebotes' },
    sections: 'Apartados del informe',
    figures: 'Cifras de la campaña',
    machines: ({ opened, opens, clicked, clicks }) =>
      opens + clicks === 0
        ? 'Las aperturas y los clics son de personas. No se detectó ningún programa.'
        : `Las aperturas y los clics son de personas. Los programas que examinan cada mensaje abrieron ${plural(opened, { one: '# mensaje', other: '# mensajes' })} (${times(opens)}) y siguieron enlaces de ${count(clicked)} (${times(clicks)}); no se cuentan arriba.`,
    notOpened: (n) => `${people(n)} no lo ${plural(n, { one: 'abrió', other: 'abrieron' })}`,
    openedByMachine: (n) => `${people(n)} cuyo mensaje abrió un programa`,
    clickedByMachine: (n) => `${people(n)} en cuyo mensaje un programa siguió un enlace`,
    leftOut: (asked, failed) =>
      [
        asked === 0 ? '' : `Una regla de envío excluyó a ${people(asked)}.`,
        failed === 0
          ? ''
          : `${people(failed)} no ${plural(failed, { one: 'recibió', other: 'recibieron' })} ningún mensaje por otro motivo, como una regla que no se pudo evaluar.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    seeLeftOut: 'Ver quién y por qué',
    average: (rate) => `${rate} de media`,
    averageOf: (campaigns) =>
      campaigns === 0
        ? 'No hay ninguna campaña anterior de la lista con la que comparar.'
        : `La media es de ${campaigns === 1 ? 'la campaña anterior' : `las ${count(campaigns)} campañas anteriores`} de la lista.`,
    summary: {
      subject: (contents) => (contents > 1 ? 'Asuntos' : 'Asunto'),
      noSubject: 'Sin asunto',
      to: 'Lista',
      segment: (name) => `Segmento: ${name}`,
      growth: 'La lista desde entonces',
      active: (now) =>
        `${people(now)} ${plural(now, { one: 'activo', other: 'activos' })} ahora. No consta cuántos había entonces.`,
      grown: (by, now) =>
        by === 0
          ? `Tantos contactos activos como entonces: ${count(now)}.`
          : `${people(Math.abs(by))} ${by > 0 ? 'más' : 'menos'}, ${plural(now, { one: '# activo', other: '# activos' })} ahora.`,
    },
    ofTaken: 'de los entregados',
    ofSent: 'de los enviados',
    tiles: {
      sent: 'Enviados',
      accepted: 'Entregados',
      opened: 'Aperturas',
      clicked: 'Clics',
      bounced: 'Rebotes',
      complained: 'Quejas',
      unsubscribed: 'Bajas',
    },
    funnel: {
      title: 'Del envío al clic',
      caption: (total) => `Cada barra es una parte de los ${count(total)} mensajes enviados.`,
      step: 'Paso',
      people: 'Contactos',
      ofSent: 'De los enviados',
      ofBefore: 'Del paso anterior',
      of: {
        accepted: 'de los enviados',
        opened: 'de los entregados',
        clicked: 'de los abiertos',
        unsubscribed: 'de los entregados',
      },
    },
    time: {
      hour: 'Por hora',
      day: 'Por día',
      step: 'Duración del periodo',
      start: (zone) => `Desde, ${zone}`,
      caption: (word, total, zone) => `${word}: ${count(total)} en total. Horas de ${zone}.`,
      elsewhere: (later, undated) =>
        [
          later > 0
            ? `${plural(later, { one: '# llegó', other: '# llegaron' })} después de lo mostrado.`
            : '',
          undated > 0 ? `${count(undated)} sin hora registrada.` : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      empty: {
        title: 'Nada por ahora',
        text: 'Las primeras aperturas suelen llegar a los pocos minutos de los primeros mensajes.',
      },
      takenHasNoTime: 'Los mensajes entregados no se cuentan por tiempo; consulte Enviados.',
    },
    mail: {
      content: 'Contenido',
      frame: (name) => `El mensaje ${name}, con un número en cada enlace contado`,
      links: 'Enlaces, primero los de más clics',
      link: 'Enlace',
      people: 'Contactos',
      share: 'Comparación',
      clicks: 'Clics',
      same: 'Un enlace que está dos veces en el mensaje tiene un solo número y un solo recuento.',
      foreign: 'Las imágenes de otros servidores se muestran como recuadros.',
      textOnly: 'Este es un mensaje de texto; sus enlaces no se cuentan.',
      empty: {
        title: 'No hay enlaces contados',
        text: 'El mensaje no tiene enlaces o no se registran los clics.',
      },
      number: (place) => `(${place})`,
    },
    domains: {
      domain: 'Dominio',
      caption: (sent) =>
        `Por el dominio de los destinatarios. Los porcentajes son de ${count(sent)} mensajes.`,
      other: (value) => plural(value, { one: '# dominio más', other: '# dominios más' }),
      unknown: (isExact) =>
        isExact
          ? 'Contactos eliminados y direcciones de control'
          : `Sin contar: todos salvo los primeros ${count(campaignDomainsPeopleMax)} contactos de la lista`,
      share: 'Porcentaje de mensajes',
      empty: { title: 'Nada por ahora', text: 'No se ha escrito a nadie.' },
    },
    bounces: {
      caption: (value) =>
        `${people(value)} no ${plural(value, { one: 'recibió', other: 'recibieron' })} el mensaje.`,
      reason: 'Qué dijo el servidor',
      code: 'Código',
      people: 'Contactos',
      share: 'Porcentaje de rebotes',
      reasonOf: (code) =>
        codes[code] ??
        (code.startsWith('4.')
          ? 'Rechazado por ahora, hasta que Quiver desistió'
          : 'Rechazado de forma permanente'),
      hard: 'La dirección no existe',
      soft: 'Buzón no disponible',
      other: 'Ajeno a la dirección',
      kinds: 'Rebotes por tipo',
      empty: { title: 'Sin rebotes', text: 'Ningún servidor de correo ha rechazado el mensaje.' },
    },
    table: 'Tabla',
    chart: 'Gráfico',
    tableHint: 'Tecla: T',
    thinned: (run) =>
      `El gráfico muestra el máximo de cada ${count(run)} puntos; el archivo los tiene todos.`,
    more: (rest) => `Mostrar más: ${count(rest)} filas`,
    csv: 'CSV',
    compare: {
      title: 'Comparar campañas',
      lead: 'Las tasas se calculan sobre los mensajes entregados; las de rebotes, sobre los enviados.',
      campaign: 'Campaña',
      started: (zone) => `Inicio, ${zone}`,
      empty: {
        title: 'Nada que comparar',
        text: 'Elija de dos a cinco campañas en la lista de campañas.',
      },
      choose: 'Elegir campañas',
    },
    sent: {
      title: 'Mensajes enviados',
      lead: 'Mensajes entregados, por el día en que se enviaron.',
      by: 'Por',
      daily: 'Día',
      monthly: 'Mes',
      from: 'Desde',
      to: 'Hasta',
      period: (zone) => `Comienza, ${zone}`,
      sender: 'Campaña o autorrespondedor',
      messages: 'Mensajes',
      other: 'Otros',
      single: 'Mensajes transaccionales',
      caption: (total, zone) => `${count(total)} mensajes. Días de ${zone}.`,
      empty: { title: 'No se envió nada', text: 'No se envió ningún mensaje en este periodo. Elija otro.' },
    },
    credits: {
      title: 'Créditos de envío',
      organization: 'Organización',
      lead: 'Un crédito paga un mensaje entregado.',
      available: 'Disponibles',
      lifetime: 'Mensajes enviados en total',
      balance: 'Créditos',
      at: (zone) => `Último cambio, ${zone}`,
      change: 'Cambio',
      after: 'Saldo',
      what: 'Qué',
      who: 'Por',
      kinds: { added: 'Añadidos', removed: 'Quitados', set: 'Saldo fijado', spent: 'Gastados' },
      actors: { user: 'Usuario', api_key: 'Clave de API', system: 'El servidor' },
      actor: (word, id) => (id === null ? word : `${word} ${id}`),
      spentBy: (name) => `Gastados por ${name}`,
      empty: {
        title: 'No hay movimientos',
        text: 'No se añadió ni gastó nada en este periodo. Las organizaciones sin créditos prepagados no tienen ninguno.',
      },
    },
  },
}
