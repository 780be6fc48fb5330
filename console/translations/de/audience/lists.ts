import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/lists.ts'
import { people } from './amounts.ts'

const listWords: typeof en.listWords = {
  title: 'Listen',
  lead: 'Jede Liste hat ihre eigenen Personen, Felder und Absender.',
  name: 'Name',
  active: 'Aktiv',
  unsubscribed: 'Abgemeldet',
  bounced: 'Unzustellbar',
  other: 'Beschwerde oder deaktiviert',
  from: 'Von',
  create: 'Neue Liste',
  empty: {
    title: 'Noch keine Listen',
    text: 'Eine Liste enthält die Personen, denen Sie schreiben. Meist genügt eine je Newsletter oder Marke.',
  },
  new: {
    title: 'Neue Liste',
    lead: 'Das lässt sich später ändern.',
    name: 'Name der Liste',
    nameHint: 'Nur für Sie und Ihr Team.',
    fromName: 'Absendername',
    fromNameHint: 'Was Empfänger als Absender Ihrer Nachrichten sehen.',
    fromEmail: 'Absenderadresse',
    submit: 'Liste anlegen',
    done: (name) => `Die Liste „${name}“ ist angelegt.`,
  },
  people,
  home: {
    growth: 'Wachstum in 90 Tagen',
    growthCaption: 'Aktive Personen am Ende jedes Tages, UTC',
    status: 'Status',
    sources: 'Woher die Personen kommen',
    source: 'Quelle',
    imported: 'Importe der letzten 90 Tage',
    left: 'Warum Personen gegangen sind, 90 Tage',
    reason: 'Grund',
    nobodyLeft: 'Seit dem ersten gezählten Tag ist niemand gegangen.',
    settings: (name) => `Einstellungen von ${name}`,
  },
  one: {
    people: 'Personen',
    fields: 'Felder',
    settings: 'Einstellungen',
    settingsHint:
      'Neue Kampagnen an diese Liste beginnen mit diesen Einstellungen. Jede Kampagne kann sie ändern.',
    add: {
      title: 'Person hinzufügen',
      email: 'E-Mail-Adresse',
      submit: 'Zur Liste hinzufügen',
      done: (email) => `${email} ist auf der Liste.`,
    },
    replyTo: 'Antworten gehen an',
    replyToHint: 'Leer: an die Absenderadresse.',
    hasConfirmed: 'Festhalten, ob Personen ihre Anmeldung bestätigt haben',
    hasFormat: 'Festhalten, ob Personen HTML oder Text wollen',
    save: 'Einstellungen speichern',
    saved: 'Die Einstellungen sind gespeichert.',
  },
  primaryKey: {
    title: 'Was Personen unterscheidet',
    hint: 'Zwei Personen einer Liste können nicht denselben Wert haben. Importe finden darüber, wen sie ändern.',
    label: 'Personen werden erkannt an',
    address: 'Ihrer E-Mail-Adresse',
    which: 'Die Adresse oder ein Text- oder Zahlenfeld, das einen Wert verlangt.',
    fixed: 'Das lässt sich nur ändern, solange niemand auf der Liste ist.',
    save: 'Speichern, was Personen unterscheidet',
  },
  previewValues: {
    title: 'Werte für Vorschauen',
    hint: 'Vorschauen zeigen diese Werte, wenn Sie die Nachricht nicht für eine Person der Liste ansehen.',
    save: 'Werte speichern',
  },
  defaults: {
    title: 'Versand',
    hint: 'Neue Kampagnen an diese Liste beginnen mit diesen Einstellungen. Autoresponder ohne eigene nutzen sie.',
    speed: 'Höchstens Nachrichten pro Stunde',
    speedHint: '0: so schnell wie möglich.',
    seeds: 'Testadressen-Listen',
    seedsHint: 'Eigene Adressen, die von jeder Kampagne ein Exemplar bekommen.',
    sender: 'Gesendet im Auftrag des Absenders von',
    senderHint: 'Eine Adresse für den Sender-Header. Die meisten lassen sie leer.',
    headers: 'Jeder Nachricht Header hinzufügen',
    headerLines: 'Header, einer je Zeile',
    headerHint: 'Zum Beispiel: X-Team: Marketing',
    winner: 'Mehrere Versionen testen und die beste an alle anderen senden',
    winnerHint: 'Gilt für Kampagnen mit zwei oder mehr Versionen.',
    save: 'Versand speichern',
    saved: 'Gespeichert. Neue Kampagnen beginnen mit diesen Einstellungen.',
  },
  remove: {
    title: 'Liste löschen',
    text: (value) =>
      `Die Liste wird mit ${people(value)} entfernt. Laufende Importe und Exporte und wartende Kampagnen werden abgebrochen. Das lässt sich nicht rückgängig machen.`,
    begin: 'Diese Liste löschen …',
    type: 'Geben Sie den Namen der Liste ein',
    left: (seconds) =>
      plural(seconds, {
        one: 'Sie haben noch # Sekunde zum Bestätigen.',
        other: 'Sie haben noch # Sekunden zum Bestätigen.',
      }),
    over: 'Die Zeit zum Bestätigen ist vorbei. Beginnen Sie noch einmal.',
    submit: (value) => `Liste und ${people(value)} löschen`,
  },
}

