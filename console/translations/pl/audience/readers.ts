import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/readers.ts'
export const readerWords: typeof en.readerWords = {
  title: 'Strony dla czytelników',
  lead: 'Co kontakty z tej listy widzą i mogą wybrać, gdy otwierają swoje preferencje lub się wypisują.',
  open: 'Strony dla czytelników',
  choice: {
    title: 'Co mogą wybrać czytelnicy',
    isPublic: 'Czytelnicy innych Twoich list mogą znaleźć tę listę i do niej dołączyć',
    isPublicHint: 'Na stronie preferencji. Kto dołączy, jest od razu aktywny, bo link potwierdził adres.',
    keyed: 'Kontakty z tej listy odróżnia pole, więc nikt nie może dołączyć z samym adresem.',
    name: 'Nazwa widoczna dla czytelników',
    nameHint: (name) => `Jeśli puste: ${name}.`,
    description: 'Opis widoczny dla czytelników',
    fields: 'Pola, które kontakty mogą same zmieniać',
    fieldsHint: 'Ich wartości zobaczy każdy, kto ma link z wiadomości.',
    noFields: 'Ta lista nie ma jeszcze pól.',
    code: 'Aby podać w wiadomości link do strony, użyj kodu',
    save: 'Zapisz wybór',
    saved: 'Zapisano. Czytelnicy już to widzą.',
  },
  look: {
    title: 'Wygląd',
    lead: 'To, co zostawisz puste, pochodzi z marki organizacji.',
    inherited: 'Jeśli puste, pochodzi z marki organizacji.',
  },
  texts: {
    title: 'Teksty',
    lead: 'To są obecne teksty. Wpisz własne tam, gdzie ta lista potrzebuje innych.',
    language: 'Język',
    page: 'Strona',
    pages: {
      ask: 'Pytanie przed wypisaniem',
      left: 'Wypisano',
      again: 'Już wypisano',
      back: 'Zapisano ponownie',
      full: 'Lista jest pełna',
      preferences: 'Preferencje',
      change: 'Zmiana adresu',
      form: 'Formularz',
      formMail: 'E-mail formularza',
      dead: 'Nieprawidłowy link',
      other: 'Inne strony',
    },
    own: (text) => `Zamiast: ${text}`,
    placeholder: 'Bez zmian',
    keep: (names) => `Zachowaj ${names}: w to miejsce trafia wartość.`,
    save: (count) => `Zapisz ${count} ${plural(count, { one: 'tekst', few: 'teksty', other: 'tekstów' })}`,
    saveNone: 'Zapisz teksty',
    saved: 'Zapisano. Czytelnicy już to widzą.',
    example: { list: 'Newsletter', other: 'Przepisy', email: 'ann@example.com', field: 'Imię' },
  },
}

export const pauseWords: typeof en.pauseWords = {
  until: (day) =>
    `Przerwa do ${day}: do tego czasu kontakt nie dostaje kampanii ani autoresponderów tej listy.`,
  end: 'Zakończ przerwę',
  ended: 'Przerwa się zakończyła.',
}
