import type { HistoryEvent } from '../../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/subscribers.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'

const statusWords: typeof en.statusWords = {
  active: 'aktiv',
  unsubscribed: 'abgemeldet',
  bounced: 'unzustellbar',
  scomp: 'Beschwerde',
  deactivated: 'deaktiviert',
}

const messageStates: Record<string, string> = {
  accepted: 'wurde gesendet',
  deferred: 'wird noch einmal versucht:',
  bounced: 'war unzustellbar:',
  skipped: 'wurde nicht gesendet:',
  uncertain: 'wurde vielleicht gesendet, vielleicht nicht:',
}

const peopleWords: typeof en.peopleWords = {
  title: 'Personen',
  lead: 'Alle auf Ihren Listen. Wer auf zwei Listen ist, steht hier zweimal.',
  search: 'Suchen',
  searchHint: 'Adresse, oder @ und Domain',
  list: 'Liste',
  allLists: 'Alle Listen',
  status: 'Status',
  anyStatus: 'Jeder Status',
  order: 'Reihenfolge',
  orders: { email: 'Nach Adresse', newest: 'Neueste zuerst' },
  columns: 'Spalten',
  email: 'Adresse',
  joined: 'Angemeldet',
  added: 'Hinzugefügt',
  people,
  soFar: (value) => `${people(value)} bisher gefunden, die Suche läuft noch`,
  empty: {
    title: 'Noch niemand',
    text: 'Importieren Sie eine Datei, veröffentlichen Sie ein Formular, nutzen Sie die API, oder fügen Sie Personen einzeln auf der Seite einer Liste hinzu.',
    import: 'Datei importieren',
  },
  none: (q) => ({
    title: 'Niemand gefunden',
    text:
      q === ''
        ? 'Niemand hat hier diesen Status. Wählen Sie einen anderen.'
        : q.startsWith('@')
          ? 'Keine Domain beginnt so. Um eine Adresse zu finden, lassen Sie das @ weg.'
          : `Keine Adresse beginnt so. Um eine Domain zu finden, schreiben Sie @${q}.`,
  }),
  ofDomain: (q) => `Domains nach @${q} durchsuchen`,
  zone: (zone) => `Zeiten in ${zone}`,
}

