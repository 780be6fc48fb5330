import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { count } from '../../../design/figures.ts'
import { orMore, people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/people.ts'

const kinds: Record<PeopleKind, string> = {
  sent: 'Enviados',
  accepted: 'Entregados',
  waiting: 'En espera o inciertos',
  skipped: 'Omitidos',
  not_opened: 'Sin apertura',
  opened: 'Aperturas',
  clicked: 'Clics',
  bounced: 'Rebotes',
  complained: 'Quejas',
  unsubscribed: 'Bajas',
  opened_by_machine: 'Abiertos por un programa',
  clicked_by_machine: 'Clic de un programa',
}

/** When: of the message, or of the first time. */
const times: Record<PeopleKind, string> = {
  sent: 'Envío',
  accepted: 'Envío',
  waiting: 'Último intento',
  skipped: 'Decisión',
  not_opened: 'Envío',
  opened: 'Primera apertura',
  clicked: 'Primer clic',
  bounced: 'Rebote',
  complained: 'Queja',
  unsubscribed: 'Baja',
  opened_by_machine: 'Apertura',
  clicked_by_machine: 'Clic',
}

/** Most of them are not active any more. */
const gone: ReadonlySet<PeopleKind> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = ' Solo se puede escribir a quienes están activos en la lista.'

export const { peopleOfWords }: typeof en = {
  peopleOfWords: {
    kinds,
    title: (kind, name) => `${kinds[kind]}: ${name}`,
    who: 'Contactos',
    version: 'Versión',
    everyVersion: 'Todas las versiones',
    versionName: (name, place) => (name === '' ? `Versión ${place + 1}` : name),
    link: 'Enlace',
    everyLink: 'Cualquier enlace',
    severity: 'Tipo de rebote',
    everySeverity: 'Todos los rebotes',
    severities: {
      hard: 'Permanente: la dirección no funciona',
      soft: 'Temporal: el buzón no funciona por ahora',
      other: 'Otro: ajeno a la dirección',
    },
    severityWords: { hard: 'Permanente', soft: 'Temporal', other: 'Otro' },
    lead: (kind, number) =>
      number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
    seeds: 'Las direcciones de las listas de control se cuentan en el informe, pero no figuran aquí.',
    caption: 'Los contactos',
    person: 'Contacto',
    deleted: 'Eliminado desde entonces',
    at: (kind, zone) => `${times[kind]}, ${zone}`,
    unknownTime: 'Sin registrar',
    times: 'Veces',
    status: 'Ahora',
    reason: 'Por qué',
    more: 'Mostrar más',
    empty: { title: 'Nadie', text: 'Ningún contacto hasta ahora.' },
    write: {
      action: 'Escribirles',
      name: (kind, name, at) => `${kinds[kind]}: ${name} (${at})`,
    },
    export: {
      action: 'Exportación',
      explain:
        'Todos estos contactos se escriben en un archivo, con todas las columnas que una importación puede volver a leer.',
      submit: 'Exportarlos',
    },
    open: (word, value) => `${word}: ver quiénes, ${count(value)}`,
  },
}
