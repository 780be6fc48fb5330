import type { FormWords } from './words-en.ts'

export const pl: FormWords = {
  title: 'Subskrypcja: {list}',
  email: 'Adres e-mail',
  button: 'Zapisz się',
  optional: '(opcjonalnie)',
  choose: 'Proszę wybrać',
  dayHint: 'Miesiąc i dzień, na przykład 12-31',
  honeypot: 'Proszę zostawić to pole puste',
  missing: 'Proszę wypełnić to pole.',
  wrong: 'Proszę sprawdzić to pole.',
  emailWrong: 'Proszę podać adres e-mail, na przykład imie@example.com.',
  consentMissing: 'Prosimy o zgodę, abyśmy mogli do Państwa pisać.',
  again: 'Proszę sprawdzić wpisane dane i jeszcze raz nacisnąć przycisk.',
  needsScript:
    'Krótkie obliczenie w przeglądarce chroni ten formularz przed programami. Proszę włączyć JavaScript i ponownie wczytać stronę.',
  sentTitle: 'Proszę zajrzeć do skrzynki',
  sentText:
    'Wysłaliśmy wiadomość na adres {email}. Subskrypcja zacznie się po otwarciu zawartego w niej linku i potwierdzeniu. Jeśli w ciągu kilku minut nic nie nadejdzie, proszę zajrzeć do folderu ze spamem.',
  singleTitle: 'Dziękujemy',
  singleText:
    'Zgłoszenie do {list} zostało przyjęte. Jeśli adres wymaga jeszcze potwierdzenia, otrzymają Państwo wiadomość z linkiem.',
  confirmTitle: 'Potwierdzenie subskrypcji',
  confirmText: 'Po potwierdzeniu wiadomości od {list} będą przychodzić na adres {email}.',
  confirmButton: 'Tak, chcę się zapisać',
  thanksTitle: 'Subskrypcja jest aktywna',
  thanksText: 'Dziękujemy. Od teraz będą Państwo otrzymywać wiadomości od {list}.',
  expiredTitle: 'Ten link wygasł',
  expiredText:
    'Takie linki działają przez siedem dni. Nic nie zostało zmienione. Proszę zapisać się ponownie.',
  signUpAgain: 'Zapisz się ponownie',
  closedTitle: 'Ten formularz jest zamknięty',
  closedText: 'Obecnie nie przyjmuje zapisów. Nic nie zostało zmienione.',
  tooManyTitle: 'Proszę poczekać minutę',
  tooManyText: 'Z tego połączenia wysłano zbyt wiele formularzy. Nic nie zostało zmienione.',
  mailSubject: 'Prosimy o potwierdzenie subskrypcji: {list}',
  mailText:
    'Dzień dobry,\n\nktoś, prawdopodobnie Państwo, podał ten adres, aby zapisać się do {list}. Prosimy o potwierdzenie.',
  mailButton: 'Potwierdzam subskrypcję',
  mailUntil: 'Link działa do {time}.',
  mailIgnore:
    'Jeśli to nie Państwo, nie trzeba nic robić: bez potwierdzenia nie będziemy wysyłać wiadomości.',
  mailCopy: 'Jeśli przycisk nie działa, proszę skopiować ten adres do przeglądarki:',
  reminderSubject: 'Przypomnienie: {subject}',
  alreadySubject: 'Subskrypcja {list} jest już aktywna',
  alreadyText:
    'Dzień dobry,\n\nktoś, prawdopodobnie Państwo, podał ten adres, aby zapisać się do {list}. Subskrypcja jest już aktywna i nie trzeba nic robić. Jeśli to nie Państwo, można zignorować tę wiadomość.',
}
