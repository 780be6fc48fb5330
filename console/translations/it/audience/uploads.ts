import { size } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/uploads.ts'

export const { uploadWords }: typeof en = {
  uploadWords: {
    title: 'Caricamenti non completati',
    hint: 'Questi file non sono arrivati per intero al server. Scegli di nuovo lo stesso file: il caricamento riprende da dove si è fermato.',
    arrived: (done, total) => `Arrivati ${size(done)} di ${size(total)}.`,
    until: (time) => `Conservato fino a ${time}.`,
    choose: 'Continua…',
    goOn: (name) => `Scegli di nuovo ${name} e continua`,
    other: (name, bytes) =>
      `Questo è un altro file. Scegli ${name}, di ${size(bytes)}, o inizia una nuova importazione.`,
    discard: 'Scarta',
    discardOf: (name) => `Scarta ${name}`,
    discardText: 'Ciò che è arrivato del file viene eliminato. Il tuo file resta invariato.',
    discardDo: 'Scarta il caricamento',
  },
}
