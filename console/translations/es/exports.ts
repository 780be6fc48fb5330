import { size } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/exports.ts'

export const { exportWords }: typeof en = {
  exportWords: {
    title: 'Exportaciones',
    lead: 'Listas en forma de archivo. Cada archivo se puede descargar durante siete días.',
    start: 'Exportar una lista',
    list: 'Lista',
    who: 'Quién',
    state: 'Estado',
    people: 'Contactos',
    file: 'Archivo',
    created: (zone) => `Creada (${zone})`,
    columns: 'Columnas',
    allColumns: 'todas',
    format: (type, separator, isPacked) =>
      [
        type === 'jsonl' ? 'JSON Lines' : `CSV, ${separator === ';' ? 'punto y coma' : 'comas'}`,
        isPacked ? 'gzip' : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    everybody: 'todos',
    download: (bytes) => `Descargar, ${size(bytes)}`,
    until: (at) => `hasta ${at}`,
    gone: 'El archivo ya no se conserva.',
    cancel: 'Cancelar',
    endLink: 'Anular el enlace',
    progress: 'Progreso',
    states: {
      scheduled: 'en espera',
      exporting: 'en curso',
      finished: 'terminada',
      failed: 'fallida',
      cancelled: 'cancelada',
    },
    statuses: {
      active: 'activo',
      unsubscribed: 'de baja',
      scomp: 'queja',
      bounced: 'rebote',
      deactivated: 'desactivado',
    },
    empty: {
      title: 'Aún no hay exportaciones',
      text: 'Guarde una lista o parte de ella en un archivo: para una hoja de cálculo, otro sistema o su archivo. Una importación puede volver a leerlo.',
    },
    new: {
      title: 'Exportar una lista',
      list: '¿Qué lista?',
      segment: '¿Quién?',
      whole: 'Todos los de la lista',
      segmentHint:
        'Los segmentos solo contienen contactos activos, salvo que tengan una condición sobre el estado.',
      statuses: '¿Con qué estado?',
      statusesHint: 'Si no se elige ninguno: todos.',
      columns: '¿Qué columnas?',
      columnsHint: 'Si no se elige ninguna: todo lo que una importación puede volver a leer.',
      addColumn: 'Añadir una columna',
      order: 'Orden en el archivo',
      orderHint: 'Mueva una columna con sus flechas, o con Alt y ↑ o ↓.',
      up: (name) => `Subir ${name}`,
      down: (name) => `Bajar ${name}`,
      remove: (name) => `Quitar ${name}`,
      moved: (name, place, total) => `${name} es ahora la columna ${place} de ${total}.`,
      format: '¿Qué formato?',
      formats: {
        csv: 'CSV con comas',
        excel: 'CSV con punto y coma, para Excel',
        jsonl: 'JSON, un contacto por línea',
      },
      gzip: 'Comprimido con gzip',
      guard: 'Seguro para abrir en una hoja de cálculo',
      guardHint:
        'Un valor que se ejecutaría como fórmula, como =1+1 o +49 30 1234, lleva un apóstrofo delante.',
      submit: 'Crear el archivo',
    },
    done: (value) => people(value),
  },
}
