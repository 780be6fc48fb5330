import { count } from '../../design/figures.ts'
import type * as en from '../../words/pictures.ts'

export const { pictureWords }: typeof en = {
  pictureWords: {
    title: 'Imágenes',
    lead: 'Imágenes de los mensajes y logotipos. Quien recibe un mensaje las carga desde aquí.',
    search: 'Buscar por nombre de archivo',
    upload: 'Subir una imagen',
    empty: {
      title: 'Aún no hay imágenes',
      text: 'Suba una imagen aquí o en el editor de un mensaje.',
    },
    none: 'Ninguna imagen tiene ese nombre.',
    sized: (width, height, size) => `${width} × ${height}, ${size}`,
    added: (at) => `Añadida ${at}`,
    used: (value) => {
      if (value === null || value === undefined) return 'Usos sin contar'
      if (value === 0) return 'Sin usar'
      return value === 1 ? 'Usada una vez' : `Usada ${count(value)} veces`
    },
    of: (name) => `Usos de ${name}`,
    shown: 'Se muestra en',
    notShown: 'Ningún mensaje, plantilla ni logotipo muestra esta imagen.',
    unknown: 'Hay demasiados mensajes para buscar esta imagen.',
    copy: 'Copiar la dirección',
    copyOf: (name) => `Copiar la dirección: ${name}`,
    removal: {
      button: 'Eliminar',
      of: (name) => `Eliminar ${name}`,
      title: (name) => `¿Eliminar ${name}?`,
      lost: 'Estos elementos la muestran y la perderán, incluso los mensajes ya enviados. Esta acción no se puede deshacer.',
      notUsed: 'Ningún mensaje, plantilla ni logotipo la muestra. Esta acción no se puede deshacer.',
      unknown:
        'Hay demasiados mensajes para buscar esta imagen. Todo lo que la muestra la perderá, incluso los mensajes ya enviados. Esta acción no se puede deshacer.',
      action: (name) => `Eliminar ${name}`,
    },
    foreign: {
      title: (value) =>
        value === 1
          ? 'Una imagen está en otro servidor'
          : `${count(value)} imágenes están en otros servidores`,
      text: (hosts) =>
        `Desde ${hosts}. Si allí se mueven o eliminan, sus mensajes las pierden, incluso los ya enviados. Ese servidor también ve quién abre sus mensajes. La vista previa no las muestra.`,
      copy: (value) => (value === 1 ? 'Copiarla a Quiver' : `Copiar las ${count(value)} imágenes a Quiver`),
      done: (value) =>
        value === 1 ? 'Se ha copiado una imagen.' : `Se han copiado ${count(value)} imágenes.`,
      failed: 'No se han podido copiar:',
    },
  },
}
