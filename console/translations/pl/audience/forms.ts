import { count } from '../../../design/figures.ts'
import { orMore } from './amounts.ts'
import type * as en from '../../../words/audience/forms.ts'

const times = (value: number) => count(value)

export const { formWords }: typeof en = {
  formWords: {
    title: 'Formularze',
    lead: (list) => `Za pomocą formularza kontakty same zapisują się na listę „${list}”.`,
    create: 'Nowy formularz',
    empty: {
      title: 'Nie ma jeszcze formularzy',
      text: 'Formularz to strona, do której linkujesz, albo HTML na Twoją stronę. Kontakty potwierdzają zapis e-mailem, zanim dostaną cokolwiek innego.',
    },
    name: 'Nazwa',
    nameHint: 'Widoczne tylko dla współpracowników.',
    state: 'Stan',
    states: { open: 'Otwarty', closed: 'Zamknięty' },
    optIn: 'Potwierdzenie',
    optIns: {
      double: 'Linkiem w e-mailu (double opt-in)',
      single: 'Brak (single opt-in)',
    },
    optInHint:
      'Bez niego nowe adresy są zapisywane od razu. Adresy, które już są na liście, zawsze dostają e-mail z pytaniem.',
    shortOptIns: { double: 'E-mailem', single: 'Brak' },
    submitted: 'Wysłane',
    confirmed: 'Potwierdzone',
    pending: 'Czekają',
    figures: 'Liczby',
    figuresText: ({ submitted, confirmed, pending, pending_is_exact: isExact }) =>
      `wysłano ${times(submitted)}, potwierdzono ${times(confirmed)}, na potwierdzenie czeka ${orMore(times(pending), isExact)}.`,
    noSender:
      'Ta lista nie ma adresu nadawcy, więc nie można wysyłać e-maili z prośbą o potwierdzenie. Jej formularze są zamknięte, dopóki go nie ustawisz.',
    toSettings: 'Ustawienia listy',
    new: { title: 'Nowy formularz', submit: 'Utwórz formularz' },
    page: 'Strona',
    heading: 'Nagłówek',
    headingHint: 'Jeśli tekst jest pusty, czytelnicy widzą tekst Quivera w swoim języku.',
    introduction: 'Tekst nad polami',
    button: 'Tekst przycisku',
    consent: 'Na co zgadzają się zapisujący',
    consentHint:
      'Czytelnicy muszą zaznaczyć pole obok tego tekstu. Jest przechowywany jako dowód przy każdym zapisie. Adresy internetowe stają się linkami. Puste: bez pola.',
    version: (value) => `Wersja ${count(value)}.`,
    fields: 'Pola',
    fieldsHint: 'Formularz zawsze pyta o adres i o pola wymagane przez listę.',
    addField: 'Dodaj pole',
    noFields: 'Formularz pyta tylko o adres.',
    label: (name) => `Etykieta pola „${name}”`,
    required: 'Wymagane',
    requiredOf: (name) => `„${name}” jest wymagane`,
    up: (name) => `Przesuń „${name}” w górę`,
    down: (name) => `Przesuń „${name}” w dół`,
    remove: (name) => `Pomiń „${name}”`,
    mail: 'E-mail z prośbą o potwierdzenie',
    mailHint: (from) =>
      from === '' ? 'Jest wysyłany od nadawcy listy.' : `Jest wysyłany z adresu ${from}, od nadawcy listy.`,
    subject: 'Temat',
    text: 'Tekst',
    mailButton: 'Tekst jego przycisku',
    after: 'Po potwierdzeniu',
    redirect: 'Zamiast tego przekieruj na ten adres',
    redirectHint: 'Musi zaczynać się od https://.',
    more: 'Reguły',
    language: 'Język',
    languageHint: 'Jeśli nie ustawiono, język marki, a w razie jego braku język, o który prosi przeglądarka.',
    asTheReader: 'Język czytelnika',
    active: 'Formularz jest otwarty',
    work: 'Poproś przeglądarkę o krótkie obliczenie',
    workHint: 'Spowalnia programy wypełniające formularze. Strona wymaga wtedy JavaScriptu.',
    origins: 'Strony, których skrypty mogą wysyłać formularz',
    originsHint: 'Jedna w wierszu, np. https://www.example.com.',
    save: 'Zapisz formularz',
    saved: 'Formularz zapisano.',
    preview: 'Podgląd',
    previewPage: 'Strona podglądu',
    previewLook: 'Wygląd podglądu',
    subjectIs: (subject) => `Temat: ${subject}`,
    pages: {
      form: 'Formularz',
      sent: 'Po wysłaniu',
      mail: 'E-mail',
      confirm: 'Link w e-mailu',
      thanks: 'Po potwierdzeniu',
    },
    looks: { light: 'Jasny', dark: 'Ciemny' },
    someone: 'ann@example.com',
    share: 'Opublikuj',
    address: 'Adres strony',
    embed: 'HTML na własną stronę',
    embedHint:
      'Nie zawiera skryptów. Strona formularza pokazuje jeszcze raz wpisane dane, a jedno kliknięcie je wysyła. Po zmianie pól skopiuj HTML ponownie.',
    open: 'Otwórz stronę',
    delete: {
      title: 'Usuń formularz',
      text: ({ pending, pending_is_exact: isExact }) =>
        pending === 0
          ? 'Jego strona zostanie zamknięta. Kontakty, które zapisały się przez niego, zostają na liście.'
          : `Jego strona zostanie zamknięta, a kontakty, które jeszcze nie potwierdziły (${orMore(count(pending), isExact)}), nie będą mogły już tego zrobić. Kontakty, które zapisały się przez niego, zostają na liście.`,
      begin: 'Usuń ten formularz…',
      submit: 'Usuń formularz',
    },
  },
}
