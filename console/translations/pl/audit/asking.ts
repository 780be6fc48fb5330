import type * as en from '../../../words/audit/asking.ts'

/** What a call that needs an approval offers, and what those who decide read. */
export const { askingWords }: typeof en = {
  askingWords: {
    title: 'Musi to zaakceptować druga osoba',
    hint: 'Nic się nie zmieniło. Poproś o akceptację: uprawnieni dostaną e-mail i zobaczą dokładnie to, z liczbami. Po akceptacji wykonasz to jednym kliknięciem.',
    mayNot: 'Nic się nie zmieniło. Może to zrobić administrator albo o to poprosić.',
    note: 'Notatka dla decydujących',
    noteHint: 'Dlaczego, albo na co zwrócić uwagę. Znajdzie się też w e-mailu.',
    asked: 'Prośba wysłana. Znajdziesz ją w Akceptacjach; po akceptacji tam ją wykonasz.',
    free: 'Nikt nie musi już tego akceptować: można to wykonać teraz.',
    open: 'Otwórz prośbę',
    one: {
      note: 'Notatka',
      request: 'Dokładnie to',
      check: 'Sprawdzenie',
      preview: 'Wiadomość',
      version: 'Wersja',
      sample:
        'Tak wygląda z przykładowymi wartościami. Akceptowane jest to, co jest teraz zapisane: zmiana unieważnia akceptację.',
      others: 'Decyduje ktoś inny: nikt nie decyduje o własnej prośbie, tylko osoby wskazane w regułach.',
      emergencyTitle: 'W sytuacji awaryjnej',
      emergencyText:
        'Można to zrobić bez akceptacji. Zostaje to zapisane i wysłane e-mailem do wszystkich, którzy mogą akceptować.',
      emergencyReason: 'Dlaczego nie może to czekać',
      emergencyAct: 'Zrób to bez akceptacji',
      made: 'Otwórz wynik',
    },
  },
}
