import type { totalKinds } from '../../../src/contract/campaigns/system-list.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import type * as en from '../../words/campaigns.ts'

const messages = (value: number) => plural(value, { one: '# wiadomość', other: '# wiadomości' })

type TotalIs = (typeof totalKinds)[number]

/** A campaign sends while its recipients are counted. */
function ofAll(sent: number, total: number, is: TotalIs): string {
  if (is === 'counting') return `${count(sent)}, trwa liczenie`
  return `${count(sent)} z ${is === 'about' ? 'około ' : ''}${count(total)}`
}

/** What a campaign waits for, in words, and what helps. By the text that the server gives. */
const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: 'Czeka na kredyty wysyłki.',
    helps: 'Ruszy sama, gdy administrator serwera doda kredyty.',
    link: 'credits',
  },
  'sending quota': {
    says: 'Czeka: osiągnięto miesięczny limit wiadomości.',
    helps: 'Ruszy sama na początku następnego miesiąca albo po podniesieniu limitu.',
  },
  'the speed limit': {
    says: 'Czeka z powodu limitu prędkości tej kampanii.',
    helps: 'Ruszy sama. Nie trzeba nic robić.',
  },
  'a mail server': {
    says: 'Czeka: serwer poczty nie odpowiada.',
    helps: 'Ponawia próbę co kilka sekund. Jeśli to się przedłuża, zapytaj operatora serwera.',
  },
  'a mail server that takes messages of this size': {
    says: 'Czeka: wiadomości są większe, niż przyjmuje serwer poczty.',
    helps:
      'Nikt z tego powodu nie został odbity. Anuluj kampanię i wyślij mniejszą treść albo poproś operatora o podniesienie limitu; wtedy ruszy sama.',
  },
  'a mail server that accepts the log-in': {
    says: 'Czeka: serwer poczty odrzuca logowanie.',
    helps: 'Ruszy sama, gdy użytkownik i hasło serwera poczty będą poprawne. Zapytaj operatora serwera.',
  },
  'the sending limit of the mail server': {
    says: 'Czeka: serwer poczty wysłał na razie tyle wiadomości, ile może.',
    helps:
      'Ruszy sama, gdy serwer poczty znów zacznie przyjmować wiadomości. Jeśli to się przedłuża, poproś jego operatora o wyższy limit.',
  },
  'messages to be tried again': {
    says: 'Do wszystkich raz napisano; niektóre serwery poprosiły o ponowienie później.',
    helps: 'Ponawia próby sama, najwyżej przez kilka dni.',
  },
  'the choice of the winning content': {
    says: 'Czeka na wyniki testu.',
    helps: 'Lepsza treść trafi do wszystkich pozostałych o ustawionej godzinie.',
  },
}

