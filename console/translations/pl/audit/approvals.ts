import type { ApprovalKind } from '../../../../src/contract/plans/rules.ts'
import { count } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/audit/approvals.ts'

const kinds: Record<ApprovalKind, string> = {
  campaign: 'Wysłanie kampanii',
  autoresponder: 'Uruchomienie autorespondera',
  import: 'Import kontaktów',
  export: 'Eksport kontaktów',
  bulk_change: 'Zmiana wielu kontaktów',
  erasure: 'Trwałe wymazanie kontaktu',
  api_key: 'Utworzenie lub zmiana klucza API',
  rights: 'Zmiana uprawnień',
  webhook: 'Utworzenie lub zmiana webhooka',
  suppression: 'Usunięcie wykluczonych adresów',
}

export const { approvalWords }: typeof en = {
  approvalWords: {
    title: 'Akceptacje',
    lead: 'Co ktoś chce zrobić, a druga osoba musi najpierw zaakceptować, od najnowszych.',
    rulesLink: 'Co wymaga akceptacji',
    kinds,
    other: 'Inna zmiana',
    states: {
      planned: 'zaplanowana',
      waiting: 'czeka na decyzję',
      approved: 'zaakceptowana',
      refused: 'odrzucona',
      applied: 'wykonana',
      void: 'nieważna',
    },
    what: 'Co',
    who: 'Wnioskuje',
    when: 'Złożono',
    state: 'Stan',
    filter: 'Pokaż',
    filters: { '': 'Wszystkie', waiting: 'Te, które czekają na decyzję' },
    somebody: 'osoba, której już nie ma',
    empty: {
      title: 'Nie ma nic do akceptacji',
      text: 'Prośby pojawiają się tu, gdy reguła mówi, że coś wymaga akceptacji drugiej osoby.',
    },
    one: {
      facts: 'Co by się stało',
      until: 'Można wykonać do',
      program: 'Złożono przez',
      concerned: 'Kontakty',
      messages: 'Wiadomości',
      credits: 'Kredyty',
      unknown: 'nieznane przed rozpoczęciem',
      unlimited: 'bez limitu',
      classes: 'W tym',
      leftOut: 'Pominięte',
      leftOutFor: {
        not_in_segment: 'poza segmentem',
        paused: 'przerwa na własne życzenie',
        suppressed: 'na liście wykluczeń',
      },
      waits: 'Czeka na',
      numbered: (word, number) => `${word}: ${count(number)}`,
      people,
      campaign: 'Otwórz kampanię, jej sprawdzenie i podgląd',
      decision: 'Decyzja',
      reason: 'Powód',
      reasonHint: 'Dla wnioskującego i do dziennika audytu.',
      approve: 'Zaakceptuj',
      refuse: 'Odrzuć',
      apply: 'Wykonaj teraz',
      decided: (state, name, when) => `${state}: ${name}, ${when}`,
      emergency: 'bez akceptacji, w trybie awaryjnym',
      void: 'Nie można już tego wykonać:',
      mayDecide: 'Nikt nie decyduje o własnej prośbie. O prawie do decyzji informuje próba jej podjęcia.',
    },
    ask: {
      button: 'Poproś o akceptację',
      hint: 'Druga osoba musi to zaakceptować. Dostanie e-mail i zobaczy sprawdzenie, podgląd i liczby.',
    },
    rules: {
      title: 'Co wymaga akceptacji',
      lead: 'Czego nikt w tej organizacji nie robi w pojedynkę. Kto prosi, nigdy sam tego nie akceptuje.',
      needed: (kind) => kind,
      above: 'Powyżej tej liczby kontaktów',
      approvers: 'Kto może akceptować',
      approversHint: 'Nikogo nie wskazano: wszyscy administratorzy.',
      emergency: 'Kto może działać sam w trybie awaryjnym',
      emergencyHint: 'Zostaje to zapisane i wysłane e-mailem do wszystkich, którzy mogą akceptować.',
      ofLists: (number) =>
        number === 1
          ? 'Jedną regułę dla pojedynczej listy utworzono przez API; pozostaje bez zmian.'
          : `Reguły dla pojedynczych list utworzone przez API (${count(number)}) pozostają bez zmian.`,
      save: 'Zapisz reguły',
    },
  },
}
