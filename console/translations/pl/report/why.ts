import type { OutcomeReasonRecord } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { instant } from '../../../design/figures.ts'
import { statusWords } from '../audience/subscribers.ts'
import type * as en from '../../../words/report/why.ts'

type Reason = OutcomeReasonRecord
type Say = (reason: Reason, zone: string) => string

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : ` ${instant(reason.at, zone)}`
const until = ({ until: end }: Reason, zone: string) => (end === null ? '' : ` do ${instant(end, zone)}`)
const said = ({ text }: Reason) => (text === null ? '' : `: ${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? 'nieaktywny'

/** What is recorded of that time. */
const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `Serwer poczty przyjął wiadomość${on(reason, zone)}.`,
  bounced: (reason, zone) => `Wiadomość się odbiła${on(reason, zone)}${said(reason)}.`,
  retrying: (reason, zone) =>
    `Serwer poczty na razie odmówił${said(reason)}. Następna próba czeka${until(reason, zone)}.`,
  uncertain: () => 'Nie wiadomo, czy wyszła: podczas przekazywania zawiodło połączenie lub serwer.',
  being_sent: () => 'Właśnie jest przekazywana.',
  sending_rule: ({ text }) => `Pominięto: ${text ?? 'reguła wysyłki'}.`,
  failed: (reason) => `Nie udało się utworzyć wiadomości${said(reason)}.`,
  waits_for_time: (reason, zone) =>
    `Czeka na swoją porę (opóźnienie, strefa czasowa lub godziny reguły wysyłki)${until(reason, zone)}.`,
  not_started: (reason, zone) =>
    reason.until === null
      ? 'Kampania nie jest jeszcze zaplanowana.'
      : `Początek kampanii: ${instant(reason.until, zone)}.`,
  not_reached: ({ text }) =>
    text === null
      ? 'Jeszcze nie dotarła do tego kontaktu.'
      : text === 'paused'
        ? 'Jest wstrzymana i jeszcze nie dotarła do tego kontaktu.'
        : `Jeszcze nie dotarła do tego kontaktu; czeka: ${text}.`,
  winner_pending: (reason, zone) =>
    `Kontakt dostanie zwycięską wersję testu A/B, wybieraną${reason.until === null ? ' po teście' : ` ${instant(reason.until, zone)}`}.`,
  campaign_ended: ({ text }) =>
    text === 'failed'
      ? 'Kampania nie udała się, zanim przyszła kolej na ten kontakt.'
      : 'Kampanię anulowano, zanim przyszła kolej na ten kontakt.',
  joined_later: (reason, zone) =>
    `Kontakt dołączył do listy po rozpoczęciu kampanii${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  left: (reason, zone) =>
    `Status kontaktu ${reason.at === null ? 'w tamtej chwili' : `od ${instant(reason.at, zone)}`}: ${stateOf(reason.text)}.`,
  suppressed: (reason, zone) =>
    `Adres był na liście wykluczeń ${reason.text ?? 'systemu'}${reason.at === null ? '' : ` od ${instant(reason.at, zone)}`}.`,
  paused: (reason, zone) => `Kontakt miał przerwę w wiadomościach${until(reason, zone)}.`,
  not_in_segment: () => 'Kontaktu nie było w segmencie.',
  not_in_query: () => 'Kontaktu nie było w wierszach zapytania.',
  joined_before: (reason, zone) =>
    `Kontakt dołączył do listy, zanim powstał autoresponder${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  not_triggered: () => 'To, co go uruchamia, nie zdarzyło się dla tego kontaktu.',
  earlier_step: (reason, zone) =>
    `Kontakt czeka na wcześniejszy krok${reason.text === null ? '' : ` („${reason.text}”)`}${until(reason, zone)}.`,
  step_condition: () => 'Kontakt minął ten krok: pominął go warunek kroku albo reguła wysyłki.',
  sequence_over: () => 'Kontaktu nie ma już w sekwencji.',
  unknown: () => 'Nic z zapisanych danych nie mówi dlaczego.',
}

/** What follows from what is stored now. */
const perhaps: Partial<Record<Reason['code'], Say>> = {
  left: (reason, zone) =>
    `Status kontaktu: ${stateOf(reason.text)}${reason.at === null ? '. Nie zapisano, od kiedy' : ` od ${instant(reason.at, zone)}, podczas wysyłki kampanii`}.`,
  suppressed: (reason, zone) =>
    `Adres jest na liście wykluczeń ${reason.text ?? 'systemu'}${reason.at === null ? '' : ` od ${instant(reason.at, zone)}`}. Nie zapisano, czy był tam przed swoją kolejką.`,
  paused: (reason, zone) =>
    `Kontakt ma przerwę w wiadomościach${until(reason, zone)}. Nie zapisano, czy zaczęła się przed jego kolejką.`,
  not_in_segment: () => 'Kontaktu nie ma teraz w segmencie. Nie zapisano, czy był w nim wtedy.',
  not_in_query: () => 'Kontaktu nie ma wśród wierszy zapytania.',
  not_triggered: () => 'Według zapisanych danych to, co go uruchamia, nie zdarzyło się dla tego kontaktu.',
  step_condition: () => 'Kontakt minął to miejsce, zanim dodano krok.',
  sequence_over: () => 'Kontaktu nie ma już w sekwencji: zakończył ją warunek albo ktoś go z niej usunął.',
  unknown: () =>
    'Nic z zapisanych danych nie mówi dlaczego. Kontakt mógł wtedy nie być w segmencie albo przez pewien czas był wykluczony lub nieaktywny.',
}

export const { whyWords }: typeof en = {
  whyWords: {
    title: 'Dlaczego ktoś jej nie dostał',
    lead: 'Wpisz adres, aby zobaczyć, co stało się z tą kampanią dla tego kontaktu.',
    address: 'Adres',
    ask: 'Sprawdź',
    notOnList: (email, list) =>
      `${email} nie jest teraz na liście „${list}”. Po usuniętych kontaktach nie zostaje ślad, dlaczego jej nie dostały.`,
    person: 'Otwórz kontakt',
    leadAutoresponder: 'Wpisz adres, aby zobaczyć, co stało się z tym autoresponderem dla tego kontaktu.',
    autoresponders: 'Autorespondery',
    ownMessage: 'Pierwsza wiadomość',
    campaigns: 'Kampanie',
    none: { title: 'Brak kampanii', text: 'Nie wysłano żadnej kampanii tej listy.' },
    noAutoresponders: 'Ta lista nie ma autoresponderów.',
    more: 'Pokaż więcej',
    outcomes: {
      sent: 'Dostarczono',
      bounced: 'Odbita',
      waiting: 'Czeka',
      not_sent: 'Niedostarczona',
    },
    sentence: (reason, zone) =>
      ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
  },
}
