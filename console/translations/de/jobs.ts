import { count } from '../../design/figures.ts'
import type * as en from '../../words/jobs.ts'

const jobWords: typeof en.jobWords = {
  title: 'Aufträge',
  lead: 'Importe und ihre Rücknahmen, Exporte, Massenänderungen und Kampagnen dieser Organisation, neueste zuerst.',
  everywhere: {
    title: 'Alle Aufträge',
    lead: 'Importe und ihre Rücknahmen, Exporte, Massenänderungen und Kampagnen aller Organisationen, neueste zuerst.',
  },
  name: 'Name',
  type: 'Art',
  types: {
    SubscriberImport: 'Import',
    SubscriberImportUndo: 'Rücknahme eines Imports',
    SubscriberExport: 'Export',
    SubscriberBulkChange: 'Massenänderung',
    Campaign: 'Kampagne',
  },
  state: 'Status',
  states: {
    pending: 'Fällig',
    scheduled: 'Geplant',
    active: 'Läuft',
    paused: 'Angehalten',
    finished: 'Fertig',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  organization: 'Organisation',
  list: 'Liste',
  progress: 'Fortschritt',
  of: (done, total) => (total === null ? count(done) : `${count(done)} von ${count(total)}`),
  begins: (zone) => `Beginn, ${zone}`,
  unnamed: 'Ohne Namen',
  which: { label: 'Zeigen', unfinished: 'Nicht fertig', all: 'Alle' },
  anyType: 'Jede Art',
  empty: {
    unfinished: {
      title: 'Gerade läuft nichts',
      text: 'Hier erscheinen Importe, Exporte, Massenänderungen und Kampagnen, die warten oder laufen.',
    },
    all: {
      title: 'Keine Aufträge',
      text: 'Importe, Exporte, Massenänderungen und Kampagnen erscheinen hier, sobald sie begonnen sind.',
    },
  },
}

const healthWords: typeof en.healthWords = {
  title: 'Systemzustand',
  lead: 'Was auf diesem Server läuft, was wartet, dazu Platte und Datenbank.',
  at: (time) => `Stand ${time}`,
  fine: 'Alles funktioniert.',
  attention: 'Das braucht Sie',
  problems: {
    noMail: 'Kein Thread, der sendet und empfängt, läuft: Kampagnen, Webhooks und Mails warten.',
    noWorker: 'Kein Import-Worker ist verbunden: Importe warten.',
    late: (queue, since) => `${queue}: Der älteste Eintrag wartet seit ${since}.`,
    disk: (free) => `Nur ${free} sind auf der Platte frei.`,
    transaction: (age) =>
      `Eine Transaktion ist seit ${age} offen. Sie hindert die Datenbank am Aufräumen (Vacuum).`,
    connections: (used, max) => `${count(used)} von ${count(max)} Datenbankverbindungen sind belegt.`,
    backup: (age) => `Das letzte verzeichnete Backup ist ${age} alt.`,
  },
  queues: {
    title: 'Warteschlangen',
    name: 'Warteschlange',
    waiting: 'Wartend',
    running: 'Laufend',
    oldest: (zone) => `Ältester, fällig seit, ${zone}`,
    names: {
      imports: 'Importe',
      exports: 'Exporte',
      bulk_changes: 'Massenänderungen',
      messages: 'Nachrichten an eine Person',
      campaigns: 'Kampagnen',
      autoresponders: 'Nachrichten von Autorespondern',
      webhooks: 'Ereignisse für Webhooks',
      system_mails: 'Einladungen und Hinweise',
    },
  },
  processes: {
    title: 'Prozesse',
    name: 'Prozess',
    part: 'Rolle',
    parts: { server: 'API und Seiten', worker: 'Importe, Versand', mail: 'Sendet und empfängt' },
    imports: 'und Importe',
    state: 'Status',
    runs: 'Läuft',
    gone: 'Beendet',
    seen: (zone) => `Zuletzt gesehen, ${zone}`,
  },
  disk: {
    title: 'Platte',
    free: 'Frei',
    ofTotal: (free, total) => `${free} von ${total}`,
    spool: 'Dateien von Importen und Exporten',
  },
  database: {
    title: 'Datenbank',
    version: 'PostgreSQL',
    size: 'Größe',
    connections: 'Verbindungen',
    transaction: 'Älteste Transaktion',
    backup: 'Letztes Backup',
    noBackup: 'Keines verzeichnet',
  },
  server: { title: 'Server', version: 'Quiver', workers: 'Import-Worker' },
}

export { healthWords, jobWords }
