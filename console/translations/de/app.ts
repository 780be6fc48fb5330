import { clock, count } from '../../design/figures.ts'
import type * as en from '../../words/app.ts'

export const { words }: typeof en = {
  words: {
    product: 'Quiver',
    loading: 'Wird geladen',
    tryAgain: 'Erneut versuchen',
    showPassword: 'Passwort anzeigen',
    close: 'Schließen',
    request: (id) => `Anfrage ${id}`,
    asOf: (at, kind, message) =>
      `Stand ${clock(at)}. ${
        {
          offline: 'Der Server antwortet nicht; neuer Versuch läuft.',
          forbidden: 'Sie haben keine Berechtigung mehr, dies zu sehen.',
          stale: message,
          missing: 'Das gibt es nicht mehr.',
          busy: 'Es waren zu viele Anfragen.',
          later: message,
          server: 'Auf dem Server ist ein Fehler aufgetreten.',
          refused: message,
        }[kind]
      }`,
    skip: 'Zum Inhalt springen',
    menu: 'Menü',
    openMenu: 'Menü öffnen',
    account: 'Konto',
    ownAccount: 'Ihr Konto',
    logOut: 'Abmelden',
    language: 'Sprache',
    theme: { title: 'Darstellung', light: 'Hell', dark: 'Dunkel', auto: 'Wie das System' },
    pages: {
      title: 'Seiten',
      range: (first, last, total) => `${first} bis ${last} von ${total}`,
      earlier: 'Zurück',
      later: 'Weiter',
    },
    failure: (kind, message) =>
      ({
        offline: {
          title: 'Keine Verbindung zum Server',
          text: 'Ihre Eingaben bleiben hier erhalten. Versuchen Sie es gleich noch einmal.',
        },
        forbidden: {
          title: 'Dafür fehlt Ihnen die Berechtigung',
          text: 'Ein Administrator der Organisation kann sie Ihnen geben.',
        },
        stale: {
          title: 'Jemand anderes hat dies inzwischen geändert',
          text: `Geändert von ${message}. Ihre Eingaben sind noch da: Speichern Sie noch einmal, um diese Änderung zu ersetzen, oder öffnen Sie die Seite neu, um sie zu sehen.`,
        },
        missing: { title: 'Hier ist nichts', text: 'Das gibt es nicht, oder es ist nicht für Sie bestimmt.' },
        busy: { title: 'Zu viele Anfragen', text: message },
        later: { title: 'Der Server kann das gerade nicht ausführen', text: message },
        server: {
          title: 'Auf dem Server ist ein Fehler aufgetreten',
          text: 'Versuchen Sie es noch einmal. Wenn es wieder passiert, nennen Sie dem Betreiber die Anfrage unten.',
        },
        refused: { title: 'Das hat nicht geklappt', text: message },
      })[kind],
    broken: {
      title: 'Dieser Teil der Seite ist ausgefallen',
      text: 'Der Rest funktioniert weiter.',
      reload: 'Neu laden',
    },
    cancel: 'Zurück',
    leaving: {
      title: 'Ohne Speichern verlassen?',
      text: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
      go: 'Ohne Speichern verlassen',
    },
    saved: 'Gespeichert.',
    more: (rest) => `${count(rest)} weitere: Geben Sie einen Teil des Namens ein`,
    copy: { action: 'Kopieren', done: 'Kopiert', of: (label) => `Kopieren: ${label}` },
    notFound: {
      title: 'Hier ist nichts',
      text: 'Es wurde gelöscht, es gehört zu einer anderen Organisation, oder die Adresse ist falsch.',
      to: (place) => `Zurück zu: ${place}`,
    },
    gone: {
      title: 'Das gibt es nicht mehr',
      text: 'Es wurde gelöscht, während diese Seite offen war. Was Sie unten sehen, ist von vorher und lässt sich nicht mehr ändern.',
    },
    unreachable: {
      title: 'Der Server antwortet nicht',
      text: 'Prüfen Sie, ob Quiver läuft, und versuchen Sie es dann noch einmal.',
    },
    outOfReach:
      'Der Server ist nicht erreichbar. Ihre Eingaben bleiben erhalten, und die Seite verbindet sich von selbst wieder.',
    sessionOver: {
      title: 'Ihre Sitzung ist abgelaufen',
      text: 'Melden Sie sich noch einmal an. Ihre Eingaben auf der Seite sind noch da.',
    },
  },
}
