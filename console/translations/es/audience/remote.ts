import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/remote.ts'

export const connectionWords: typeof en.connectionWords = {
  title: 'Bases de datos',
  lead: 'Sus propias bases de datos, de las que las listas remotas toman sus destinatarios. Quiver las lee y no cambia nada.',
  caption: 'Conexiones a bases de datos',
  action: 'Acción',
  name: 'Nombre',
  type: 'Servidor',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQL o MariaDB' },
  place: 'Base de datos',
  placeOf: (host, port, database) => `${database} en ${host}:${port}`,
  host: 'Host',
  port: 'Puerto',
  portHint: (port) => `Si está vacío: ${port}.`,
  database: 'Nombre de la base de datos',
  username: 'Usuario',
  usernameHint: 'Un usuario que pueda leer lo que necesitan sus consultas y nada más.',
  password: 'Contraseña',
  passwordNew: 'No se vuelve a mostrar.',
  passwordKeeps: 'Si está vacío, se conserva el valor actual.',
  tls: 'Cifrado',
  tlsModes: {
    verify: 'Cifrado, certificado comprobado',
    require: 'Cifrado, certificado sin comprobar',
    off: 'Sin cifrar',
  },
  ca: 'Certificado de la autoridad (CA)',
  caHint: 'En formato PEM, de BEGIN CERTIFICATE a END CERTIFICATE. Si está vacío, las autoridades públicas.',
  fresh: 'Nueva conexión',
  add: 'Añadir la conexión',
  empty: {
    title: 'Aún no hay bases de datos',
    text: 'Con una conexión se pueden crear listas cuyos contactos permanecen en su propia base de datos. Una consulta los elige para cada campaña.',
  },
  test: 'Probar',
  testOf: (name) => `Probar ${name}`,
  works: (milliseconds) => `Funciona (${milliseconds} ms).`,
}

export const remoteListWords: typeof en.remoteListWords = {
  isRemote: 'Los contactos de esta lista están en otra base de datos',
  isRemoteHint: 'Una consulta los elige para cada campaña. Esto no se puede cambiar después.',
  connection: 'Base de datos',
  people:
    'Los contactos de esta lista están en otra base de datos. Quiver solo registra quién recibió un mensaje y quién se dio de baja.',
}

export const remoteQueryWords: typeof en.remoteQueryWords = {
  title: 'Quién la recibe',
  label: 'Consulta',
  hint: 'Su columna email es obligatoria. Una columna distinct_id distingue a los contactos; todas las demás son códigos de combinación.',
  example: 'select email, first_name from customers where newsletter',
  run: 'Ejecutar la consulta',
  first: 'Las primeras filas',
  caption: 'Primeras filas de la consulta',
  none: 'La consulta no devuelve ninguna fila ahora: nadie recibiría la campaña.',
  more: 'Hay más filas.',
  all: 'Estas son todas las filas.',
  codes: 'Códigos de combinación para el mensaje:',
  empty: '–',
  column: (name) => name,
}

const rows = (value: number) => plural(value, { one: '# fila', other: '# filas' })

export const queryRowsWords: typeof en.queryRowsWords = {
  title: 'Filas de la consulta',
  read: (value) => `La consulta devolvió ${rows(value)}.`,
  reading: (value) =>
    `${rows(value)} ${plural(value, { one: 'leída', other: 'leídas' })} hasta ahora. No se envía nada hasta que estén todas.`,
  stopped: (value) =>
    `${rows(value)} ${plural(value, { one: 'leída', other: 'leídas' })} antes de que terminara. No se envió nada.`,
  skipped: 'Estas filas no reciben ningún mensaje:',
  noneSkipped: 'No se omitió ninguna.',
  reasons: {
    invalid_email: 'Sin dirección válida',
    invalid_distinct_id: 'Sin distinct_id válido',
    too_long: 'Demasiado largo',
    duplicate: 'Contacto de una fila anterior',
    left: 'De baja, con queja o rebotado antes',
    suppressed: 'En una lista de exclusión',
  },
}
