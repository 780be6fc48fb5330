import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/readers.ts'
export const readerWords: typeof en.readerWords = {
  title: 'Páginas para los lectores',
  lead: 'Lo que ven y pueden elegir los contactos de esta lista al abrir sus preferencias o darse de baja.',
  open: 'Páginas para los lectores',
  choice: {
    title: 'Qué pueden elegir los lectores',
    isPublic: 'Los lectores de sus otras listas pueden encontrar esta y unirse',
    isPublicHint:
      'En su página de preferencias. Quienes se unen quedan activos de inmediato, porque el enlace ha probado su dirección.',
    keyed:
      'Los contactos de esta lista se distinguen por un campo, así que nadie puede unirse solo con una dirección.',
    name: 'Nombre que ven los lectores',
    nameHint: (name) => `Si está vacío: ${name}.`,
    description: 'Descripción que ven los lectores',
    fields: 'Campos que los contactos pueden cambiar ellos mismos',
    fieldsHint: 'Quien tenga el enlace de un mensaje puede ver sus valores.',
    noFields: 'Esta lista aún no tiene campos.',
    code: 'Para enlazar la página en un mensaje, use el código',
    save: 'Guardar la elección',
    saved: 'Guardado. Los lectores ya lo ven.',
  },
  look: {
    title: 'Aspecto',
    lead: 'Lo que quede vacío se toma de la marca de la organización.',
    inherited: 'Si está vacío, se toma de la marca de la organización.',
  },
  texts: {
    title: 'Textos',
    lead: 'Estos son los textos actuales. Escriba los suyos donde esta lista necesite otros.',
    language: 'Idioma',
    page: 'Página',
    pages: {
      ask: 'Pregunta antes de la baja',
      left: 'Dado de baja',
      again: 'Ya dado de baja',
      back: 'Suscrito de nuevo',
      full: 'Lista llena',
      preferences: 'Preferencias',
      change: 'Cambio de dirección',
      form: 'Formulario',
      formMail: 'Correo de un formulario',
      dead: 'Enlace no válido',
      other: 'Otras páginas',
    },
    own: (text) => `En lugar de: ${text}`,
    placeholder: 'Sin cambios',
    keep: (names) => `Conserve ${names}: un valor ocupa ese lugar.`,
    save: (count) => `Guardar ${count} ${plural(count, { one: 'texto', other: 'textos' })}`,
    saveNone: 'Guardar los textos',
    saved: 'Guardado. Los lectores ya lo ven.',
    example: { list: 'Newsletter', other: 'Recetas', email: 'ann@example.com', field: 'Nombre' },
  },
}

export const pauseWords: typeof en.pauseWords = {
  until: (day) =>
    `En pausa hasta ${day}: hasta entonces no recibe campañas ni autorrespondedores de esta lista.`,
  end: 'Terminar la pausa',
  ended: 'La pausa ha terminado.',
}
