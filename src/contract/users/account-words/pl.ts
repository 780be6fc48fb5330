import type { AccountWords } from './en.ts'

export const polish: AccountWords = {
  serverAdministrator: 'Administrator tego serwera',
  administratorOf: (organization) => `Administrator organizacji ${organization}`,
  invitation: {
    subject: (inviter, organization) => `${inviter} zaprasza Cię do organizacji ${organization}`,
    text: ({ name, inviter, organization, email }) => `Dzień dobry, ${name}!

${inviter} zaprasza Cię do pracy w organizacji ${organization} w Quiverze, serwerze, z którego ${organization} wysyła newslettery i inne wiadomości.

Aby przyjąć zaproszenie, wybierz hasło:

{{link}}

Link działa jeden raz, do {{expires}}. Potem logujesz się jako ${email}.

Jeśli nie oczekujesz tego zaproszenia, zignoruj tę wiadomość. Bez hasła nikt nie może zalogować się z użyciem Twojego adresu.
`,
  },
  addressChange: {
    subject: (organization) => `Potwierdź nowy adres w organizacji ${organization}`,
    text: ({ name, inviter, organization, email }) => `Dzień dobry, ${name}!

Adres Twojego konta Quiver w organizacji ${organization} został zmieniony na ${email}. Zmiana: ${inviter}.

Wybierz hasło, aby potwierdzić, że adres należy do Ciebie:

{{link}}

Link działa jeden raz, do {{expires}}. Do tego czasu nie można się zalogować, ponieważ poprzednie hasło straciło ważność.

Jeśli nic o tym nie wiesz, zignoruj tę wiadomość. Nikt nie może zalogować się z użyciem Twojego adresu.
`,
  },
  reset: {
    subject: 'Wybierz nowe hasło do Quivera',
    text: ({ name, organization, email }) => `Dzień dobry, ${name}!

Otrzymaliśmy prośbę o nowe hasło do konta Quiver ${email} w organizacji ${organization}. Jeśli to Twoja prośba, wybierz hasło tutaj:

{{link}}

Link działa jeden raz, do {{expires}}. Nowe hasło wyloguje Cię na wszystkich urządzeniach.

Jeśli to nie Twoja prośba, zignoruj tę wiadomość: hasło pozostaje bez zmian. Jeśli to się powtórzy, powiadom administratora.
`,
  },
  copyAddress: 'Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:',
  sentBy: (url) => `Tę wiadomość wysłał serwer Quiver pod adresem ${url}.`,
  choosePassword: 'Wybierz hasło',
  chooseNewPassword: 'Wybierz nowe hasło',
  forWhom: (email, organization) => `Dla <strong>${email}</strong>, organizacja ${organization}.`,
  logsOut: 'Spowoduje to wylogowanie na wszystkich urządzeniach.',
  password: 'Hasło',
  rules: (lengthMin) =>
    `Co najmniej ${lengthMin} znaków. Cztery lub więcej niepowiązanych słów łatwo zapamiętać, a trudno odgadnąć.
Możesz też zdać się na menedżera haseł. Unikaj imienia, adresu oraz słów popularnych i powtórzonych.`,
  again: 'To samo hasło jeszcze raz',
  setPassword: 'Ustaw hasło',
  notTheSame: 'Oba hasła nie są takie same.',
  logIn: 'Zaloguj się',
  isSet: {
    title: 'Hasło zostało ustawione',
    text: 'Od teraz logujesz się swoim adresem i nowym hasłem. Link z wiadomości już nie działa.',
  },
  dead: {
    title: 'Ten link już nie działa',
    once: 'Każdy link działa jeden raz: link z zaproszenia przez siedem dni, link do nowego hasła przez godzinę.',
    set: (link) =>
      `<strong>Hasło jest już ustawione?</strong> W takim razie ${link('zaloguj się do Quivera')}.`,
    fresh:
      '<strong>Link jest jeszcze nowy?</strong> Otwórz go ponownie z wiadomości. Ta strona wymaga plików cookie i pamięta link\nprzez pół godziny.',
    otherwise: (link) =>
      `<strong>W przeciwnym razie</strong> ${link('poproś o nowy link')} lub zapytaj administratora, od którego pochodzi zaproszenie.`,
  },
  forgot: {
    title: 'Nie pamiętasz hasła?',
    lead: 'Quiver wyśle link, za pomocą którego ustawisz nowe.',
    email: 'E-mail',
    submit: 'Wyślij link',
  },
  mailed: {
    title: 'Sprawdź pocztę',
    sent: 'Jeśli adres należy do konta, link jest już w drodze. Działa jeden raz, przez godzinę.',
    nothing:
      'Po kilku minutach nadal nic? Zajrzyj do folderu ze spamem i sprawdź, czy zaproszenie wysłano na ten adres.',
  },
  later: {
    title: 'Spróbuj ponownie za chwilę',
    text: 'Serwer nie może teraz odpowiedzieć. Nic nie zostało zmienione.',
  },
}
