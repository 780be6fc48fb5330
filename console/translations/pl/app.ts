import { clock, count } from '../../design/figures.ts'
import type * as en from '../../words/app.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const { words }: typeof en = {
  words: {
    product: 'Quiver',
    loading: 'Wczytywanie',
    tryAgain: 'Spróbuj ponownie',
    showPassword: 'Pokaż hasło',
    close: 'Zamknij',
    request: (id) => `Żądanie ${id}`,
    asOf: (at, kind, message) =>
      `Stan na ${clock(at)}. ${{ offline: 'Serwer nie odpowiada; trwa ponowna próba.', forbidden: 'Nie masz już uprawnień, aby to zobaczyć.', stale: message, missing: 'To już nie istnieje.', busy: 'Było zbyt wiele żądań.', later: message, server: 'Na serwerze wystąpił błąd.', refused: message }[kind]}`,
    skip: 'Przejdź do treści',
    menu: 'Menu',
    openMenu: 'Otwórz menu',
    account: 'Konto',
    ownAccount: 'Twoje konto',
    logOut: 'Wyloguj się',
    language: 'Język',
    theme: { title: 'Wygląd', light: 'Jasny', dark: 'Ciemny', auto: 'Jak w systemie' },
    pages: {
      title: 'Strony',
      range: (first, last, total) => `${first}–${last} z ${total}`,
      earlier: 'Poprzednia',
      later: 'Następna',
    },
    failure: (kind, message) =>
      ({
        offline: {
          title: 'Brak połączenia z serwerem',
          text: 'Wpisane dane są tu zachowane. Spróbuj ponownie za chwilę.',
        },
        forbidden: {
          title: 'Brak dostępu',
          text: 'Uprawnienie może nadać administrator organizacji.',
        },
        stale: {
          title: 'Ktoś inny zmienił to w międzyczasie',
          text: `Zmienione przez: ${message}. Wpisane dane nadal tu są: zapisz je ponownie, aby zastąpić tamtą zmianę, albo otwórz stronę od nowa, aby ją zobaczyć.`,
        },
        missing: { title: 'Nic tu nie ma', text: 'To nie istnieje albo nie masz do tego dostępu.' },
        busy: { title: 'Zbyt wiele żądań', text: message },
        later: { title: 'Serwer nie może teraz tego zrobić', text: message },
        server: {
          title: 'Na serwerze wystąpił błąd',
          text: 'Spróbuj ponownie. Jeśli to się powtórzy, zgłoś operatorowi poniższe żądanie.',
        },
        refused: { title: 'To się nie udało', text: message },
      })[kind],
    broken: {
      title: 'Ta część strony nie działa',
      text: 'Reszta nadal działa.',
      reload: 'Wczytaj ją ponownie',
    },
    cancel: 'Wstecz',
    leaving: {
      title: 'Wyjść bez zapisywania?',
      text: 'Zmiany na tej stronie nie są jeszcze zapisane.',
      go: 'Wyjdź bez zapisywania',
    },
    saved: 'Zapisano.',
    more: (rest) => `jeszcze ${count(rest)}: wpisz część nazwy`,
    copy: { action: 'Kopiuj', done: 'Skopiowano', of: (label) => `Kopiuj: ${label}` },
    notFound: {
      title: 'Nic tu nie ma',
      text: 'Element usunięto, należy do innej organizacji albo adres jest błędny.',
      to: (place) => `Wróć: ${place}`,
    },
    gone: {
      title: 'To już nie istnieje',
      text: 'Element usunięto, gdy ta strona była otwarta. Poniżej widać stan sprzed usunięcia i nie można go już zmienić.',
    },
    unreachable: {
      title: 'Serwer nie odpowiada',
      text: 'Sprawdź, czy Quiver działa, i spróbuj ponownie.',
    },
    outOfReach: 'Serwer jest niedostępny. Wpisane dane są zachowane, a strona połączy się sama.',
    sessionOver: {
      title: 'Sesja się zakończyła',
      text: 'Zaloguj się ponownie. Wpisane dane nadal są na stronie.',
    },
  },
}
