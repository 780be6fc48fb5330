import type { FormWords } from './words-en.ts'

export const nl: FormWords = {
  title: 'Aanmelden voor {list}',
  email: 'E-mailadres',
  button: 'Aanmelden',
  optional: '(optioneel)',
  choose: 'Maak een keuze',
  dayHint: 'Maand en dag, bijvoorbeeld 12-31',
  honeypot: 'Laat dit veld leeg',
  missing: 'Vul dit veld in.',
  wrong: 'Controleer dit veld.',
  emailWrong: 'Vul een e-mailadres in, bijvoorbeeld naam@example.com.',
  consentMissing: 'Geef toestemming, zodat we u mogen schrijven.',
  again: 'Controleer wat u hebt ingevuld en druk nog een keer op de knop.',
  needsScript:
    'Een korte berekening in uw browser beschermt dit formulier tegen automatische inzendingen. Zet JavaScript aan en laad de pagina opnieuw.',
  sentTitle: 'Controleer uw mailbox',
  sentText:
    'We hebben een bericht gestuurd naar {email}. Uw abonnement begint zodra u de link daarin opent en bevestigt. Komt er binnen enkele minuten niets aan, kijk dan in de map met ongewenste e-mail.',
  singleTitle: 'Dank u wel',
  singleText:
    'Uw aanmelding voor {list} is ontvangen. Als uw adres nog bevestigd moet worden, krijgt u een bericht met een link.',
  confirmTitle: 'Bevestig uw aanmelding',
  confirmText: 'Zodra u bevestigt, krijgt u de berichten van {list} op {email}.',
  confirmButton: 'Ja, meld mij aan',
  thanksTitle: 'U bent aangemeld',
  thanksText: 'Dank u wel. U krijgt vanaf nu de berichten van {list}.',
  expiredTitle: 'Deze link is verlopen',
  expiredText: 'Zulke links zijn zeven dagen geldig. Er is niets gewijzigd. Meld u opnieuw aan.',
  signUpAgain: 'Opnieuw aanmelden',
  closedTitle: 'Dit formulier is gesloten',
  closedText: 'Op dit moment kunt u zich hier niet aanmelden. Er is niets gewijzigd.',
  tooManyTitle: 'Wacht een minuut',
  tooManyText: 'Via uw verbinding zijn te veel formulieren verstuurd. Er is niets gewijzigd.',
  mailSubject: 'Bevestig uw aanmelding voor {list}',
  mailText:
    'Goedendag,\n\niemand, waarschijnlijk u, heeft dit adres ingevuld om zich aan te melden voor {list}. Bevestig dat u dit wilt.',
  mailButton: 'Aanmelding bevestigen',
  mailUntil: 'De link is geldig tot {time}.',
  mailIgnore: 'Was u dit niet, dan hoeft u niets te doen: zonder bevestiging krijgt u geen berichten.',
  mailCopy: 'Werkt de knop niet, kopieer dan dit adres naar uw browser:',
  reminderSubject: 'Herinnering: {subject}',
  alreadySubject: 'U bent al aangemeld voor {list}',
  alreadyText:
    'Goedendag,\n\niemand, waarschijnlijk u, heeft dit adres ingevuld om zich aan te melden voor {list}. U bent al aangemeld en hoeft niets te doen. Was u dit niet, dan kunt u dit bericht negeren.',
}
