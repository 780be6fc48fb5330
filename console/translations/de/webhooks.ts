import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/webhooks.ts'
import { orMore } from './audience/amounts.ts'

const events: typeof en.webhookWords.events = {
  studio_open: 'Eine Nachricht wurde geöffnet',
  studio_click: 'Ein Link wurde geklickt',
  studio_unsub: 'Jemand hat sich abgemeldet',
  studio_subscriber_created: 'Eine Person wurde über die API hinzugefügt',
  studio_subscriber_updated: 'Eine Person wurde über die API geändert',
  bounce_all: 'Eine Nachricht war unzustellbar, aus beliebigem Grund',
  bounce_bad_address: 'Eine Adresse gibt es nicht (harter Bounce)',
  scomp: 'Eine Nachricht wurde als Spam gemeldet',
  import_finished: 'Ein Import ist fertig',
  import_failed: 'Ein Import ist fehlgeschlagen',
  import_undone: 'Ein Import wurde rückgängig gemacht',
  export_finished: 'Ein Export ist fertig',
  export_failed: 'Ein Export ist fehlgeschlagen',
  message_accepted: 'Ein Mailserver nahm eine transaktionale Nachricht an',
  message_bounced: 'Eine transaktionale Nachricht war unzustellbar',
  message_skipped: 'Eine transaktionale Nachricht wurde nicht gesendet',
  message_uncertain: 'Bei einer transaktionalen Nachricht ist ungewiss, ob sie hinausging',
  message_opened: 'Eine transaktionale Nachricht wurde geöffnet',
  message_clicked: 'Ein Link einer transaktionalen Nachricht wurde geklickt',
  message_complained: 'Eine transaktionale Nachricht wurde als Spam gemeldet',
  message_unsubscribed: 'Jemand hat sich von einem Stream abgemeldet',
}

const happenings = (value: number) => plural(value, { one: '# Ereignis', other: '# Ereignisse' })

export const { webhookWords }: typeof en = {
  webhookWords: {
    title: 'Webhooks',
    lead: 'Ein Webhook meldet Ihrem Programm binnen Sekunden, was geschieht, mit signierten Anfragen.',
    create: 'Neuer Webhook',
    name: 'Name',
    url: 'Adresse',
    state: 'Status',
    states: {
      off: 'Ausgeschaltet',
      failing: 'Antwortet nicht',
      waits: 'Stellt zu',
      idle: 'Funktioniert',
      never: 'Noch nichts gesendet',
    },
    pending: 'Wartend',
    dead: 'Aufgegeben',
    empty: {
      title: 'Noch keine Webhooks',
      text: 'Mit einem Webhook erfährt Ihr Shop oder CRM sofort, wer sich abgemeldet hat, welche Adressen unzustellbar sind und welche Importe fertig sind.',
    },
    events,
    eventOf: (type) => (type === 'test' ? 'Ein Test' : ((events as Record<string, string>)[type] ?? type)),
    new: {
      title: 'Neuer Webhook',
      lead: 'Das Geheimnis, das die Anfragen signiert, wird einmal angezeigt, nachdem Sie ihn angelegt haben.',
      nameHint: 'Das Programm, das zuhört, etwa „Shop“.',
      urlHint: 'Beginnt mit https://.',
      events: 'Melden, wenn',
      listsHint: 'Er bekommt nur Ereignisse dieser Listen und keine, die zu keiner Liste gehören.',
      submit: 'Webhook anlegen',
    },
    secret: {
      title: 'Kopieren Sie das Signaturgeheimnis jetzt',
      text: 'Es wird nicht noch einmal angezeigt. Ihr Programm prüft damit, dass eine Anfrage von diesem Server kommt und unverändert ist.',
      label: 'Geheimnis',
      done: 'Ich habe es kopiert',
    },
    test: 'Testereignis senden',
    tested: 'Das Testereignis ist unterwegs. Es erscheint unten.',
    deliveries: {
      title: 'Letzte Versuche',
      none: 'Noch wurde nichts gesendet. Senden Sie ein Testereignis, um zu sehen, ob die Adresse antwortet.',
      when: (zone) => `Wann, ${zone}`,
      what: 'Was',
      result: 'Ergebnis',
      took: 'Dauer',
      ms: (value) => `${count(value)} ms`,
      taken: (status) => `Angenommen, ${status}`,
      answer: 'Antwort',
      silent: 'Keine Antwort',
      more: (value) => `und ${count(value)} weitere`,
    },
    waiting: {
      title: 'Wartend',
      text: (value, isExact, next) =>
        `${orMore(happenings(value), isExact)} ${value === 1 ? 'wartet' : 'warten'}.${next === null ? '' : ` Der nächste Versuch ist am ${next}.`}`,
      off: 'Sie bleiben 30 Tage und werden zugestellt, wenn der Webhook eingeschaltet wird.',
      lastError: (error) => `Letzter Fehler: ${error}`,
      now: 'Jetzt zustellen',
      done: 'Der nächste Versuch beginnt sofort.',
    },
    deadEvents: {
      title: 'Aufgegeben',
      text: 'Nach zwölf Versuchen wird ein Ereignis aufgegeben und 30 Tage aufbewahrt.',
      event: 'Ereignis',
      when: (zone) => `Geschehen, ${zone}`,
      why: 'Warum',
      action: 'Aktion',
      one: 'Noch einmal senden',
      all: (value, isExact) => (isExact ? `${count(value)} noch einmal senden` : 'Alle noch einmal senden'),
      done: (value) =>
        plural(value, {
          one: '# Ereignis ist wieder unterwegs.',
          other: '# Ereignisse sind wieder unterwegs.',
        }),
    },
    settings: 'Einstellungen',
    save: 'Speichern',
    saved: 'Gespeichert.',
    active: 'Ereignisse zustellen',
    rotate: {
      open: 'Neues Signaturgeheimnis …',
      title: 'Ein neues Signaturgeheimnis?',
      text: 'Das bisherige signiert ab sofort nicht mehr. Lassen Sie Ihr Programm beide annehmen, während Sie es ändern.',
      action: 'Neues Geheimnis erzeugen',
    },
    remove: {
      open: 'Webhook löschen …',
      title: (name) => `„${name}“ löschen?`,
      text: (waiting, isExact) =>
        waiting === 0
          ? 'Sein Programm bekommt keine Ereignisse mehr. Das lässt sich nicht rückgängig machen.'
          : `Sein Programm bekommt keine Ereignisse mehr, und ${orMore(plural(waiting, { one: '# wartendes Ereignis', other: '# wartende Ereignisse' }), isExact)} ${waiting === 1 ? 'wird' : 'werden'} gelöscht. Das lässt sich nicht rückgängig machen.`,
      action: 'Webhook löschen',
    },
  },
}
