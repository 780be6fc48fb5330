import type { EventType } from '../../../src/contract/webhooks.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore } from './audience/amounts.ts'
import type * as en from '../../words/webhooks.ts'

const events: Record<EventType, string> = {
  studio_open: 'Otwarto wiadomość',
  studio_click: 'Kliknięto link',
  studio_unsub: 'Ktoś się wypisał',
  studio_subscriber_created: 'Dodano kontakt przez API',
  studio_subscriber_updated: 'Zmieniono kontakt przez API',
  bounce_all: 'Wiadomość się odbiła, z dowolnego powodu',
  bounce_bad_address: 'Adres nie istnieje (twarde odbicie)',
  scomp: 'Wiadomość zgłoszono jako spam',
  import_finished: 'Import jest gotowy',
  import_failed: 'Import się nie udał',
  import_undone: 'Import cofnięto',
  export_finished: 'Eksport jest gotowy',
  export_failed: 'Eksport się nie udał',
  message_accepted: 'Serwer poczty przyjął wiadomość transakcyjną',
  message_bounced: 'Wiadomość transakcyjna się odbiła',
  message_skipped: 'Wiadomości transakcyjnej nie wysłano',
  message_uncertain: 'Nie wiadomo, czy wiadomość transakcyjna wyszła',
  message_opened: 'Otwarto wiadomość transakcyjną',
  message_clicked: 'Kliknięto link w wiadomości transakcyjnej',
  message_complained: 'Wiadomość transakcyjną zgłoszono jako spam',
  message_unsubscribed: 'Ktoś wypisał się ze strumienia',
}

export const { webhookWords }: typeof en = {
  webhookWords: {
    title: 'Webhooks',
    lead: 'Webhook informuje Twój program o tym, co się dzieje, w ciągu sekund, podpisanymi żądaniami.',
    create: 'Nowy webhook',
    name: 'Nazwa',
    url: 'Adres',
    state: 'Stan',
    states: {
      off: 'Wyłączony',
      failing: 'Nie odpowiada',
      waits: 'Dostarcza',
      idle: 'Działa',
      never: 'Jeszcze nic nie wysłano',
    },
    pending: 'Czekają',
    dead: 'Porzucone',
    empty: {
      title: 'Nie ma jeszcze webhooków',
      text: 'Dzięki webhookowi sklep lub CRM od razu dowie się, kto się wypisał, które adresy się odbiły i które importy są gotowe.',
    },
    events,
    eventOf: (type) => (type === 'test' ? 'Test' : ((events as Record<string, string>)[type] ?? type)),
    new: {
      title: 'Nowy webhook',
      lead: 'Klucz podpisujący żądania jest pokazywany raz, po utworzeniu webhooka.',
      nameHint: 'Program, który nasłuchuje, np. „Sklep”.',
      urlHint: 'Zaczyna się od https://.',
      events: 'Powiadom, gdy',
      listsHint: 'Otrzymuje tylko zdarzenia tych list i żadnych, które nie należą do żadnej listy.',
      submit: 'Utwórz webhook',
    },
    secret: {
      title: 'Skopiuj teraz klucz podpisu',
      text: 'Nie zostanie pokazany ponownie. Program sprawdza nim, czy żądanie pochodzi z tego serwera i nie zostało zmienione.',
      label: 'Klucz podpisu',
      done: 'Skopiowane',
    },
    test: 'Wyślij zdarzenie testowe',
    tested: 'Zdarzenie testowe jest w drodze. Pojawi się poniżej.',
    deliveries: {
      title: 'Ostatnie próby',
      none: 'Jeszcze nic nie wysłano. Wyślij zdarzenie testowe, aby zobaczyć, czy adres odpowiada.',
      when: (zone) => `Kiedy, ${zone}`,
      what: 'Co',
      result: 'Wynik',
      took: 'Czas trwania',
      ms: (value) => `${count(value)} ms`,
      taken: (status) => `Przyjęto, ${status}`,
      answer: 'Odpowiedź',
      silent: 'Brak odpowiedzi',
      more: (value) => `i jeszcze ${count(value)}`,
    },
    waiting: {
      title: 'Czekają',
      text: (value, isExact, next) =>
        `Czeka: ${orMore(`${count(value)} ${plural(value, { one: 'zdarzenie', few: 'zdarzenia', many: 'zdarzeń', other: 'zdarzeń' })}`, isExact)}.${next === null ? '' : ` Następna próba: ${next}.`}`,
      off: 'Są przechowywane przez 30 dni i dostarczane po włączeniu webhooka.',
      lastError: (error) => `Ostatni błąd: ${error}`,
      now: 'Dostarcz teraz',
      done: 'Następna próba zaczyna się od razu.',
    },
    deadEvents: {
      title: 'Porzucone',
      text: 'Po dwunastu próbach zdarzenie jest porzucane i przechowywane przez 30 dni.',
      event: 'Zdarzenie',
      when: (zone) => `Wystąpiło, ${zone}`,
      why: 'Dlaczego',
      action: 'Działanie',
      one: 'Wyślij ponownie',
      all: (value, isExact) => (isExact ? `Wyślij ponownie (${count(value)})` : 'Wyślij ponownie wszystkie'),
      done: (value) =>
        `Ponownie w drodze: ${plural(value, { one: '# zdarzenie', few: '# zdarzenia', other: '# zdarzeń' })}.`,
    },
    settings: 'Ustawienia',
    save: 'Zapisz',
    saved: 'Zapisano.',
    active: 'Dostarczaj zdarzenia',
    rotate: {
      open: 'Nowy klucz podpisu…',
      title: 'Nowy klucz podpisu?',
      text: 'Obecny klucz natychmiast przestaje podpisywać. Na czas zmiany program powinien przyjmować oba.',
      action: 'Utwórz nowy klucz',
    },
    remove: {
      open: 'Usuń webhook…',
      title: (name) => `Usunąć „${name}”?`,
      text: (waiting, isExact) =>
        waiting === 0
          ? 'Jego program nie otrzyma więcej zdarzeń. Tej operacji nie można cofnąć.'
          : `Jego program nie otrzyma więcej zdarzeń, a czekające zostaną usunięte: ${orMore(`${count(waiting)} ${plural(waiting, { one: 'zdarzenie', few: 'zdarzenia', many: 'zdarzeń', other: 'zdarzeń' })}`, isExact)}. Tej operacji nie można cofnąć.`,
      action: 'Usuń webhook',
    },
  },
}