const personWords: typeof en.personWords = {
  zone: (zone) => `Zeiten in ${zone}.`,
  what: 'Angaben',
  lists: 'Listen',
  history: 'Verlauf',
  status: 'Status',
  editWord: 'Ändern',
  edit: (name) => `${name} ändern`,
  save: 'Speichern',
  undoWord: 'Rückgängig',
  undo: (name) => `Änderung von ${name} rückgängig machen`,
  changed: (name) => `${name} wurde geändert.`,
  nothing: 'Leer',
  yes: 'Ja',
  no: 'Nein',
  required: 'Dieses Feld braucht einen Wert.',
  left: {
    unsubscribed:
      'Diese Person hat sich abgemeldet. Machen Sie sie nur wieder aktiv, wenn sie Sie darum gebeten hat.',
    bounced:
      'Nachrichten an diese Adresse sind unzustellbar. Machen Sie sie nur wieder aktiv, wenn Sie wissen, dass sie funktioniert.',
    scomp:
      'Diese Person hat eine Nachricht als Spam gemeldet. Machen Sie sie nur wieder aktiv, wenn sie Sie darum gebeten hat.',
    deactivated: 'Diese Person ist deaktiviert und bekommt keine Nachrichten.',
    active: '',
  },
  activate: 'Wieder aktiv machen',
  deactivate: 'Abmelden',
  deactivated: 'Diese Person wurde abgemeldet.',
  parts: { all: 'Alle', messages: 'Nachrichten', changes: 'Änderungen', imports: 'Importe' },
  older: 'Ältere',
  noHistory: {
    title: 'Hier ist nichts',
    text: 'Nachrichten, Öffnungen, Klicks und Änderungen erscheinen, wenn sie geschehen. Importe bleiben sieben Tage.',
  },
  data: {
    title: 'Alle Daten dieser Person',
    text: 'Eine Datei mit allem, was zu der Adresse auf den für Sie sichtbaren Listen gespeichert ist: Felder, Status, Einwilligungen, Nachrichten, Öffnungen, Klicks, Importe und mehr. Das Herunterladen steht im Audit-Log.',
    page: 'Seite zum Lesen und Drucken',
    json: 'JSON für Programme',
  },
  erase: {
    title: 'Diese Person löschen (Datenschutz)',
    text: 'Entfernt die Adresse und alles, was zu ihr aufgezeichnet ist, aus allen Listen, Importprotokollen, Vorschauen und Testadressen-Listen. Die Zahlen der Kampagnen bleiben. Sperrlisten behalten sie als Hash, damit sie nie eine Nachricht bekommt. Das lässt sich nicht rückgängig machen.',
    type: 'Geben Sie die Adresse ein, um sie zu löschen',
    submit: (email) => `${email} löschen`,
    despite: 'Löschen, obwohl laufende Importe die Adresse zurückbringen können',
    done: (email) => `${email} wurde gelöscht.`,
    several: {
      open: 'Mehrere Adressen löschen',
      addresses: 'Adressen',
      hint: 'Eine je Zeile, höchstens 1.000.',
      wrong: (lines) =>
        `${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` und ${count(lines.length - 3)} weitere` : ''}: keine gültigen Adressen.`,
      tooMany: 'Das sind mehr als 1.000: Löschen Sie die übrigen danach.',
      type: (number) => `Geben Sie ${number} ein, um sie zu löschen`,
      text: 'Alle werden auf einmal gelöscht, oder keine, wenn etwas scheitert.',
      despite: 'Löschen, obwohl laufende Importe Adressen zurückbringen können',
      submit: (number) => plural(number, { one: '# Adresse löschen', other: '# Adressen löschen' }),
    },
  },
}

function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `, bisher ${count(event.times)}-mal` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? 'kam auf die Liste' : `kam auf die Liste, von ${event.ip}`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return 'hat die Anmeldung bestätigt'
    case 'left':
      return `${event.state === 'unsubscribed' ? 'hat sich abgemeldet' : statusOf(event.state)}${event.ip === null ? '' : `, von ${event.ip}`}`
    case 'status_changed':
      return `Status: ${changesOf(event)}${message === '' ? '' : `, über den Link in „${message}“`}`
    case 'paused':
      return `begann eine Pause${event.until === null ? '' : ` bis ${event.until.slice(0, 10)}`}`
    case 'resumed':
      return 'beendete die Pause'
    case 'details_changed':
      return `hat die eigenen Angaben geändert${message === '' ? '' : `, über den Link in „${message}“`}`
    case 'address_changed':
      return 'hat die Adresse geändert, und beide Adressen haben es bestätigt'
    case 'imported':
      return `${importName(event.import?.name ?? '')}: ${event.state === 'added' ? 'auf die Liste gekommen' : changesOf(event) || 'unverändert gelassen'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, 'kam später als unzustellbar zurück:', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `hat „${message}“ geöffnet${times}`
    case 'clicked':
      return `hat in „${message}“ geklickt${times}: ${event.urls.join(', ')}`
  }
}

function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === ''
      ? ''
      : `, mit Einwilligung (Version ${consent.version}): „${consent.text}“`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : `; bestätigt am ${instantWithoutZone(consent.confirmed_at, zone)} von ${consent.confirmed_ip ?? ''}`
  return `hat sich mit dem Formular „${form?.name ?? ''}“ angemeldet${ip === null ? '' : `, von ${ip}`}${agreed}${confirmed}`
}

function changesOf({ changes }: HistoryEvent): string {
  return changes
    .map(({ name, from, to }) =>
      name === 'status' ? `${statusOf(from)} → ${statusOf(to)}` : `${name} ${shown(from)} → ${shown(to)}`,
    )
    .join(', ')
}

function statusOf(status: unknown): string {
  return Object.entries(statusWords).find(([name]) => name === status)?.[1] ?? shown(status)
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return personWords.nothing
  if (typeof value === 'boolean') return value ? personWords.yes : personWords.no
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`
}

