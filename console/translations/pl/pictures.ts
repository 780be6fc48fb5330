import { count } from '../../design/figures.ts'
import type * as en from '../../words/pictures.ts'

export const { pictureWords }: typeof en = {
  pictureWords: {
    title: 'Obrazy',
    lead: 'Obrazy z wiadomości i logo. Stąd wczytuje je każdy, kto ma wiadomość.',
    search: 'Szukaj według nazwy pliku',
    upload: 'Prześlij obraz',
    empty: {
      title: 'Nie ma jeszcze obrazów',
      text: 'Prześlij obraz tutaj albo w edytorze wiadomości.',
    },
    none: 'Żaden obraz nie ma takiej nazwy.',
    sized: (width, height, size) => `${width} × ${height}, ${size}`,
    added: (at) => `Dodano ${at}`,
    used: (value) => {
      if (value === null || value === undefined) return 'Nie policzono użyć'
      if (value === 0) return 'Nieużywany'
      return value === 1 ? 'Użyty raz' : `Użyty ${count(value)} razy`
    },
    of: (name) => `Użycia: ${name}`,
    shown: 'Pokazują go',
    notShown: 'Żadna wiadomość, szablon ani logo nie pokazuje tego obrazu.',
    unknown: 'Wiadomości jest zbyt wiele, aby wyszukać ten obraz.',
    copy: 'Kopiuj adres',
    copyOf: (name) => `Kopiuj adres: ${name}`,
    removal: {
      button: 'Usuń',
      of: (name) => `Usuń „${name}”`,
      title: (name) => `Usunąć „${name}”?`,
      lost: 'Te elementy go pokazują i go utracą, nawet wiadomości już wysłane. Tej operacji nie można cofnąć.',
      notUsed: 'Nie pokazuje go żadna wiadomość, szablon ani logo. Tej operacji nie można cofnąć.',
      unknown:
        'Wiadomości jest zbyt wiele, aby wyszukać ten obraz. Wszystko, co go pokazuje, utraci go, nawet wiadomości już wysłane. Tej operacji nie można cofnąć.',
      action: (name) => `Usuń „${name}”`,
    },
    foreign: {
      title: (value) =>
        value === 1 ? 'Jeden obraz jest na innym serwerze' : `Obrazy na innych serwerach: ${count(value)}`,
      text: (hosts) =>
        `Z ${hosts}. Jeśli zostaną tam przeniesione lub usunięte, Twoje wiadomości je utracą, nawet już wysłane. Tamten serwer widzi też, kto otwiera Twoje wiadomości. Podgląd ich nie pokazuje.`,
      copy: (value) =>
        value === 1 ? 'Skopiuj go do Quivera' : `Skopiuj obrazy do Quivera (${count(value)})`,
      done: (value) => (value === 1 ? 'Skopiowano jeden obraz.' : `Skopiowane obrazy: ${count(value)}.`),
      failed: 'Nie udało się skopiować:',
    },
  },
}
