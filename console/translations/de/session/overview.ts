import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/overview.ts'
import { importName } from '../audience/import-name.ts'

export const { overviewWords }: typeof en = {
  overviewWords: {
    title: 'Übersicht',
    greeting: (hour, name) =>
      `${hour < 5 || hour >= 18 ? 'Guten Abend' : hour < 11 ? 'Guten Morgen' : 'Guten Tag'}, ${name}`,
    importFile: 'Datei importieren',
    writeCampaign: 'Neue Kampagne',
    now: 'Jetzt',
    nothingRuns: 'Gerade läuft nichts.',
    jobs: {
      SubscriberImport: 'Import',
      SubscriberImportUndo: 'Rücknahme des Imports',
      SubscriberExport: 'Export:',
      SubscriberBulkChange: 'Massenänderung:',
      Campaign: 'Kampagne',
    },
    states: { pending: 'beginnt gleich', scheduled: 'beginnt', active: '', paused: 'angehalten' },
    progress: (value, total) => (total === null ? count(value) : `${count(value)} von ${count(total)}`),
    attention: 'Das braucht Sie',
    calm: 'Im Moment braucht nichts Ihre Aufmerksamkeit.',
    concern: (kind, name, detail) =>
      ({
        sending_paused: `Der Versand ist angehalten: ${detail}. Ein Systemadministrator kann ihn freigeben.`,
        campaign_waits: `„${name}“ wartet: ${detail}.`,
        campaign_failed: `„${name}“ ist fehlgeschlagen. ${detail}`,
        import_failed: `Der Import von „${importName(name)}“ ist fehlgeschlagen. ${detail}`,
        sender_domain_unproven: `${name} ist noch nicht nachgewiesen: Andere könnten unter dieser Domain senden.`,
        sender_domain_missing: `Der Eintrag, der ${name} nachweist, ist nicht mehr im DNS. Nach sieben Tagen können andere die Domain beanspruchen.`,
        autoresponder_waits: `„${name}“ sendet nicht und wartet: ${detail}.`,
        webhook_failing: `Der Webhook „${name}“ schlägt fehl: ${detail}. Es wird weiter versucht.`,
        webhook_off: `Der Webhook „${name}“ wurde nach einem fehlgeschlagenen Versuch abgeschaltet: ${detail}.`,
        dkim_record_missing: `Empfänger können die Signaturen von ${name} nicht prüfen: ${detail}.`,
      })[kind],
    look: 'Ansehen',
    campaigns: 'Letzte Kampagnen',
    noCampaigns: 'Es wurde noch keine Kampagne gesendet.',
    columns: {
      name: 'Kampagne',
      began: 'Begonnen',
      sent: 'Gesendet',
      opened: 'Geöffnet',
      clicked: 'Geklickt',
      left: 'Abgemeldet',
    },
    zone: (zone) =>
      `Zeiten in ${zone}. Öffnungen enthalten Mailprogramme, die jede Nachricht von selbst laden.`,
    growth: 'Wachstum, 30 Tage',
    growthCaption: 'Aktive Personen aller Listen am Ende jedes Tages, UTC',
    growthFile: 'wachstum.csv',
    day: 'Tag',
    people: (active) => `${count(active)} zurzeit aktiv`,
    grewBy: (change) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
    firstDay: 'Das Diagramm beginnt, sobald es zwei Tage zu zeigen gibt.',
    listColumns: { name: 'Liste', active: 'Aktiv', change: 'In 30 Tagen' },
    steps: {
      title: 'Erste Schritte',
      done: 'erledigt',
      open: 'offen',
      list: 'Eine Liste anlegen',
      people: 'Personen aufnehmen',
      domain: 'Die Domain nachweisen, von der Sie senden',
      imprint: 'Sagen, wer verantwortlich ist, für die Seiten Ihrer Leser',
      campaign: 'Die erste Kampagne schreiben',
    },
    empty: {
      title: 'Hier ist noch nichts. Beginnen Sie mit einem davon.',
      importText: 'Personen kommen hinzu. Niemand bekommt etwas gesendet.',
      campaignText: 'Ein Entwurf, bis Sie ihn senden.',
      inviteTitle: 'Jemanden einladen',
      inviteText: 'Eine Kollegin oder ein Kollege bekommt einen Link, um ein Passwort zu wählen.',
    },
    noMail:
      'Es ist kein Mailserver eingerichtet: Nachrichten, auch Einladungen, bleiben im lokalen Postfach des Servers. Setzen Sie SMTP_URL, um zu senden.',
  },
}
