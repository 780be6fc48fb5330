import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/session/roles.ts'

export const { roleWords }: typeof en = {
  roleWords: {
    title: 'Roles',
    lead: 'Qué pueden hacer los usuarios con un rol. Un cambio se aplica de inmediato a todos los que lo tienen.',
    create: 'Nuevo rol',
    name: 'Nombre',
    users: 'Usuarios',
    administrators:
      'Los administradores no necesitan rol: pueden hacerlo todo aquí, y solo ellos cambian usuarios, roles y claves.',
    none: { title: 'No hay roles', text: 'Cada usuario tiene entonces sus propios permisos.' },
    new: { title: 'Nuevo rol', submit: 'Crear el rol' },
    may: 'Qué permite',
    save: 'Guardar el rol',
    count: (users) => `${plural(users, { one: '# usuario tiene', other: '# usuarios tienen' })} este rol.`,
    remove: {
      open: 'Eliminar el rol…',
      title: (name) => `¿Eliminar ${name}?`,
      text: 'Nadie lo tiene. Esta acción no se puede deshacer.',
      action: 'Eliminar el rol',
    },
    resources: {
      webhook: 'Webhooks',
      suppression_list: 'Exclusiones',
      special_sending_rule: 'Reglas de envío',
      brand: 'Marca',
      virtual_mta: 'Rutas',
      url_domain: 'Dominios de enlaces',
      bounce_email: 'Direcciones de rebote',
      dkim_key: 'Claves DKIM',
      sender_domain: 'Dominios de envío',
      organization: 'Organización',
      job: 'Tareas',
      overview: 'Resumen',
      audit_event: 'Registro de auditoría',
    },
  },
}
