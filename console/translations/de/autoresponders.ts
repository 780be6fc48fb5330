import { plural } from '../../design/figures.ts'
import type * as en from '../../words/autoresponders.ts'

const laterBy: Record<string, (amount: number) => string> = {
  minutes: (amount) => plural(amount, { one: '# Minute später', other: '# Minuten später' }),
  hours: (amount) => plural(amount, { one: '# Stunde später', other: '# Stunden später' }),
  days: (amount) => plural(amount, { one: '# Tag später', other: '# Tage später' }),
  weeks: (amount) => plural(amount, { one: '# Woche später', other: '# Wochen später' }),
  months: (amount) => plural(amount, { one: '# Monat später', other: '# Monate später' }),
}

const delayOf: typeof en.autoresponderWords.delayOf = ({
  delay,
  delay_amount: amount,
  delay_unit: unit,
  delay_time: hour,
}) => {
  const length = laterBy[unit ?? '']?.(amount)
  if (delay === 'immediately' || length === undefined) return 'Sofort'
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length} um ${String(hour).padStart(2, '0')}:00` : length
}

export const { autoresponderWords }: typeof en = {
  autoresponderWords: {
    title: 'Autoresponder',
    lead: 'Nachrichten, die an eine Person gehen, wenn etwas geschieht.',
    list: 'Liste',
    name: 'Autoresponder',
    trigger: 'Wann',
    triggerTitle: 'Auslöser',
    delay: 'Gesendet',
    state: 'Status',
    running: 'Läuft',
    paused: 'Angehalten',
    delayOf,
    triggers: {
      subscription: 'Jemand kommt auf die Liste',
      api: 'Nur ein Programm verlangt es',
      campaign_open: 'Eine Kampagne wird geöffnet',
      campaign_click: 'Ein Link einer Kampagne wird geklickt',
      autoresponder_open: 'Ein anderer Autoresponder wird geöffnet',
      autoresponder_nonopen: 'Ein anderer Autoresponder wird nicht geöffnet',
      autoresponder_click: 'Ein Link eines anderen Autoresponders wird geklickt',
      autoresponder_nonclick: 'Kein Link eines anderen Autoresponders wird geklickt',
      autoresponder_send: 'Ein anderer Autoresponder wird gesendet',
    },
    triggerNow: {
      title: 'An eine Person senden',
      ofPerson: 'Autoresponder auslösen',
      hint: 'Derselbe Aufruf, den Programme nutzen. Verzögerung und Regel des Autoresponders gelten.',
      email: 'E-Mail-Adresse',
      create_missing_subscriber: 'Die Person hinzufügen, wenn niemand auf der Liste diese Adresse hat',
      reactivate_subscriber: 'Die Person wieder aktiv machen, wenn sie es nicht ist',
      paused: 'Der Autoresponder ist angehalten: Die Nachricht wartet, bis Sie ihn fortsetzen.',
      pausedName: (name) => `${name} (angehalten)`,
      submit: 'Auslösen',
      done: (email) => `Ausgelöst für ${email}.`,
      doneOf: (name) => `„${name}“ wurde ausgelöst.`,
    },
    empty: {
      title: 'Keine Autoresponder auf dieser Liste',
      text: 'Der häufigste begrüßt Personen, die neu auf der Liste sind.',
    },
    noLists: {
      title: 'Noch keine Listen',
      text: 'Ein Autoresponder gehört zu einer Liste. Legen Sie zuerst eine an.',
    },
    figures: 'Zahlen seit Beginn',
    sent: 'Gesendet',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    bounced: 'Unzustellbar',
    left: 'Abgemeldet',
    ofTaken: 'der zugestellten',
    ofSent: 'der gesendeten',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    check: 'Bevor er läuft',
    stopped: 'Er kann nicht laufen, bis dies behoben ist.',
    settings: 'Verzögerung',
    delayKinds: { immediately: 'Sofort', with_delay: 'Später' },
    amount: 'Wie lange danach',
    unit: 'Einheit',
    units: { minutes: 'Minuten', hours: 'Stunden', days: 'Tage', weeks: 'Wochen', months: 'Monate' },
    hour: 'Stunde des Tages',
    save: 'Verzögerung speichern',
    onImport: 'Auch für importierte Personen',
    onApi: 'Auch für Personen, die ein Programm oder ein Formular hinzufügt',
    campaign: 'Kampagne',
    other: 'Autoresponder davor',
    anyUrl: 'Jeder Link zählt',
    urls: 'Links, die zählen',
    urlsHint: 'Die Adresse, wie sie in der Nachricht steht. Drücken Sie nach jeder Enter.',
    saveTrigger: 'Auslöser speichern',
    message: {
      title: (name) => `Nachricht von „${name}“`,
      lead: 'Änderungen gelten für jede Nachricht, die noch nicht gesendet ist.',
      save: 'Nachricht speichern',
      saved: 'gespeichert',
      unsaved: 'noch nicht gespeichert',
      conflict: 'Jemand anderes hat diese Nachricht inzwischen gespeichert.',
      conflictText:
        'Ihre Eingaben sind noch da. Speichern Sie noch einmal, um die andere Fassung zu überschreiben, oder öffnen Sie die Seite neu, um sie zu sehen.',
      overwrite: 'Andere Fassung überschreiben',
    },
    sending: {
      title: 'Name, Personen und Absender',
      name: 'Name',
      segment: 'Nur Personen in diesem Segment',
      everyone: 'Alle, die aktiv sind',
      ofList: 'Vom Absender der Liste',
      fromName: 'Absendername',
      fromEmail: 'Absenderadresse',
      replyTo: 'Antworten gehen an',
      trackOpens: 'Öffnungen messen',
      trackLinks: 'Klicks messen',
      save: 'Einstellungen speichern',
    },
    fresh: {
      title: 'Neuer Autoresponder',
      lead: 'Er ist angehalten, bis Sie ihn fortsetzen.',
      nameHint: 'Nur für Sie und Ihr Team.',
      create: 'Anlegen und die Nachricht schreiben',
    },
    delete: 'Löschen …',
    deleteTitle: (name) => `„${name}“ löschen`,
    deleteText:
      'Wartende Nachrichten werden nicht gesendet. Was gesendet wurde, bleibt in den Berichten. Das lässt sich nicht rückgängig machen; um ihn zu behalten, halten Sie ihn stattdessen an.',
    deleteDo: 'Autoresponder löschen',
  },
}
