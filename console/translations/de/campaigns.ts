import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/campaigns.ts'
import { orMore, people } from './audience/amounts.ts'

const messages = (value: number) => plural(value, { one: '# Nachricht', other: '# Nachrichten' })

/** Eine Kampagne sendet, während ihre Empfänger noch gezählt werden. */
const ofAll: typeof en.campaignWords.ofTotal = (sent, total, is) =>
  is === 'counting'
    ? `${count(sent)}, wird gezählt`
    : `${count(sent)} von ${is === 'about' ? 'etwa ' : ''}${count(total)}`

const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: 'Wartet auf Versandguthaben.',
    helps: 'Es geht von selbst weiter, sobald ein Administrator des Servers Guthaben hinzufügt.',
    link: 'credits',
  },
  'sending quota': {
    says: 'Wartet: Die Höchstzahl der Nachrichten dieses Monats ist erreicht.',
    helps: 'Es geht von selbst weiter, wenn der nächste Monat beginnt oder die Grenze erhöht wird.',
  },
  'the speed limit': {
    says: 'Wartet wegen der Höchstgeschwindigkeit dieser Kampagne.',
    helps: 'Es geht von selbst weiter. Sie müssen nichts tun.',
  },
  'a mail server': {
    says: 'Wartet auf den Mailserver, der nicht antwortet.',
    helps:
      'Alle paar Sekunden folgt ein neuer Versuch. Wenn es länger dauert, fragen Sie den Betreiber des Servers.',
  },
  'a mail server that takes messages of this size': {
    says: 'Wartet: Die Nachrichten sind größer, als der Mailserver annimmt.',
    helps:
      'Niemand gilt deswegen als unzustellbar. Brechen Sie die Kampagne ab und senden Sie einen kleineren Inhalt, oder bitten Sie den Betreiber, die Grenze zu erhöhen; dann geht es von selbst weiter.',
  },
  'a mail server that accepts the log-in': {
    says: 'Wartet: Der Mailserver lehnt die Anmeldung ab.',
    helps:
      'Es geht von selbst weiter, sobald Benutzer und Passwort des Mailservers stimmen. Fragen Sie den Betreiber des Servers.',
  },
  'the sending limit of the mail server': {
    says: 'Wartet: Der Mailserver hat so viele Nachrichten gesendet, wie er zurzeit darf.',
    helps:
      'Es geht von selbst weiter, wenn der Mailserver wieder Nachrichten annimmt. Wenn es länger dauert, bitten Sie seinen Betreiber um eine höhere Grenze.',
  },
  'messages to be tried again': {
    says: 'Alle sind einmal angeschrieben; einige Server haben um einen späteren Versuch gebeten.',
    helps: 'Die Versuche wiederholen sich von selbst, bis zu einige Tage lang.',
  },
  'the choice of the winning content': {
    says: 'Wartet auf das Ergebnis des Tests.',
    helps: 'Der bessere Inhalt geht zur festgelegten Zeit an alle anderen.',
  },
}

