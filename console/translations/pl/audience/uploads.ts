import { size } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/uploads.ts'

export const { uploadWords }: typeof en = {
  uploadWords: {
    title: 'Niedokończone przesyłanie',
    hint: 'Te pliki nie dotarły w całości na serwer. Wybierz ponownie ten sam plik: przesyłanie ruszy od miejsca, w którym się zatrzymało.',
    arrived: (done, total) => `Dotarło ${size(done)} z ${size(total)}.`,
    until: (time) => `Przechowywany do ${time}.`,
    choose: 'Kontynuuj…',
    goOn: (name) => `Wybierz ponownie „${name}” i kontynuuj`,
    other: (name, bytes) =>
      `To inny plik. Wybierz „${name}” o wielkości ${size(bytes)} albo zacznij nowy import.`,
    discard: 'Odrzuć',
    discardOf: (name) => `Odrzuć „${name}”`,
    discardText: 'To, co dotarło z pliku, zostanie usunięte. Twój plik pozostaje bez zmian.',
    discardDo: 'Odrzuć przesyłanie',
  },
}
