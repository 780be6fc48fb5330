import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/autoresponders.ts'

type Forms = { one: string; few: string; many: string; other: string }

const units: Record<string, Forms> = {
  minutes: { one: 'minutę', few: 'minuty', many: 'minut', other: 'minuty' },
  hours: { one: 'godzinę', few: 'godziny', many: 'godzin', other: 'godziny' },
  days: { one: 'dzień', few: 'dni', many: 'dni', other: 'dnia' },
  weeks: { one: 'tydzień', few: 'tygodnie', many: 'tygodni', other: 'tygodnia' },
  months: { one: 'miesiąc', few: 'miesiące', many: 'miesięcy', other: 'miesiąca' },
}

type Delay = { delay: string; delay_amount: number; delay_unit: string | null; delay_time: number }

/** 3 days later at 09:00 */
function delayOf({ delay, delay_amount: amount, delay_unit: unit, delay_time: hour }: Delay): string {
  if (delay === 'immediately' || unit === null) return 'Od razu'
  const length = `${count(amount)} ${plural(amount, units[unit] ?? { other: unit })} później`
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length} o ${String(hour).padStart(2, '0')}:00` : length
}

export const { autoresponderWords }: typeof en = {
  autoresponderWords: {
    title: 'Autorespondery',
    lead: 'Wiadomości wysyłane do jednego kontaktu, gdy coś się wydarzy.',
    list: 'Lista',
    name: 'Autoresponder',
    trigger: 'Kiedy',
    triggerTitle: 'Wyzwalacz',
    delay: 'Wysyłka',
    state: 'Stan',
    running: 'Działa',
    paused: 'Wstrzymany',
    delayOf,
    triggers: {
      subscription: 'Ktoś dołącza do listy',
      api: 'Tylko na żądanie programu',
      campaign_open: 'Otwarto kampanię',
      campaign_click: 'Kliknięto link w kampanii',
      autoresponder_open: 'Otwarto inny autoresponder',
      autoresponder_nonopen: 'Nie otwarto innego autorespondera',
      autoresponder_click: 'Kliknięto link w innym autoresponderze',
      autoresponder_nonclick: 'Nie kliknięto żadnego linku w innym autoresponderze',
      autoresponder_send: 'Wysłano inny autoresponder',
    },
    triggerNow: {
      title: 'Wyślij do jednego kontaktu',
      ofPerson: 'Uruchom autoresponder',
      hint: 'To samo wywołanie, którego używają programy. Obowiązują opóźnienie i reguła autorespondera.',
      email: 'Adres e-mail',
      create_missing_subscriber: 'Dodaj kontakt, jeśli nikt na liście nie ma tego adresu',
      reactivate_subscriber: 'Aktywuj kontakt ponownie, jeśli nie jest aktywny',
      paused: 'Autoresponder jest wstrzymany: wiadomość czeka, aż go wznowisz.',
      pausedName: (name) => `${name} (wstrzymany)`,
      submit: 'Uruchom',
      done: (email) => `Uruchomiono dla ${email}.`,
      doneOf: (name) => `Uruchomiono „${name}”.`,
    },
    empty: {
      title: 'Na tej liście nie ma autoresponderów',
      text: 'Najczęstszy wita osoby, które dołączają.',
    },
    noLists: { title: 'Nie ma jeszcze list', text: 'Autoresponder należy do listy. Najpierw utwórz listę.' },
    figures: 'Liczby od początku',
    sent: 'Wysłane',
    opened: 'Otwarcia',
    clicked: 'Kliknięcia',
    bounced: 'Odbite',
    left: 'Wypisania',
    ofTaken: 'z dostarczonych',
    ofSent: 'z wysłanych',
    pause: 'Wstrzymaj',
    resume: 'Wznów',
    check: 'Przed uruchomieniem',
    stopped: 'Nie może działać, dopóki to nie zostanie poprawione.',
    settings: 'Opóźnienie',
    delayKinds: { immediately: 'Od razu', with_delay: 'Później' },
    amount: 'Ile czasu po zdarzeniu',
    unit: 'Jednostka',
    units: { minutes: 'Minuty', hours: 'Godziny', days: 'Dni', weeks: 'Tygodnie', months: 'Miesiące' },
    hour: 'Godzina dnia',
    save: 'Zapisz opóźnienie',
    onImport: 'Także dla importowanych kontaktów',
    onApi: 'Także dla kontaktów dodanych przez program lub formularz',
    campaign: 'Kampania',
    other: 'Poprzedni autoresponder',
    anyUrl: 'Liczy się każdy link',
    urls: 'Linki, które się liczą',
    urlsHint: 'Adres taki jak w wiadomości. Po każdym naciśnij Enter.',
    saveTrigger: 'Zapisz moment wysyłki',
    message: {
      title: (name) => `Wiadomość: ${name}`,
      lead: 'Zmiany obejmują wszystkie wiadomości, które nie zostały jeszcze wysłane.',
      save: 'Zapisz wiadomość',
      saved: 'zapisano',
      unsaved: 'jeszcze nie zapisano',
      conflict: 'Ktoś inny zapisał tę wiadomość w międzyczasie.',
      conflictText:
        'Wpisane dane nadal tu są. Zapisz ponownie, aby zastąpić tamtą wersję, albo otwórz stronę od nowa, aby ją zobaczyć.',
      overwrite: 'Zastąp tamtą wersję',
    },
    sending: {
      title: 'Nazwa, kontakty i nadawca',
      name: 'Nazwa',
      segment: 'Tylko kontakty z tego segmentu',
      everyone: 'Wszystkie aktywne kontakty',
      ofList: 'Od nadawcy listy',
      fromName: 'Nazwa nadawcy',
      fromEmail: 'Adres nadawcy',
      replyTo: 'Adres odpowiedzi',
      trackOpens: 'Śledź otwarcia',
      trackLinks: 'Śledź kliknięcia',
      save: 'Zapisz ustawienia',
    },
    fresh: {
      title: 'Nowy autoresponder',
      lead: 'Jest wstrzymany, dopóki go nie wznowisz.',
      nameHint: 'Widoczne tylko dla współpracowników.',
      create: 'Utwórz i napisz wiadomość',
    },
    delete: 'Usuń…',
    deleteTitle: (name) => `Usuń „${name}”`,
    deleteText:
      'Czekające wiadomości nie zostaną wysłane. To, co wysłano, zostaje w raportach. Tej operacji nie można cofnąć; aby go zachować, lepiej go wstrzymaj.',
    deleteDo: 'Usuń autoresponder',
  },
}
