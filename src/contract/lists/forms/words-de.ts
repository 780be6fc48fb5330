import type { FormWords } from './words-en.ts'

export const de: FormWords = {
  title: '{list} abonnieren',
  email: 'E-Mail-Adresse',
  button: 'Anmelden',
  optional: '(freiwillig)',
  choose: 'Bitte wählen',
  dayHint: 'Monat und Tag, zum Beispiel 12-31',
  honeypot: 'Dieses Feld bitte leer lassen',
  missing: 'Bitte füllen Sie dieses Feld aus.',
  wrong: 'Bitte prüfen Sie dieses Feld.',
  emailWrong: 'Bitte geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  consentMissing: 'Bitte stimmen Sie zu, damit wir Ihnen schreiben dürfen.',
  again: 'Bitte prüfen Sie Ihre Angaben und drücken Sie noch einmal auf die Schaltfläche.',
  needsScript:
    'Eine kurze Berechnung in Ihrem Browser schützt dieses Formular vor automatischen Eingaben. Bitte schalten Sie JavaScript ein und laden Sie die Seite neu.',
  sentTitle: 'Bitte sehen Sie in Ihrem Postfach nach',
  sentText:
    'Wir haben eine Nachricht an {email} geschickt. Ihr Abonnement beginnt, sobald Sie den Link darin öffnen und bestätigen. Falls in den nächsten Minuten nichts ankommt, sehen Sie bitte im Spam-Ordner nach.',
  singleTitle: 'Vielen Dank',
  singleText:
    'Ihre Anmeldung zu {list} ist eingegangen. Falls Ihre Adresse noch bestätigt werden muss, erhalten Sie eine Nachricht mit einem Link.',
  confirmTitle: 'Anmeldung bestätigen',
  confirmText: 'Sobald Sie bestätigen, erhalten Sie die Nachrichten von {list} an {email}.',
  confirmButton: 'Ja, ich melde mich an',
  thanksTitle: 'Sie sind angemeldet',
  thanksText: 'Vielen Dank. Sie erhalten ab jetzt die Nachrichten von {list}.',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expiredText:
    'Solche Links gelten sieben Tage. Es wurde nichts geändert. Bitte melden Sie sich noch einmal an.',
  signUpAgain: 'Noch einmal anmelden',
  closedTitle: 'Dieses Formular ist geschlossen',
  closedText: 'Zurzeit nimmt es keine Anmeldungen an. Es wurde nichts geändert.',
  tooManyTitle: 'Bitte warten Sie eine Minute',
  tooManyText: 'Über Ihre Verbindung wurden zu viele Formulare abgeschickt. Es wurde nichts geändert.',
  mailSubject: 'Bitte bestätigen Sie Ihre Anmeldung zu {list}',
  mailText:
    'Guten Tag,\n\njemand, vermutlich Sie selbst, hat diese Adresse für {list} angemeldet. Bitte bestätigen Sie, dass Sie das möchten.',
  mailButton: 'Anmeldung bestätigen',
  mailUntil: 'Der Link gilt bis {time}.',
  mailIgnore:
    'Falls Sie das nicht waren, brauchen Sie nichts zu tun: Ohne Bestätigung erhalten Sie keine Nachrichten.',
  mailCopy: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  reminderSubject: 'Erinnerung: {subject}',
  alreadySubject: 'Sie haben {list} bereits abonniert',
  alreadyText:
    'Guten Tag,\n\njemand, vermutlich Sie selbst, hat diese Adresse für {list} angemeldet. Sie sind bereits angemeldet und brauchen nichts zu tun. Falls Sie das nicht waren, können Sie diese Nachricht ignorieren.',
}