const bulkWords: typeof en.bulkWords = {
  chooseAll: 'Alle passenden auswählen',
  choose: (email) => `${email} auswählen`,
  column: 'Ausgewählt',
  chosen: (value) => `${people(value)} ausgewählt`,
  chosenAll: 'Alle passenden sind ausgewählt',
  none: 'Auswahl aufheben',
  actions: {
    leave: 'Abmelden',
    deactivate: 'Deaktivieren',
    activate: 'Aktiv machen',
    field: 'Feld setzen',
    copy: 'In eine Liste kopieren',
    delete: 'Löschen',
  },
  export: {
    action: 'Exportieren …',
    explain: (who) =>
      `${who}. Die Datei enthält alle Felder, und ein Import kann sie wieder lesen. Sie finden sie unter „Exporte“.`,
    submit: (who) => `${who} exportieren`,
  },
  counting: 'Wird gezählt …',
  uncounted: 'Mehr Personen, als sich in 5 Sekunden zählen ließen.',
  explain: {
    leave: (who) =>
      `${who}. Wer aktiv oder deaktiviert ist, wird abgemeldet. Wer unzustellbar ist oder sich beschwert hat, bleibt unverändert.`,
    deactivate: (who) =>
      `${who}. Wer aktiv ist, bekommt keine Nachrichten mehr, bis jemand das wieder ändert.`,
    activate: (who) =>
      `${who}. Wer unzustellbar oder deaktiviert ist, wird aktiv, bis zur Höchstzahl der Personen.`,
    field: (who) => `${who}. Alle bekommen diesen Wert anstelle des bisherigen.`,
    copy: (who) =>
      `${who}. Wer aktiv ist, kommt auf die andere Liste. Wer dort schon ist, bleibt unverändert.`,
    delete: (who) =>
      `${who}. Sie werden von dieser Liste entfernt, samt den Nachrichten, die auf sie warten. Das lässt sich nicht rückgängig machen.`,
  },
  field: 'Feld',
  toList: 'Liste',
  despite: 'Auch jene, die sich abgemeldet oder beschwert haben: Ihre erneute Einwilligung liegt mir vor',
  greet: 'Die Autoresponder jener Liste für sie beginnen',
  submit: {
    leave: (who) => `${who} abmelden`,
    deactivate: (who) => `${who} deaktivieren`,
    activate: (who) => `${who} aktiv machen`,
    field: (who) => `Feld setzen: ${who}`,
    copy: (who) => `${who} kopieren`,
    delete: (who) => `${who} löschen`,
  },
  people,
  them: 'Ausgewählte',
  back: 'Zurück',
  progress: 'Massenänderungen',
  cancel: 'Rest abbrechen',
  sentence: ({ state, stats, error_message: error }) => {
    const done = `${count(stats.people_done)}${stats.people_total === null ? '' : ` von ${count(stats.people_total)}`} geprüft`
    const failed =
      stats.people_failed === 0
        ? ''
        : `, ${plural(stats.people_failed, { one: '# ließ sich nicht ändern', other: '# ließen sich nicht ändern' })}`
    if (state === 'scheduled') return 'beginnt gleich'
    if (state === 'running') return `${done}, ${count(stats.people_changed)} geändert`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'Abgebrochen: ' : ''}${people(stats.people_changed)} geändert${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }) => {
    if (action === 'delete') return 'Löschen'
    if (action === 'copy') return to === null ? 'In eine andere Liste kopieren' : `Kopieren nach „${to.name}“`
    if (action === 'set_field') return `${field?.name ?? ''} setzen`
    return status === 'active' ? 'Aktiv machen' : status === 'deactivated' ? 'Deaktivieren' : 'Abmelden'
  },
}

export { bulkWords, peopleWords, personWords, sentenceOf, shown, statusWords }