const fieldWords: typeof en.fieldWords = {
  title: 'Felder',
  lead: (list) =>
    `Was Sie über die Personen auf „${list}“ wissen, in der Reihenfolge, in der Formulare es zeigen.`,
  name: 'Name',
  type: 'Typ',
  scope: 'Listen',
  allLists: 'Alle Listen',
  thisList: 'Diese Liste',
  order: 'Reihenfolge',
  up: (name) => `${name} nach oben`,
  down: (name) => `${name} nach unten`,
  moved: (name, place, total) => `${name} ist jetzt Nummer ${place} von ${total}.`,
  editWord: 'Bearbeiten',
  edit: (name) => `${name} bearbeiten`,
  save: 'Feld speichern',
  typeStays: (type) =>
    `Typ: ${type}. Der Typ eines Feldes lässt sich nicht ändern, weil seine Werte von diesem Typ sind.`,
  choicesStay:
    'Wenn Sie eine Auswahl umbenennen oder entfernen, behalten sie jene, die sie haben, bis jemand das ändert.',
  removal: {
    button: 'Löschen',
    of: (name) => `${name} löschen`,
    title: (name) => `„${name}“ löschen?`,
    needed:
      'Es lässt sich noch nicht löschen, weil Folgendes es braucht. Ändern oder beenden Sie das zuerst:',
    lost: (value, estimate) => {
      if (estimate !== null)
        return `${people(0, false, estimate)}: Ihre Werte gehen verloren. Das lässt sich nicht rückgängig machen.`
      if (value === null)
        return 'Die Werte aller Personen gehen verloren. Das lässt sich nicht rückgängig machen.'
      if (value === 0) return 'Niemand hat einen Wert in diesem Feld. Das lässt sich nicht rückgängig machen.'
      return `Die Werte von ${people(value)} gehen verloren. Das lässt sich nicht rückgängig machen.`
    },
    mentioned: (name) =>
      `Folgendes geht ohne das Feld weiter. Nachrichten mit seinem Platzhalter zeigen den Platzhalter selbst, %%${name}%%, bis Sie sie ändern:`,
    action: (name) => `${name} und seine Werte löschen`,
  },
  deleted: {
    title: 'Gelöschte Felder',
    hint: 'Die Werte dieser Felder wurden mit ihnen gelöscht und lassen sich nicht wiederherstellen. Um eines wieder zu verwenden, legen Sie ein Feld mit demselben Namen an und importieren Sie die Werte.',
    held: (type, choices) => (choices.length === 0 ? type : `${type}: ${choices.join(', ')}`),
    at: (zone) => `Gelöscht, ${zone}`,
  },
  add: 'Feld hinzufügen',
  forAll: 'Für alle Listen',
  forAllHint: 'Jede Liste der Organisation bekommt das Feld, auch neue.',
  promote: 'Zum Feld aller Listen machen',
  promoteHint: 'Andere Listen bekommen das Feld ohne Werte. Das lässt sich nicht rückgängig machen.',
  submit: 'Feld hinzufügen',
  required: 'Ein Wert ist erforderlich',
  requiredWord: 'erforderlich',
  instructions: 'Hilfetext für jene, die es ausfüllen',
  start: 'Anfangswert',
  startHint: 'Was ein Formular zeigt, bis jemand es ändert.',
  rows: 'Zeilen im Formular',
  encodeHtml: 'Den Wert so zeigen, wie er eingegeben wurde',
  encodeHtmlHint: 'Wenn aus, wird HTML im Wert Teil der Nachricht: nur für Werte, die Sie selbst schreiben.',
  encodeUrl: 'Den Wert in Links kodieren',
  encodeUrlHint: 'Wenn aus, kann der Wert mehrere Teile einer Adresse sein.',
  options: 'Auswahlen, eine je Zeile',
  minimum: 'Kleinste Zahl',
  maximum: 'Größte Zahl',
  shortest: 'Mindestlänge',
  longest: 'Höchstlänge',
  empty: {
    title: 'Noch keine Felder',
    text: 'Ohne Felder hat eine Liste nur Adressen. Fügen Sie Felder für Namen, Orte oder Geburtstage hinzu, um sie in Nachrichten und Segmenten zu nutzen.',
  },
  types: {
    text: 'Text',
    text_multiline: 'Text, mehrere Zeilen',
    number: 'Ganze Zahl',
    decimal: 'Dezimalzahl',
    date: 'Datum',
    day_of_year: 'Tag im Jahr',
    select_single_dropdown: 'Eine Auswahl, aus einem Menü',
    select_single_radio: 'Eine Auswahl, alle sichtbar',
    select_multiple_checkboxes: 'Mehrere Auswahlen',
    boolean: 'Ja oder nein',
  },
}

export { fieldWords, listWords }
