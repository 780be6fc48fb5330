import { count } from '../../../design/figures.ts'
import { importName } from '../audience/import-name.ts'
import type * as en from '../../../words/session/overview.ts'

export const { overviewWords }: typeof en = {
  overviewWords: {
    title: 'Przegląd',
    greeting: (hour, name) => {
      const time = hour < 5 || hour >= 18 ? 'Dobry wieczór' : hour < 12 ? 'Dzień dobry' : 'Dzień dobry'
      return `${time}, ${name}`
    },
    importFile: 'Importuj plik',
    writeCampaign: 'Nowa kampania',
    now: 'Teraz',
    nothingRuns: 'Nic nie jest w toku.',
    jobs: {
      SubscriberImport: 'Import',
      SubscriberImportUndo: 'Cofnięcie importu',
      SubscriberExport: 'Eksport:',
      SubscriberBulkChange: 'Zmiana zbiorcza:',
      Campaign: 'Kampania',
    },
    states: { pending: 'zaczyna się za chwilę', scheduled: 'początek', active: '', paused: 'wstrzymane' },
    progress: (value, total) => (total === null ? count(value) : `${count(value)} z ${count(total)}`),
    attention: 'Wymaga uwagi',
    calm: 'Nic nie wymaga Twojej uwagi.',
    concern: (kind, name, detail) =>
      ({
        sending_paused: `Wysyłka jest wstrzymana: ${detail}. Może ją zwolnić administrator systemu.`,
        campaign_waits: `„${name}” czeka: ${detail}.`,
        campaign_failed: `„${name}”: niepowodzenie. ${detail}`,
        import_failed: `Import „${importName(name)}” się nie udał. ${detail}`,
        sender_domain_unproven: `Domena ${name} nie jest jeszcze potwierdzona: inni mogliby z niej wysyłać.`,
        sender_domain_missing: `Rekord potwierdzający ${name} zniknął z DNS. Po siedmiu dniach mogą ją przejąć inni.`,
        autoresponder_waits: `„${name}” nie wysyła i czeka: ${detail}.`,
        webhook_failing: `Webhook „${name}” zgłasza błąd: ${detail}. Próby będą ponawiane.`,
        webhook_off: `Webhook „${name}” został wyłączony po nieudanej próbie: ${detail}.`,
        dkim_record_missing: `Odbiorcy nie mogą sprawdzić podpisów domeny ${name}: ${detail}.`,
      })[kind],
    look: 'Zobacz',
    campaigns: 'Ostatnie kampanie',
    noCampaigns: 'Nie wysłano jeszcze żadnej kampanii.',
    columns: {
      name: 'Kampania',
      began: 'Początek',
      sent: 'Wysłane',
      opened: 'Otwarcia',
      clicked: 'Kliknięcia',
      left: 'Wypisania',
    },
    zone: (zone) =>
      `Godziny w strefie ${zone}. Otwarcia obejmują programy pocztowe, które same wczytują każdą wiadomość.`,
    growth: 'Wzrost, 30 dni',
    growthCaption: 'Aktywne kontakty wszystkich list na koniec każdego dnia, UTC',
    growthFile: 'wzrost.csv',
    day: 'Dzień',
    people: (active) => `Teraz aktywne: ${count(active)}`,
    grewBy: (change) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
    firstDay: 'Wykres zacznie się, gdy będą do pokazania dwa dni.',
    listColumns: { name: 'Lista', active: 'Aktywne', change: 'W ciągu 30 dni' },
    steps: {
      title: 'Pierwsze kroki',
      done: 'gotowe',
      open: 'do zrobienia',
      list: 'Utwórz listę',
      people: 'Dodaj osoby',
      domain: 'Potwierdź domenę, z której wysyłasz',
      imprint: 'Podaj, kto odpowiada za treść, na stronach dla czytelników',
      campaign: 'Napisz pierwszą kampanię',
    },
    empty: {
      title: 'Jeszcze nic tu nie ma. Zacznij od jednego z poniższych.',
      importText: 'Kontakty są dodawane. Nic nie jest do nich wysyłane.',
      campaignText: 'Szkic, dopóki jej nie wyślesz.',
      inviteTitle: 'Zaproś osobę',
      inviteText: 'Współpracownik dostaje link, aby wybrać hasło.',
    },
    noMail:
      'Nie skonfigurowano serwera poczty: wiadomości, także zaproszenia, zostają w lokalnej skrzynce serwera. Aby wysyłać, ustaw SMTP_URL.',
  },
}
