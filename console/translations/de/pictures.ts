import { plural } from '../../design/figures.ts'
import type * as en from '../../words/pictures.ts'

export const { pictureWords }: typeof en = {
  pictureWords: {
    title: 'Bilder',
    lead: 'Bilder für Nachrichten und Logos. Wer eine Nachricht hat, lädt sie von hier.',
    search: 'Nach Dateinamen suchen',
    upload: 'Bild hochladen',
    empty: {
      title: 'Noch keine Bilder',
      text: 'Laden Sie ein Bild hier oder im Editor einer Nachricht hoch.',
    },
    none: 'Kein Bild heißt so.',
    sized: (width, height, size) => `${width} × ${height}, ${size}`,
    added: (at) => `Hinzugefügt ${at}`,
    used: (value) => {
      if (value === null || value === undefined) return 'Verwendungen nicht gezählt'
      return value === 0
        ? 'Nicht verwendet'
        : plural(value, { one: 'Einmal verwendet', other: '#-mal verwendet' })
    },
    of: (name) => `Verwendungen von ${name}`,
    shown: 'Gezeigt von',
    notShown: 'Keine Nachricht, keine Vorlage und kein Logo zeigt dieses Bild.',
    unknown: 'Es gibt zu viele Nachrichten, um nach diesem Bild zu suchen.',
    copy: 'Adresse kopieren',
    copyOf: (name) => `Adresse kopieren: ${name}`,
    removal: {
      button: 'Löschen',
      of: (name) => `${name} löschen`,
      title: (name) => `${name} löschen?`,
      lost: 'Folgendes zeigt es und verliert es, auch schon gesendete Nachrichten. Das lässt sich nicht rückgängig machen.',
      notUsed:
        'Keine Nachricht, keine Vorlage und kein Logo zeigt es. Das lässt sich nicht rückgängig machen.',
      unknown:
        'Es gibt zu viele Nachrichten, um nach diesem Bild zu suchen. Was es zeigt, verliert es, auch schon gesendete Nachrichten. Das lässt sich nicht rückgängig machen.',
      action: (name) => `${name} löschen`,
    },
    foreign: {
      title: (value) =>
        plural(value, {
          one: 'Ein Bild liegt auf einem anderen Server',
          other: '# Bilder liegen auf anderen Servern',
        }),
      text: (hosts) =>
        `Von ${hosts}. Werden sie dort verschoben oder gelöscht, verlieren Ihre Nachrichten sie, auch schon gesendete. Jener Server sieht außerdem, wer Ihre Nachrichten öffnet. Die Vorschau zeigt sie nicht.`,
      copy: (value) => plural(value, { one: 'In Quiver kopieren', other: 'Die # Bilder in Quiver kopieren' }),
      done: (value) => plural(value, { one: 'Ein Bild wurde kopiert.', other: '# Bilder wurden kopiert.' }),
      failed: 'Diese ließen sich nicht kopieren:',
    },
  },
}
