import { size } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/uploads.ts'

export const { uploadWords }: typeof en = {
  uploadWords: {
    title: 'Subidas sin terminar',
    hint: 'Estos archivos no llegaron completos al servidor. Elija de nuevo el mismo archivo: la subida continúa donde se detuvo.',
    arrived: (done, total) => `Han llegado ${size(done)} de ${size(total)}.`,
    until: (time) => `Se conserva hasta ${time}.`,
    choose: 'Continuar…',
    goOn: (name) => `Elegir de nuevo ${name} y continuar`,
    other: (name, bytes) =>
      `Es otro archivo. Elija ${name}, de ${size(bytes)}, o empiece una nueva importación.`,
    discard: 'Descartar',
    discardOf: (name) => `Descartar ${name}`,
    discardText: 'Lo que ha llegado del archivo se elimina. Su propio archivo queda como está.',
    discardDo: 'Descartar la subida',
  },
}
