import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/remote.ts'

const connectionWords: typeof en.connectionWords = {
  title: 'Datenbanken',
  lead: 'Ihre eigenen Datenbanken, aus denen externe Listen ihre Empfänger nehmen. Quiver liest sie und ändert nichts.',
  caption: 'Datenbankverbindungen',
  action: 'Aktion',
  name: 'Name',
  type: 'Server',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQL oder MariaDB' },
  place: 'Datenbank',
  placeOf: (host, port, database) => `${database} auf ${host}:${port}`,
  host: 'Host',
  port: 'Port',
  portHint: (port) => `Leer: ${port}.`,
  database: 'Name der Datenbank',
  username: 'Benutzer',
  usernameHint: 'Ein Benutzer, der lesen darf, was Ihre Abfragen brauchen, und sonst nichts.',
  password: 'Passwort',
  passwordNew: 'Es wird nicht noch einmal angezeigt.',
  passwordKeeps: 'Leer: Das bisherige bleibt.',
  tls: 'Verschlüsselung',
  tlsModes: {
    verify: 'Verschlüsselt, Zertifikat geprüft',
    require: 'Verschlüsselt, Zertifikat nicht geprüft',
    off: 'Nicht verschlüsselt',
  },
  ca: 'Zertifikat der Zertifizierungsstelle (CA)',
  caHint: 'Als PEM, von BEGIN CERTIFICATE bis END CERTIFICATE. Leer: die öffentlichen Stellen.',
  fresh: 'Neue Verbindung',
  add: 'Verbindung hinzufügen',
  empty: {
    title: 'Noch keine Datenbanken',
    text: 'Mit einer Verbindung können Sie Listen anlegen, deren Personen in Ihrer eigenen Datenbank bleiben. Eine Abfrage wählt sie für jede Kampagne.',
  },
  test: 'Testen',
  testOf: (name) => `${name} testen`,
  works: (milliseconds) => `Es funktioniert (${milliseconds} ms).`,
}

const remoteListWords: typeof en.remoteListWords = {
  isRemote: 'Die Personen dieser Liste sind in einer anderen Datenbank',
  isRemoteHint: 'Eine Abfrage wählt sie für jede Kampagne. Das lässt sich später nicht ändern.',
  connection: 'Datenbank',
  people:
    'Die Personen dieser Liste sind in einer anderen Datenbank. Quiver hält nur fest, wer eine Nachricht bekam und wer sich abgemeldet hat.',
}

const remoteQueryWords: typeof en.remoteQueryWords = {
  title: 'Wer sie bekommt',
  label: 'Abfrage',
  hint: 'Die Spalte email ist erforderlich. Eine Spalte distinct_id unterscheidet Personen; alle anderen sind Platzhalter.',
  example: 'select email, first_name from customers where newsletter',
  run: 'Abfrage ausführen',
  first: 'Die ersten Zeilen',
  caption: 'Erste Zeilen der Abfrage',
  none: 'Die Abfrage liefert jetzt keine Zeilen: Niemand bekäme die Kampagne.',
  more: 'Es gibt weitere Zeilen.',
  all: 'Das sind alle Zeilen.',
  codes: 'Platzhalter für die Nachricht:',
  empty: '–',
  column: (name) => name,
}

const queryRowsWords: typeof en.queryRowsWords = {
  title: 'Zeilen der Abfrage',
  read: (value) =>
    plural(value, { one: 'Die Abfrage lieferte # Zeile.', other: 'Die Abfrage lieferte # Zeilen.' }),
  reading: (value) =>
    plural(value, {
      one: 'Bisher # Zeile gelesen. Nichts wird gesendet, bis alle da sind.',
      other: 'Bisher # Zeilen gelesen. Nichts wird gesendet, bis alle da sind.',
    }),
  stopped: (value) =>
    plural(value, {
      one: '# Zeile wurde gelesen, bevor es endete. Nichts wurde gesendet.',
      other: '# Zeilen wurden gelesen, bevor es endete. Nichts wurde gesendet.',
    }),
  skipped: 'Diese Zeilen bekommen keine Nachricht:',
  noneSkipped: 'Keine davon wurde ausgelassen.',
  reasons: {
    invalid_email: 'Keine gültige Adresse',
    invalid_distinct_id: 'Keine gültige distinct_id',
    too_long: 'Zu lang',
    duplicate: 'Person einer früheren Zeile',
    left: 'Früher abgemeldet, beschwert oder unzustellbar',
    suppressed: 'Auf einer Sperrliste',
  },
}

export { connectionWords, queryRowsWords, remoteListWords, remoteQueryWords }
