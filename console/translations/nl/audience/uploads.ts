import { size } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/uploads.ts'

export const { uploadWords }: typeof en = {
  uploadWords: {
    title: 'Onvoltooide uploads',
    hint: 'Deze bestanden hebben de server niet volledig bereikt. Kies hetzelfde bestand opnieuw: het uploaden gaat verder waar het stopte.',
    arrived: (done, total) => `${size(done)} van ${size(total)} aangekomen.`,
    until: (time) => `Bewaard tot ${time}.`,
    choose: 'Doorgaan…',
    goOn: (name) => `Kies ${name} opnieuw en ga door`,
    other: (name, bytes) =>
      `Dat is een ander bestand. Kies ${name} met ${size(bytes)}, of begin een nieuwe import.`,
    discard: 'Verwerpen',
    discardOf: (name) => `${name} verwerpen`,
    discardText: 'Wat van het bestand is aangekomen, wordt verwijderd. Je eigen bestand blijft zoals het is.',
    discardDo: 'Upload verwerpen',
  },
}
