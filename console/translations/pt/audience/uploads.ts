import { size } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/uploads.ts'

export const { uploadWords }: typeof en = {
  uploadWords: {
    title: 'Carregamentos por concluir',
    hint: 'Estes ficheiros não chegaram completos ao servidor. Escolha novamente o mesmo ficheiro: o carregamento continua onde parou.',
    arrived: (done, total) => `Chegaram ${size(done)} de ${size(total)}.`,
    until: (time) => `Guardado até ${time}.`,
    choose: 'Continuar…',
    goOn: (name) => `Escolher novamente ${name} e continuar`,
    other: (name, bytes) =>
      `Esse é outro ficheiro. Escolha ${name}, com ${size(bytes)}, ou comece uma nova importação.`,
    discard: 'Descartar',
    discardOf: (name) => `Descartar ${name}`,
    discardText: 'O que chegou do ficheiro é eliminado. O seu próprio ficheiro fica como está.',
    discardDo: 'Descartar o carregamento',
  },
}
