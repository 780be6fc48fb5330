import { size } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/uploads.ts'

export const { uploadWords }: typeof en = {
  uploadWords: {
    title: 'Unvollständige Uploads',
    hint: 'Diese Dateien sind nicht vollständig auf dem Server angekommen. Wählen Sie dieselbe Datei noch einmal: Der Upload geht dort weiter, wo er stehen blieb.',
    arrived: (done, total) => `${size(done)} von ${size(total)} sind angekommen.`,
    until: (time) => `Aufbewahrt bis ${time}.`,
    choose: 'Fortsetzen …',
    goOn: (name) => `${name} noch einmal wählen und fortsetzen`,
    other: (name, bytes) =>
      `Das ist eine andere Datei. Wählen Sie ${name} mit ${size(bytes)}, oder beginnen Sie einen neuen Import.`,
    discard: 'Verwerfen',
    discardOf: (name) => `${name} verwerfen`,
    discardText: 'Was von der Datei angekommen ist, wird gelöscht. Ihre eigene Datei bleibt, wie sie ist.',
    discardDo: 'Upload verwerfen',
  },
}
