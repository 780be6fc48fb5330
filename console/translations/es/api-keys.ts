import { plural } from '../../design/figures.ts'
import type * as en from '../../words/api-keys.ts'

export const { apiKeyWords }: typeof en = {
  apiKeyWords: {
    title: 'Claves de API',
    lead: 'Con una clave, un programa puede actuar por la organización como administrador. Dé a cada programa su propia clave para poder revocar una sin afectar a las demás.',
    create: 'Nueva clave',
    name: 'Nombre',
    role: 'Acceso',
    roles: {
      organization_admin: 'Todo en esta organización',
      system_admin: 'Todo en el servidor',
    },
    state: 'Estado',
    states: { active: 'Activa', off: 'Desactivada', expired: 'Caducada' },
    used: (zone) => `Último uso, ${zone}`,
    expires: (zone) => `Caduca, ${zone}`,
    never: 'nunca',
    created: 'Creada',
    empty: {
      title: 'Aún no hay claves',
      text: 'Hace falta una si un programa, como su tienda, debe añadir contactos o leer informes. Las personas inician sesión con su propia cuenta.',
    },
    new: {
      title: 'Nueva clave',
      lead: 'La clave se muestra una sola vez, después de crearla.',
      name: 'Nombre',
      nameHint: 'El programa que la usará, por ejemplo «Tienda».',
      expires: 'Caducidad',
      expiry: { never: 'Nunca', '30': 'En 30 días', '90': 'En 90 días', '365': 'En un año' },
      submit: 'Crear la clave',
    },
    secret: {
      title: 'Copie la clave ahora',
      text: 'No se vuelve a mostrar. Guárdela donde solo el programa pueda leerla.',
      label: 'Clave',
      use: 'Enviarla con cada llamada',
      done: 'Ya está copiado',
    },
    rename: 'Guardar el nombre',
    switchOff: 'Desactivar',
    switchOn: 'Activar',
    rotate: {
      title: 'Sustituir la clave',
      text: 'El valor anterior sigue funcionando un tiempo, para poder cambiarlo en cada programa.',
      overlap: 'El valor anterior sigue funcionando',
      overlaps: {
        '0': 'No',
        '3600': 'Durante una hora',
        '86400': 'Durante un día',
        '604800': 'Durante siete días',
      },
      submit: 'Crear un valor nuevo',
      running: (until) => `El valor anterior funciona hasta ${until}.`,
    },
    remove: {
      open: 'Eliminar la clave…',
      title: (name) => `¿Eliminar ${name}?`,
      text: 'Los programas que la usan pierden el acceso de inmediato. Esta acción no se puede deshacer.',
      action: 'Eliminar la clave',
    },
    assistant: {
      title: 'Conectar un asistente',
      text: 'Los programas compatibles con Model Context Protocol pueden trabajar con esta organización. Cree una clave con los derechos necesarios y dé al programa esta dirección y la clave. Cada cambio se planifica primero, y lo que requiere aprobación espera a una persona.',
      address: 'Dirección',
      settings: 'Configuración del programa',
      settingsOf: (address) =>
        JSON.stringify({
          mcpServers: {
            quiver: { type: 'http', url: address, headers: { Authorization: 'Bearer API_KEY' } },
          },
        }),
    },
    count: (value) => plural(value, { one: '# clave', other: '# claves' }),
    usedFrom: 'Último uso desde',
    scopes: {
      title: 'Qué puede hacer',
      save: 'Guardar qué puede hacer',
      some: 'Solo lo que se elija aquí',
      someHint: 'La clave de un programa debería poder hacer lo que hace el programa y nada más.',
      scim: 'Aprovisionamiento por SCIM',
      scimHint: 'Para un proveedor de identidad, como Entra u Okta, que mantiene aquí usuarios y grupos.',
      listsHint: 'Las demás listas, y todo lo que depende de ellas, no existen para esta clave.',
    },
  },
}
