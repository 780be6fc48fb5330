import type * as en from '../../../words/audit/asking.ts'

/** What a call that needs an approval offers, and what those who decide read. */
export const { askingWords }: typeof en = {
  askingWords: {
    title: 'Otra persona debe aprobar esto',
    hint: 'No ha cambiado nada. Pida la aprobación: quienes pueden aprobar reciben un correo y ven exactamente esto, con las cifras. Una vez aprobado, se ejecuta con un clic.',
    mayNot: 'No ha cambiado nada. Un administrador puede hacerlo o pedirlo.',
    note: 'Nota para quienes deciden',
    noteHint: 'Por qué, o en qué deben fijarse. También figura en el correo.',
    asked: 'Solicitado. Está en Aprobaciones; una vez aprobado, se ejecuta allí.',
    free: 'Ya nadie tiene que aprobar esto: se puede ejecutar ahora.',
    open: 'Abrir la solicitud',
    one: {
      note: 'Nota',
      request: 'Exactamente esto',
      check: 'La revisión',
      preview: 'El mensaje',
      version: 'Versión',
      sample:
        'Tal como es con valores de ejemplo. Se aprueba lo que está guardado ahora: un cambio deja la aprobación sin efecto.',
      others:
        'Decide otra persona: nadie decide sobre su propia solicitud, y solo quienes indican las reglas.',
      emergencyTitle: 'En una emergencia',
      emergencyText:
        'Puede hacerlo sin aprobación. Queda registrado y se comunica por correo a todos los que pueden aprobar.',
      emergencyReason: 'Por qué no puede esperar',
      emergencyAct: 'Hacerlo sin aprobación',
      made: 'Abrir el resultado',
    },
  },
}