export const { campaignWords }: typeof en = {
  campaignWords: {
    remove: {
      open: 'Usuń…',
      title: (name) => `Usunąć „${name}”?`,
      text: 'Nie została wysłana. Jej treść i ustawienia przepadną. Tej operacji nie można cofnąć.',
      action: 'Usuń kampanię',
    },
    title: 'Kampanie',
    lead: 'Kampania to jedna wiadomość do wielu kontaktów. Wskaźniki odnoszą się do dostarczonych wiadomości.',
    create: 'Nowa kampania',
    empty: {
      title: 'Nie ma jeszcze kampanii',
      text: 'Kampania jest szkicem, dopóki jej nie wyślesz: wcześniej nikt nic nie dostanie.',
    },
    noneFound: {
      title: 'Nic nie znaleziono',
      text: 'Żadna kampania nie pasuje. Usuń filtr, aby zobaczyć więcej.',
    },
    search: 'Szukaj według nazwy',
    name: 'Kampania',
    state: 'Stan',
    list: 'Lista',
    allLists: 'Wszystkie listy',
    begins: (zone) => `Początek, ${zone}`,
    sent: 'Wysłane',
    opened: 'Otwarcia',
    clicked: 'Kliknięcia',
    left: 'Wypisania',
    stateFilters: [
      { value: '', label: 'Wszystkie stany' },
      { value: 'idle', label: 'Szkice' },
      { value: 'scheduled', label: 'Zaplanowane' },
      { value: 'sending', label: 'Wysyłane' },
      { value: 'finished', label: 'Wysłane' },
      { value: 'failed,cancelled', label: 'Nieudane lub anulowane' },
    ],
    stages: {
      draft: 'Szkic',
      scheduled: 'Zaplanowana',
      sending: 'Wysyłana',
      waiting: 'Czeka',
      paused: 'Wstrzymana',
      finished: 'Wysłana',
      failed: 'Nieudana',
      cancelled: 'Anulowana',
    },
    compareThis: (name) => `Porównaj „${name}”`,
    compareThem: (value) => `Porównaj kampanie (${value})`,
    ofTotal: (sent, total, is) => ofAll(sent, total, is),
    progressOf: (name) => `Postęp: ${name}`,
    report: 'Raport',
    live: {
      progress: 'Wysłano dotąd',
      sentOf: (sent, total, is) =>
        is === 'counting'
          ? `Dotąd ${messages(sent)}. Trwa liczenie odbiorców: ${count(total)} lub więcej.`
          : `${ofAll(sent, total, is)} ${plural(total, { one: 'kontaktu', other: 'kontaktów' })}`,
      perMinute: (rate) => `${count(rate)} na minutę`,
      left: (time) => `jeszcze ${time}`,
      notStarted: (time) => `Początek o ${time}.`,
      over: {
        finished: (sent) => `Gotowe: wysłano ${messages(sent)}.`,
        cancelled: (sent) => `Anulowano, wysłano ${messages(sent)}.`,
        failed: (sent, why) => `Nie udało się, wysłano ${messages(sent)}: ${why}`,
      },
      draft: 'Ta kampania jest szkicem. Do nikogo nie napisano.',
      milestone: (share, sent) => `Wysłano ${share} %: ${messages(sent)}.`,
      wait: (reason, said) => waits[reason] ?? { says: `Czeka: ${said}.`, helps: 'Ruszy sama.' },
      pausedBy: (reason) =>
        reason === ''
          ? 'Wstrzymana. Nikt nic nie dostanie, dopóki jej nie wznowisz.'
          : `Serwer ją wstrzymał: ${reason}`,
      credits: 'Zobacz kredyty',
      pause: 'Wstrzymaj',
      resume: 'Wznów',
      cancel: 'Anuluj…',
      cancelTitle: (name) => `Anuluj „${name}”`,
      cancelText: (sent, remaining) =>
        `Już ${plural(sent, { few: 'mają', other: 'ma' })} ją ${people(sent)}. ${remaining === null ? 'Wszyscy pozostali' : `Pozostali (${count(remaining)})`} jej nie dostaną. Tej operacji nie można cofnąć.`,
      cancelAll: 'Do nikogo nie napisano i nikt nic nie dostanie. Tej operacji nie można cofnąć.',
      cancelDo: (remaining) => {
        if (remaining === null) return 'Anuluj resztę'
        return remaining === 0 ? 'Anuluj kampanię' : `Anuluj resztę: ${people(remaining)}`
      },
      figures: 'Liczby dotąd',
      taken: 'Dostarczone',
      takenHint: 'Dostarczona: serwer poczty przyjął wiadomość.',
      refused: 'Odbite',
      waiting: 'Czekają na ponowienie',
    },
    uncertain: {
      title: (value, isExact) => `Nie wiadomo, czy wysłano: ${orMore(messages(value), isExact)}`,
      text: 'Połączenie lub serwer zawiodły podczas przekazywania. Nic nie zostanie wysłane ponownie bez Twojej zgody.',
      who: 'Pokaż, kto to jest',
      hide: 'Ukryj',
      again: (value, isExact) =>
        isExact ? `Wyślij ponownie (${count(value)})` : 'Wyślij ponownie do wszystkich',
      warn: 'Kto dostał pierwszą, dostanie ją dwa razy, z tym samym Message-ID.',
      person: 'Kontakt',
      since: (zone) => `Od, ${zone}`,
      messageId: 'Message-ID',
      deleted: 'W międzyczasie usunięty',
      resent: (value) => `Zostanie wysłanych ponownie: ${messages(value)}.`,
    },
    system: {
      title: 'Wszystkie kampanie',
      lead: 'Wszystkie rozpoczęte kampanie wszystkich organizacji. Liczby odświeżają się podczas wysyłki.',
      started: 'Początek',
      periods: [
        { value: '1', label: 'Od wczoraj' },
        { value: '7', label: 'W ciągu ostatnich 7 dni' },
        { value: '30', label: 'W ciągu ostatnich 30 dni' },
        { value: 'all', label: 'Kiedykolwiek' },
      ],
      onlyOver: 'Tylko zakończone kampanie',
      organization: 'Organizacja',
      bounced: 'Odbite',
      complained: 'Skargi',
      empty: { title: 'Brak kampanii', text: 'W tym okresie nie rozpoczęła się żadna kampania.' },
    },
  },
}
