import type * as en from '../../../words/session/set-up.ts'

export const { setUpWords }: typeof en = {
  setUpWords: {
    product: 'Quiver',
    title: 'Skonfiguruj Quiver',
    lead: 'Zostajesz administratorem tego serwera i swojej organizacji. Współpracowników możesz zaprosić później.',
    name: 'Imię i nazwisko',
    email: 'E-mail',
    emailHint: 'Służy do logowania.',
    password: 'Hasło',
    passwordHint: 'Co najmniej 12 znaków. Cztery niezwiązane słowa łatwo zapamiętać, a trudno odgadnąć.',
    organization: 'Organizacja',
    organizationHint: 'Nazwa firmy lub marki, taka, jaką znają współpracownicy.',
    zone: 'Strefa czasowa',
    zoneHint: 'W niej pokazywane są godziny kampanii i importów.',
    noZone: 'Nie ma takiej strefy czasowej',
    submit: 'Utwórz i zaloguj się',
    done: {
      title: 'Quiver jest już skonfigurowany',
      text: 'Zaloguj się swoim adresem e-mail i hasłem.',
      logIn: 'Zaloguj się',
    },
    noLink: {
      title: 'Ten link jest nieprawidłowy',
      text: 'Uruchom serwer ponownie: dopóki żaden administrator nie ma konta, wypisuje nowy link.',
    },
    waiting: {
      title: 'Quiver nie ma jeszcze administratora',
      text: 'Otwórz link, który serwer wypisał przy uruchomieniu. Kończy się na /console/set-up# i długi kod.',
    },
  },
}
