import { size } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/uploads.ts'

export const { uploadWords }: typeof en = {
  uploadWords: {
    title: 'Téléversements inachevés',
    hint: 'Ces fichiers ne sont pas arrivés entièrement sur le serveur. Choisissez de nouveau le même fichier : le téléversement reprend où il s’est arrêté.',
    arrived: (done, total) => `${size(done)} sur ${size(total)} sont arrivés.`,
    until: (time) => `Conservé jusqu’au ${time}.`,
    choose: 'Reprendre…',
    goOn: (name) => `Choisir de nouveau ${name} et reprendre`,
    other: (name, bytes) =>
      `C’est un autre fichier. Choisissez ${name}, qui fait ${size(bytes)}, ou commencez un nouvel import.`,
    discard: 'Abandonner',
    discardOf: (name) => `Abandonner ${name}`,
    discardText: 'Ce qui est arrivé du fichier est supprimé. Votre propre fichier reste tel quel.',
    discardDo: 'Abandonner le téléversement',
  },
}
