import { clock, count } from '../../design/figures.ts'
import type * as en from '../../words/app.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const { words }: typeof en = {
  words: {
    product: 'Quiver',
    loading: 'Cargando',
    tryAgain: 'Reintentar',
    showPassword: 'Mostrar la contraseña',
    close: 'Cerrar',
    request: (id) => `Solicitud ${id}`,
    asOf: (at, kind, message) =>
      `Datos de las ${clock(at)}. ${{ offline: 'El servidor no responde; se está reintentando.', forbidden: 'Ya no tiene permiso para ver esto.', stale: message, missing: 'Esto ya no existe.', busy: 'Hubo demasiadas solicitudes.', later: message, server: 'Se produjo un error en el servidor.', refused: message }[kind]}`,
    skip: 'Ir al contenido',
    menu: 'Menú',
    openMenu: 'Abrir el menú',
    account: 'Cuenta',
    ownAccount: 'Su cuenta',
    logOut: 'Cerrar sesión',
    language: 'Idioma',
    theme: { title: 'Apariencia', light: 'Claro', dark: 'Oscuro', auto: 'Como el sistema' },
    pages: {
      title: 'Páginas',
      range: (first, last, total) => `${first} a ${last} de ${total}`,
      earlier: 'Anterior',
      later: 'Siguiente',
    },
    failure: (kind, message) =>
      ({
        offline: {
          title: 'Sin conexión con el servidor',
          text: 'Lo escrito se conserva aquí. Inténtelo de nuevo en un momento.',
        },
        forbidden: {
          title: 'No tiene acceso a esto',
          text: 'Un administrador de la organización puede darle permiso.',
        },
        stale: {
          title: 'Otra persona lo ha cambiado mientras tanto',
          text: `Cambiado por ${message}. Lo escrito sigue aquí: guárdelo de nuevo para sustituir ese cambio o vuelva a abrir la página para verlo.`,
        },
        missing: { title: 'Aquí no hay nada', text: 'No existe o no tiene acceso.' },
        busy: { title: 'Demasiadas solicitudes', text: message },
        later: { title: 'El servidor no puede hacer esto ahora', text: message },
        server: {
          title: 'Se produjo un error en el servidor',
          text: 'Inténtelo de nuevo. Si vuelve a ocurrir, comunique al operador la solicitud indicada abajo.',
        },
        refused: { title: 'No ha funcionado', text: message },
      })[kind],
    broken: {
      title: 'Esta parte de la página ha fallado',
      text: 'El resto sigue funcionando.',
      reload: 'Recargarla',
    },
    cancel: 'Atrás',
    leaving: {
      title: '¿Salir sin guardar?',
      text: 'Los cambios de esta página aún no se han guardado.',
      go: 'Salir sin guardar',
    },
    saved: 'Guardado.',
    more: (rest) => `${count(rest)} más: escriba una parte del nombre`,
    copy: { action: 'Copiar', done: 'Copiado', of: (label) => `Copiar: ${label}` },
    notFound: {
      title: 'Aquí no hay nada',
      text: 'Se eliminó, pertenece a otra organización o la dirección es incorrecta.',
      to: (place) => `Volver a ${place}`,
    },
    gone: {
      title: 'Esto ya no existe',
      text: 'Se eliminó mientras esta página estaba abierta. Lo que se ve abajo es anterior y ya no se puede cambiar.',
    },
    unreachable: {
      title: 'El servidor no responde',
      text: 'Compruebe que Quiver está en marcha e inténtelo de nuevo.',
    },
    outOfReach: 'No se puede acceder al servidor. Lo escrito se conserva y la página se reconecta sola.',
    sessionOver: {
      title: 'La sesión ha terminado',
      text: 'Inicie sesión de nuevo. Lo escrito sigue en la página.',
    },
  },
}
