import { count } from '../../design/figures.ts'
import type * as en from '../../words/pictures.ts'

export const { pictureWords }: typeof en = {
  pictureWords: {
    title: 'Afbeeldingen',
    lead: 'Afbeeldingen van berichten en logo’s. Iedereen die een bericht heeft, laadt ze hiervandaan.',
    search: 'Zoeken op bestandsnaam',
    upload: 'Afbeelding uploaden',
    empty: {
      title: 'Nog geen afbeeldingen',
      text: 'Upload een afbeelding hier, of in de editor van een bericht.',
    },
    none: 'Geen afbeelding heeft zo’n naam.',
    sized: (width, height, size) => `${width} × ${height}, ${size}`,
    added: (at) => `Toegevoegd ${at}`,
    used: (value) => {
      if (value === null || value === undefined) return 'Gebruik niet geteld'
      if (value === 0) return 'Niet gebruikt'
      return value === 1 ? 'Eén keer gebruikt' : `${count(value)} keer gebruikt`
    },
    of: (name) => `Gebruik van ${name}`,
    shown: 'Getoond door',
    notShown: 'Geen bericht, sjabloon of logo toont deze afbeelding.',
    unknown: 'Er zijn te veel berichten om deze afbeelding in te zoeken.',
    copy: 'Adres kopiëren',
    copyOf: (name) => `Adres kopiëren: ${name}`,
    removal: {
      button: 'Verwijderen',
      of: (name) => `${name} verwijderen`,
      title: (name) => `${name} verwijderen?`,
      lost: 'Deze tonen de afbeelding en raken die kwijt, ook berichten die al zijn verzonden. Dit kan niet ongedaan worden gemaakt.',
      notUsed: 'Geen bericht, sjabloon of logo toont de afbeelding. Dit kan niet ongedaan worden gemaakt.',
      unknown:
        'Er zijn te veel berichten om deze afbeelding in te zoeken. Wat de afbeelding toont, raakt die kwijt, ook berichten die al zijn verzonden. Dit kan niet ongedaan worden gemaakt.',
      action: (name) => `${name} verwijderen`,
    },
    foreign: {
      title: (value) =>
        value === 1
          ? 'Eén afbeelding staat op een andere server'
          : `${count(value)} afbeeldingen staan op andere servers`,
      text: (hosts) =>
        `Van ${hosts}. Worden ze daar verplaatst of verwijderd, dan raken je berichten ze kwijt, ook de al verzonden berichten. Die server ziet ook wie je berichten opent. Het voorbeeld toont ze niet.`,
      copy: (value) =>
        value === 1 ? 'Naar Quiver kopiëren' : `De ${count(value)} afbeeldingen naar Quiver kopiëren`,
      done: (value) =>
        value === 1 ? 'Eén afbeelding gekopieerd.' : `${count(value)} afbeeldingen gekopieerd.`,
      failed: 'Deze konden niet worden gekopieerd:',
    },
  },
}
