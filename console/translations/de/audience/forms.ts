import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/forms.ts'
import { orMore } from './amounts.ts'

export const { formWords }: typeof en = {
  formWords: {
    title: 'Formulare',
    lead: (list) => `Mit einem Formular melden sich Personen selbst auf „${list}“ an.`,
    create: 'Neues Formular',
    empty: {
      title: 'Noch keine Formulare',
      text: 'Ein Formular ist eine Seite, auf die Sie verlinken, oder HTML für Ihre eigene Website. Wer sich anmeldet, bestätigt per Mail, bevor etwas anderes gesendet wird.',
    },
    name: 'Name',
    nameHint: 'Nur für Sie und Ihr Team.',
    state: 'Status',
    states: { open: 'Offen', closed: 'Geschlossen' },
    optIn: 'Bestätigung',
    optIns: {
      double: 'Über einen Link in einer Mail (Double-Opt-in)',
      single: 'Keine (Single-Opt-in)',
    },
    optInHint:
      'Ohne sie sind neue Adressen sofort angemeldet. Adressen, die schon auf der Liste sind, bekommen immer eine Mail, die sie fragt.',
    shortOptIns: { double: 'Per Mail', single: 'Keine' },
    submitted: 'Abgesendet',
    confirmed: 'Bestätigt',
    pending: 'Wartend',
    figures: 'Zahlen',
    figuresText: ({ submitted, confirmed, pending, pending_is_exact: isExact }) =>
      `${count(submitted)} abgesendet, ${count(confirmed)} bestätigt, ${orMore(count(pending), isExact)} warten auf Bestätigung.`,
    noSender:
      'Diese Liste hat keine Absenderadresse, deshalb lassen sich ihre Mails zur Bestätigung nicht senden. Ihre Formulare sind geschlossen, bis Sie eine setzen.',
    toSettings: 'Einstellungen der Liste',
    new: { title: 'Neues Formular', submit: 'Formular anlegen' },
    page: 'Seite',
    heading: 'Überschrift',
    headingHint: 'Ist ein Text leer, sehen Leser den von Quiver in ihrer Sprache.',
    introduction: 'Text über den Feldern',
    button: 'Beschriftung der Schaltfläche',
    consent: 'Worin man einwilligt',
    consentHint:
      'Wer sich anmeldet, muss neben diesem Text ein Kästchen ankreuzen. Er wird mit jeder Anmeldung als Nachweis aufbewahrt. Webadressen werden zu Links. Leer: kein Kästchen.',
    version: (value) => `Version ${count(value)}.`,
    fields: 'Felder',
    fieldsHint: 'Das Formular fragt immer nach der Adresse und nach den Feldern, die die Liste verlangt.',
    addField: 'Feld hinzufügen',
    noFields: 'Das Formular fragt nur nach der Adresse.',
    label: (name) => `Beschriftung von ${name}`,
    required: 'Erforderlich',
    requiredOf: (name) => `${name} ist erforderlich`,
    up: (name) => `${name} nach oben`,
    down: (name) => `${name} nach unten`,
    remove: (name) => `${name} weglassen`,
    mail: 'Mail zur Bestätigung',
    mailHint: (from) =>
      from === '' ? 'Sie kommt vom Absender der Liste.' : `Sie kommt von ${from}, dem Absender der Liste.`,
    subject: 'Betreff',
    text: 'Text',
    mailButton: 'Beschriftung ihrer Schaltfläche',
    after: 'Nach der Bestätigung',
    redirect: 'Stattdessen zu dieser Adresse weiterleiten',
    redirectHint: 'Sie muss mit https:// beginnen.',
    more: 'Regeln',
    language: 'Sprache',
    languageHint: 'Ohne Angabe die Sprache der Marke, oder sonst die, nach der der Browser fragt.',
    asTheReader: 'Die Sprache des Lesers',
    active: 'Das Formular ist offen',
    work: 'Den Browser um eine kurze Rechnung bitten',
    workHint: 'Das bremst Programme, die Formulare ausfüllen. Die Seite braucht dann JavaScript.',
    origins: 'Websites, deren Skripte das Formular absenden dürfen',
    originsHint: 'Eine je Zeile, etwa https://www.example.com.',
    save: 'Formular speichern',
    saved: 'Das Formular ist gespeichert.',
    preview: 'Vorschau',
    previewPage: 'Seite der Vorschau',
    previewLook: 'Darstellung der Vorschau',
    subjectIs: (subject) => `Betreff: ${subject}`,
    pages: {
      form: 'Das Formular',
      sent: 'Nach dem Absenden',
      mail: 'Die Mail',
      confirm: 'Der Link in der Mail',
      thanks: 'Nach der Bestätigung',
    },
    looks: { light: 'Hell', dark: 'Dunkel' },
    someone: 'anna@example.com',
    share: 'Veröffentlichen',
    address: 'Adresse der Seite',
    embed: 'HTML für Ihre eigene Website',
    embedHint:
      'Es enthält kein Skript. Die Seite des Formulars zeigt die Eingaben noch einmal, und ein Klick sendet sie. Kopieren Sie das HTML neu, wenn Sie die Felder geändert haben.',
    open: 'Seite öffnen',
    delete: {
      title: 'Formular löschen',
      text: ({ pending, pending_is_exact: isExact }) =>
        pending === 0
          ? 'Seine Seite schließt. Wer sich damit angemeldet hat, bleibt auf der Liste.'
          : `Seine Seite schließt. ${orMore(plural(pending, { one: '# Person', other: '# Personen' }), isExact)} ohne Bestätigung ${pending === 1 ? 'kann' : 'können'} nicht mehr bestätigen. Wer sich damit angemeldet hat, bleibt auf der Liste.`,
      begin: 'Dieses Formular löschen …',
      submit: 'Formular löschen',
    },
  },
}
