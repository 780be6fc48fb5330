import { campaignDomainsPeopleMax } from '../../../../src/contract/campaigns/timeline.ts'
import { count, instant, plural } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/reports.ts'

/** Enhanced status codes (RFC 3463) as people understand them. */
const codes: Record<string, string> = {
  '5.1.0': 'Adres nie jest przyjmowany',
  '5.1.1': 'Adres nie istnieje',
  '5.1.2': 'Domena adresu nie istnieje',
  '5.1.3': 'Adres jest nieprawidłowy',
  '5.1.6': 'Odbiorca zmienił adres',
  '5.1.10': 'Domena nie przyjmuje poczty',
  '5.2.1': 'Skrzynka jest zamknięta',
  '5.2.2': 'Skrzynka jest pełna',
  '5.2.3': 'Wiadomość jest za duża dla skrzynki',
  '4.2.2': 'Skrzynka jest chwilowo pełna',
  '5.3.4': 'Wiadomość jest za duża dla serwera',
  '5.4.1': 'Żaden serwer nie przyjmuje poczty dla tej domeny',
  '5.4.4': 'Domena jest nieosiągalna',
  '5.5.0': 'Serwer odmówił bez jasnego powodu',
  '5.7.0': 'Serwer odmówił zgodnie ze swoimi zasadami',
  '5.7.1': 'Serwer odmówił zgodnie ze swoimi zasadami, często z podejrzenia o spam',
  '5.7.26': 'Nadawca nie jest uwierzytelniony (SPF, DKIM, DMARC)',
  unknown: 'Serwer nie podał powodu',
}

const times = (n: number) => (n === 1 ? 'raz' : `${count(n)} razy`)

