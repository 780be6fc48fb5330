import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/readers.ts'

const readerWords: typeof en.readerWords = {
  title: 'Seiten für Leser',
  lead: 'Was Personen auf dieser Liste sehen und wählen können, wenn sie ihre Einstellungen öffnen oder sich abmelden.',
  open: 'Seiten für Leser',
  choice: {
    title: 'Was Leser wählen können',
    isPublic: 'Leser Ihrer anderen Listen können diese finden und sich anmelden',
    isPublicHint:
      'Auf der Seite mit ihren Einstellungen. Wer sich anmeldet, ist sofort aktiv, weil der Link die Adresse nachweist.',
    keyed:
      'Ein Feld unterscheidet die Personen auf dieser Liste, deshalb kann sich niemand nur mit einer Adresse anmelden.',
    name: 'Name, den Leser sehen',
    nameHint: (name) => `Leer: ${name}.`,
    description: 'Beschreibung, die Leser sehen',
    fields: 'Felder, die man selbst ändern kann',
    fieldsHint: 'Wer den Link aus einer Nachricht hat, kann ihre Werte sehen.',
    noFields: 'Diese Liste hat noch keine Felder.',
    code: 'Um in einer Nachricht auf die Seite zu verlinken, verwenden Sie den Platzhalter',
    save: 'Auswahl speichern',
    saved: 'Gespeichert. Leser sehen es ab jetzt.',
  },
  look: {
    title: 'Aussehen',
    lead: 'Was Sie leer lassen, kommt aus der Marke der Organisation.',
    inherited: 'Leer: aus der Marke der Organisation.',
  },
  texts: {
    title: 'Texte',
    lead: 'So lauten die Texte jetzt. Schreiben Sie eigene, wo diese Liste andere braucht.',
    language: 'Sprache',
    page: 'Seite',
    pages: {
      ask: 'Frage vor dem Abmelden',
      left: 'Abgemeldet',
      again: 'Schon abgemeldet',
      back: 'Wieder angemeldet',
      full: 'Liste ist voll',
      preferences: 'Einstellungen',
      change: 'Adressänderung',
      form: 'Formular',
      formMail: 'Mail eines Formulars',
      dead: 'Ungültiger Link',
      other: 'Andere Seiten',
    },
    own: (text) => `Statt: ${text}`,
    placeholder: 'Unverändert',
    keep: (names) => `Behalten Sie ${names}: An die Stelle tritt ein Wert.`,
    save: (value) => plural(value, { one: '# Text speichern', other: '# Texte speichern' }),
    saveNone: 'Texte speichern',
    saved: 'Gespeichert. Leser sehen es ab jetzt.',
    example: { list: 'Newsletter', other: 'Rezepte', email: 'anna@example.com', field: 'Vorname' },
  },
}

const pauseWords: typeof en.pauseWords = {
  until: (day) => `Pause bis ${day}: Bis dahin keine Kampagnen und Autoresponder dieser Liste.`,
  end: 'Pause beenden',
  ended: 'Die Pause ist beendet.',
}

export { pauseWords, readerWords }