export const { campaignWords }: typeof en = {
  campaignWords: {
    remove: {
      open: 'Löschen …',
      title: (name) => `„${name}“ löschen?`,
      text: 'Sie wurde nicht gesendet. Inhalt und Einstellungen gehen verloren. Das lässt sich nicht rückgängig machen.',
      action: 'Kampagne löschen',
    },
    title: 'Kampagnen',
    lead: 'Eine Kampagne ist eine Nachricht an viele Personen. Raten sind Anteile der zugestellten Nachrichten.',
    create: 'Neue Kampagne',
    empty: {
      title: 'Noch keine Kampagnen',
      text: 'Eine Kampagne ist ein Entwurf, bis Sie sie senden: Vorher wird niemand angeschrieben.',
    },
    noneFound: {
      title: 'Nichts gefunden',
      text: 'Keine Kampagne passt. Entfernen Sie einen Filter, um mehr zu sehen.',
    },
    search: 'Nach Namen suchen',
    name: 'Kampagne',
    state: 'Status',
    list: 'Liste',
    allLists: 'Alle Listen',
    begins: (zone) => `Beginn, ${zone}`,
    sent: 'Gesendet',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    left: 'Abgemeldet',
    stateFilters: [
      { value: '', label: 'Jeder Status' },
      { value: 'idle', label: 'Entwürfe' },
      { value: 'scheduled', label: 'Geplant' },
      { value: 'sending', label: 'Wird gesendet' },
      { value: 'finished', label: 'Gesendet' },
      { value: 'failed,cancelled', label: 'Fehlgeschlagen oder abgebrochen' },
    ],
    stages: {
      draft: 'Entwurf',
      scheduled: 'Geplant',
      sending: 'Wird gesendet',
      waiting: 'Wartet',
      paused: 'Angehalten',
      finished: 'Gesendet',
      failed: 'Fehlgeschlagen',
      cancelled: 'Abgebrochen',
    },
    compareThis: (name) => `„${name}“ vergleichen`,
    compareThem: (value) => `${value} Kampagnen vergleichen`,
    ofTotal: ofAll,
    progressOf: (name) => `Fortschritt von „${name}“`,
    report: 'Bericht',
    live: {
      progress: 'Bisher gesendet',
      sentOf: (sent, total, is) =>
        is === 'counting'
          ? `Bisher ${messages(sent)}. Die Empfänger werden noch gezählt: ${count(total)} oder mehr.`
          : `${ofAll(sent, total, is)} ${total === 1 ? 'Person' : 'Personen'}`,
      perMinute: (rate) => `${count(rate)} pro Minute`,
      left: (time) => `noch ${time}`,
      notStarted: (time) => `Beginnt am ${time}.`,
      over: {
        finished: (sent) => `Fertig: ${messages(sent)} gesendet.`,
        cancelled: (sent) =>
          `Nach ${plural(sent, { one: '# Nachricht', other: '# Nachrichten' })} abgebrochen.`,
        failed: (sent, why) => `Nach ${messages(sent)} fehlgeschlagen: ${why}`,
      },
      draft: 'Diese Kampagne ist ein Entwurf. Niemand wurde angeschrieben.',
      milestone: (share, sent) => `${share} % gesendet: ${messages(sent)}.`,
      wait: (reason, said) =>
        waits[reason] ?? { says: `Wartet: ${said}.`, helps: 'Es geht von selbst weiter.' },
      pausedBy: (reason) =>
        reason === ''
          ? 'Angehalten. Niemand wird angeschrieben, bis Sie sie fortsetzen.'
          : `Der Server hat sie angehalten: ${reason}`,
      credits: 'Zum Guthaben',
      pause: 'Anhalten',
      resume: 'Fortsetzen',
      cancel: 'Abbrechen …',
      cancelTitle: (name) => `„${name}“ abbrechen`,
      cancelText: (sent, remaining) =>
        `${people(sent)} ${sent === 1 ? 'hat' : 'haben'} sie schon. ${
          remaining === null
            ? 'Alle anderen bekommen sie nicht.'
            : plural(remaining, {
                one: 'Die andere Person bekommt sie nicht.',
                other: 'Die anderen # bekommen sie nicht.',
              })
        } Das lässt sich nicht rückgängig machen.`,
      cancelAll: 'Niemand wurde angeschrieben, und niemand wird es. Das lässt sich nicht rückgängig machen.',
      cancelDo: (remaining) => {
        if (remaining === null) return 'Rest abbrechen'
        return remaining === 0 ? 'Abbrechen' : `Rest abbrechen, ${people(remaining)}`
      },
      figures: 'Zahlen bisher',
      taken: 'Zugestellt',
      takenHint: 'Zugestellt: Ein Mailserver hat die Nachricht angenommen.',
      refused: 'Unzustellbar',
      waiting: 'Warten auf neuen Versuch',
    },
    uncertain: {
      title: (value, isExact) => `${orMore(messages(value), isExact)}: Ob gesendet wurde, ist ungewiss`,
      text: 'Die Verbindung oder der Server ist ausgefallen, während sie übergeben wurden. Nichts wird noch einmal gesendet, wenn Sie es nicht sagen.',
      who: 'Wer das ist',
      hide: 'Ausblenden',
      again: (value, isExact) =>
        isExact ? `Noch einmal an ${count(value)} senden` : 'Noch einmal an alle senden',
      warn: 'Wer die erste bekommen hat, bekommt sie doppelt, mit derselben Message-ID.',
      person: 'Person',
      since: (zone) => `Seit, ${zone}`,
      messageId: 'Message-ID',
      deleted: 'Inzwischen gelöscht',
      resent: (value) =>
        plural(value, {
          one: '# Nachricht wird noch einmal gesendet.',
          other: '# Nachrichten werden noch einmal gesendet.',
        }),
    },
    system: {
      title: 'Alle Kampagnen',
      lead: 'Alle begonnenen Kampagnen aller Organisationen. Während des Versands laufen die Zahlen mit.',
      started: 'Begonnen',
      periods: [
        { value: '1', label: 'Seit gestern' },
        { value: '7', label: 'In den letzten 7 Tagen' },
        { value: '30', label: 'In den letzten 30 Tagen' },
        { value: 'all', label: 'Jederzeit' },
      ],
      onlyOver: 'Nur beendete Kampagnen',
      organization: 'Organisation',
      bounced: 'Unzustellbar',
      complained: 'Beschwerden',
      empty: { title: 'Keine Kampagnen', text: 'In dieser Zeit hat keine Kampagne begonnen.' },
    },
  },
}
