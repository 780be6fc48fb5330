import type * as en from '../../../words/audience/proposals.ts'

export const { proposalWords }: typeof en = {
  proposalWords: {
    forms: {
      would_fail: '{reason} {number} de las {all} celdas rellenas leídas fallarían, por ejemplo «{cell}».',
      called: 'La columna se llama así.',
      near: '«{header}» es otra forma de escribir «{field}».',
      synonym: '«{header}» es otra palabra para «{field}».',
      options: 'Todas las celdas son opciones de «{field}».',
      addresses: 'Las celdas son direcciones de correo.',
      proof:
        'Una exportación la escribió como prueba de un consentimiento. Solo los formularios crean pruebas; una importación no puede.',
      empty: 'Ninguna celda leída está rellena.',
      left_out_before: 'La importación {import} dejó fuera esta columna.',
      before: 'En la importación {import} tenía este significado.',
      mostly: 'Ningún campo de la lista encaja; uno nuevo encaja con {number} de las {all} celdas leídas.',
      few: 'Ningún campo de la lista encaja; se leyeron muy pocas celdas para algo que no sea texto.',
      fresh: 'Ningún campo de la lista encaja; uno nuevo encaja con todas las celdas leídas.',
      opt_out_doubt: '«{header}» parece una baja: {how}. «{cell}» no es una palabra conocida.',
      opt_out: '«{header}» parece una baja: {how}.',
      opt_out_of_doubt:
        '«{header}» es la columna de bajas de {product}: {how}. «{cell}» no es una palabra conocida.',
      opt_out_of: '«{header}» es la columna de bajas de {product}: {how}.',
      left: 'Celdas como «{cell}» significan que la persona se dio de baja.',
    },
    meanings: {
      flag: '«sí» significa que la persona se dio de baja',
      filled: 'una celda rellena significa que la persona se dio de baja',
      refused: 'cada rechazo significa que la persona no ha dado su consentimiento',
      consent: 'todo lo que no sea «sí» significa que la persona no ha dado su consentimiento',
      unconfirmed: '«no» significa que la persona no ha confirmado o no está activa',
      words: 'cada palabra tiene su estado',
      codes: 'un código significa que la persona está activa; los demás pueden significar que se dio de baja',
    },
  },
}
