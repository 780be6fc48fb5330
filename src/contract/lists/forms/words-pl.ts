import type { FormWords } from './words-en.ts'

export const pl: FormWords = {
  title: 'Subskrypcja: {list}',
  email: 'Adres e-mail',
  button: 'Zapisz się',
  optional: '(opcjonalnie)',
  choose: 'Wybierz',
  dayHint: 'Miesiąc i dzień, na przykład 12-31',
  honeypot: 'Zostaw to pole puste',
  missing: 'Wypełnij to pole.',
  wrong: 'Sprawdź to pole.',
  emailWrong: 'Podaj adres e-mail, na przykład nazwa@example.com.',
  consentMissing: 'Wyraź zgodę, abyśmy mogli do Ciebie pisać.',
  again: 'Sprawdź wpisane dane i jeszcze raz naciśnij przycisk.',
  needsScript:
    'Krótkie obliczenie w przeglądarce chroni ten formularz przed automatami. Włącz JavaScript i wczytaj stronę ponownie.',
  sentTitle: 'Sprawdź swoją skrzynkę',
  sentText:
    'Wysłaliśmy wiadomość na adres {email}. Subskrypcja zacznie się, gdy otworzysz zawarty w niej link i ją potwierdzisz. Jeśli w ciągu kilku minut nic nie nadejdzie, zajrzyj do folderu ze spamem.',
  singleTitle: 'Dziękujemy',
  singleText:
    'Zgłoszenie na listę {list} zostało przyjęte. Jeśli adres wymaga jeszcze potwierdzenia, otrzymasz wiadomość z linkiem.',
  confirmTitle: 'Potwierdź subskrypcję',
  confirmText: 'Po potwierdzeniu wiadomości z listy {list} będą przychodzić na adres {email}.',
  confirmButton: 'Tak, chcę się zapisać',
  thanksTitle: 'Subskrypcja jest aktywna',
  thanksText: 'Dziękujemy. Od teraz będziesz otrzymywać wiadomości z listy {list}.',
  expiredTitle: 'Ten link wygasł',
  expiredText: 'Takie linki działają przez siedem dni. Nic nie zostało zmienione. Zapisz się ponownie.',
  signUpAgain: 'Zapisz się ponownie',
  closedTitle: 'Ten formularz jest zamknięty',
  closedText: 'Obecnie nie przyjmuje zapisów. Nic nie zostało zmienione.',
  tooManyTitle: 'Poczekaj minutę',
  tooManyText: 'Z tego połączenia wysłano zbyt wiele formularzy. Nic nie zostało zmienione.',
  mailSubject: 'Potwierdź subskrypcję: {list}',
  mailText:
    'Dzień dobry,\n\nktoś, prawdopodobnie Ty, podał ten adres, aby zapisać się na listę {list}. Potwierdź, jeśli tego chcesz.',
  mailButton: 'Potwierdzam subskrypcję',
  mailUntil: 'Link działa do {time}.',
  mailIgnore: 'Jeśli to nie Ty, nie musisz nic robić: bez potwierdzenia nie będziemy wysyłać wiadomości.',
  mailCopy: 'Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:',
  reminderSubject: 'Przypomnienie: {subject}',
  alreadySubject: 'Subskrypcja listy {list} jest już aktywna',
  alreadyText:
    'Dzień dobry,\n\nktoś, prawdopodobnie Ty, podał ten adres, aby zapisać się na listę {list}. Subskrypcja jest już aktywna i nie musisz nic robić. Jeśli to nie Ty, możesz zignorować tę wiadomość.',
}