export const { reportWords }: typeof en = {
  reportWords: {
    parent: 'Kampanie',
    live: 'Śledź wysyłkę',
    sentAt: (at, zone) => instant(at, zone),
    tabs: { time: 'Czas', funnel: 'Lejek', mail: 'Wiadomość', domains: 'Domeny', bounces: 'Odbicia' },
    sections: 'Części raportu',
    figures: 'Liczby kampanii',
    machines: ({ opened, opens, clicked, clicks }) =>
      opens + clicks === 0
        ? 'Otwarcia i kliknięcia pochodzą od ludzi. Nie wykryto żadnego programu.'
        : `Otwarcia i kliknięcia pochodzą od ludzi. Programy, które przeglądają każdą wiadomość, otworzyły ${plural(opened, { one: '# wiadomość', other: '# wiadomości' })} (${times(opens)}) i podążyły za linkami z ${count(clicked)} (${times(clicks)}); nie są liczone powyżej.`,
    notOpened: (n) => `Nie otworzyło: ${people(n)}`,
    openedByMachine: (n) => `Wiadomość otworzył program: ${people(n)}`,
    clickedByMachine: (n) => `Program podążył za linkiem w wiadomości: ${people(n)}`,
    leftOut: (asked, failed) =>
      [
        asked === 0 ? '' : `Reguła wysyłki wykluczyła ${people(asked)}.`,
        failed === 0
          ? ''
          : `Z innego powodu, np. reguły, której nie dało się ocenić, wiadomości nie dostało: ${people(failed)}.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    seeLeftOut: 'Zobacz kto i dlaczego',
    average: (rate) => `średnio ${rate}`,
    averageOf: (campaigns) =>
      campaigns === 0
        ? 'Nie ma wcześniejszej kampanii tej listy do porównania.'
        : `Średnia obejmuje ${campaigns === 1 ? 'poprzednią kampanię' : `poprzednie kampanie (${count(campaigns)})`} tej listy.`,
    summary: {
      subject: (contents) => (contents > 1 ? 'Tematy' : 'Temat'),
      noSubject: 'Bez tematu',
      to: 'Lista',
      segment: (name) => `Segment: ${name}`,
      growth: 'Lista od tego czasu',
      active: (now) => `Teraz aktywne: ${people(now)}. Nie zapisano, ile ich było wtedy.`,
      grown: (by, now) =>
        by === 0
          ? `Tyle aktywnych kontaktów co wtedy: ${count(now)}.`
          : `${by > 0 ? 'Przybyło' : 'Ubyło'}: ${people(Math.abs(by))}, teraz aktywne: ${count(now)}.`,
    },
    ofTaken: 'z dostarczonych',
    ofSent: 'z wysłanych',
    tiles: {
      sent: 'Wysłane',
      accepted: 'Dostarczone',
      opened: 'Otwarcia',
      clicked: 'Kliknięcia',
      bounced: 'Odbite',
      complained: 'Skargi',
      unsubscribed: 'Wypisania',
    },
    funnel: {
      title: 'Od wysłania do kliknięcia',
      caption: (total) => `Każdy słupek to część wysłanych wiadomości (${count(total)}).`,
      step: 'Krok',
      people: 'Kontakty',
      ofSent: 'Z wysłanych',
      ofBefore: 'Z poprzedniego kroku',
      of: {
        accepted: 'z wysłanych',
        opened: 'z dostarczonych',
        clicked: 'z otwartych',
        unsubscribed: 'z dostarczonych',
      },
    },
    time: {
      hour: 'Według godzin',
      day: 'Według dni',
      step: 'Długość okresu',
      start: (zone) => `Od, ${zone}`,
      caption: (word, total, zone) => `${word}: łącznie ${count(total)}. Godziny w strefie ${zone}.`,
      elsewhere: (later, undated) =>
        [
          later > 0 ? `Później niż pokazano: ${count(later)}.` : '',
          undated > 0 ? `Bez zapisanego czasu: ${count(undated)}.` : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      empty: {
        title: 'Jeszcze nic',
        text: 'Pierwsze otwarcia pojawiają się zwykle kilka minut po pierwszych wiadomościach.',
      },
      takenHasNoTime: 'Dostarczonych wiadomości nie liczy się według czasu; zobacz Wysłane.',
    },
    mail: {
      content: 'Treść',
      frame: (name) => `Wiadomość „${name}” z numerem przy każdym liczonym linku`,
      links: 'Linki, od najczęściej klikanych',
      link: 'Link',
      people: 'Kontakty',
      share: 'Porównanie',
      clicks: 'Kliknięcia',
      same: 'Link, który jest w wiadomości dwa razy, ma jeden numer i jedną liczbę.',
      foreign: 'Obrazy z innych serwerów są pokazane jako ramki.',
      textOnly: 'To wiadomość tekstowa; jej linki nie są liczone.',
      empty: {
        title: 'Brak liczonych linków',
        text: 'Wiadomość nie ma linków albo kliknięcia nie są śledzone.',
      },
      number: (place) => `(${place})`,
    },
    domains: {
      domain: 'Domena',
      caption: (sent) => `Według domeny odbiorców. Udziały w ${count(sent)} wiadomościach.`,
      other: (value) => `Pozostałe domeny: ${count(value)}`,
      unknown: (isExact) =>
        isExact
          ? 'Usunięte kontakty i adresy kontrolne'
          : `Nie policzono: wszystkie poza pierwszymi ${count(campaignDomainsPeopleMax)} kontaktami z listy`,
      share: 'Udział wiadomości',
      empty: { title: 'Jeszcze nic', text: 'Do nikogo nie napisano.' },
    },
    bounces: {
      caption: (value) => `Wiadomości nie dostało: ${people(value)}.`,
      reason: 'Co odpowiedział serwer',
      code: 'Kod',
      people: 'Kontakty',
      share: 'Udział odbić',
      reasonOf: (code) =>
        codes[code] ?? (code.startsWith('4.') ? 'Odmowa tymczasowa, aż Quiver zrezygnował' : 'Odmowa trwała'),
      hard: 'Adres nie istnieje',
      soft: 'Skrzynka niedostępna',
      other: 'Nie dotyczy adresu',
      kinds: 'Odbicia według rodzaju',
      empty: { title: 'Brak odbić', text: 'Żaden serwer poczty nie odmówił przyjęcia wiadomości.' },
    },
    table: 'Tabela',
    chart: 'Wykres',
    tableHint: 'Klawisz: T',
    thinned: (run) => `Wykres pokazuje najwyższy z każdych ${count(run)} punktów; plik zawiera wszystkie.`,
    more: (rest) => `Pokaż więcej wierszy: ${count(rest)}`,
    csv: 'CSV',
    compare: {
      title: 'Porównaj kampanie',
      lead: 'Wskaźniki odnoszą się do dostarczonych wiadomości; wskaźniki odbić do wysłanych.',
      campaign: 'Kampania',
      started: (zone) => `Początek, ${zone}`,
      empty: {
        title: 'Nie ma czego porównać',
        text: 'Wybierz od dwóch do pięciu kampanii na liście kampanii.',
      },
      choose: 'Wybierz kampanie',
    },
    sent: {
      title: 'Wysłane wiadomości',
      lead: 'Dostarczone wiadomości według dnia wysłania.',
      by: 'Według',
      daily: 'Dzień',
      monthly: 'Miesiąc',
      from: 'Od',
      to: 'Do',
      period: (zone) => `Początek, ${zone}`,
      sender: 'Kampania lub autoresponder',
      messages: 'Wiadomości',
      other: 'Inne',
      single: 'Wiadomości transakcyjne',
      caption: (total, zone) => `Wiadomości: ${count(total)}. Dni w strefie ${zone}.`,
      empty: { title: 'Nic nie wysłano', text: 'W tym okresie nie wysłano żadnej wiadomości. Wybierz inny.' },
    },
    credits: {
      title: 'Kredyty wysyłki',
      organization: 'Organizacja',
      lead: 'Jeden kredyt opłaca jedną dostarczoną wiadomość.',
      available: 'Dostępne',
      lifetime: 'Wszystkie wysłane wiadomości',
      balance: 'Kredyty',
      at: (zone) => `Ostatnia zmiana, ${zone}`,
      change: 'Zmiana',
      after: 'Saldo',
      what: 'Co',
      who: 'Kto',
      kinds: { added: 'Dodano', removed: 'Odjęto', set: 'Ustawiono saldo', spent: 'Wydano' },
      actors: { user: 'Użytkownik', api_key: 'Klucz API', system: 'Serwer' },
      actor: (word, id) => (id === null ? word : `${word} ${id}`),
      spentBy: (name) => `Wydano przez: ${name}`,
      empty: {
        title: 'Brak pozycji',
        text: 'W tym okresie niczego nie dodano ani nie wydano. Organizacje bez kredytów przedpłaconych nie mają żadnych pozycji.',
      },
    },
  },
}
