import type { OutcomeReasonRecord } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { instant } from '../../../design/figures.ts'
import { statusWords } from '../audience/subscribers.ts'
import type * as en from '../../../words/report/why.ts'

type Reason = OutcomeReasonRecord
type Say = (reason: Reason, zone: string) => string

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : ` op ${instant(reason.at, zone)}`
const until = ({ until: end }: Reason, zone: string) => (end === null ? '' : ` tot ${instant(end, zone)}`)
const said = ({ text }: Reason) => (text === null ? '' : `: ${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? 'niet actief'

/** What is recorded of that time. */
const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `De mailserver heeft het aangenomen${on(reason, zone)}.`,
  bounced: (reason, zone) => `Het is gebouncet${on(reason, zone)}${said(reason)}.`,
  retrying: (reason, zone) =>
    `Een mailserver weigerde het voorlopig${said(reason)}. De volgende poging wacht${until(reason, zone)}.`,
  uncertain: () =>
    'Het is misschien wel, misschien niet vertrokken: de verbinding of de server viel uit tijdens het overdragen.',
  being_sent: () => 'Het wordt op dit moment overgedragen.',
  sending_rule: ({ text }) => `Weggelaten: ${text ?? 'een verzendregel'}.`,
  failed: (reason) => `Het bericht kon niet worden gemaakt${said(reason)}.`,
  waits_for_time: (reason, zone) =>
    `Wacht op zijn tijd (een vertraging, de tijdzone of de uren van een verzendregel)${until(reason, zone)}.`,
  not_started: (reason, zone) =>
    reason.until === null
      ? 'De campagne is nog niet gepland.'
      : `De campagne begint op ${instant(reason.until, zone)}.`,
  not_reached: ({ text }) =>
    text === null
      ? 'De campagne is nog niet bij dit contact.'
      : text === 'paused'
        ? 'De campagne is gepauzeerd en nog niet bij dit contact.'
        : `De campagne is nog niet bij dit contact: ze wacht: ${text}.`,
  winner_pending: (reason, zone) =>
    `Dit contact krijgt de winnende versie van de A/B-test, die${reason.until === null ? ' na de test' : ` op ${instant(reason.until, zone)}`} wordt gekozen.`,
  campaign_ended: ({ text }) =>
    text === 'failed'
      ? 'De campagne mislukte voordat dit contact aan de beurt was.'
      : 'De campagne is geannuleerd voordat dit contact aan de beurt was.',
  joined_later: (reason, zone) =>
    `Dit contact kwam op de lijst nadat de campagne was begonnen${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  left: (reason, zone) =>
    `De status was ${stateOf(reason.text)}${reason.at === null ? '' : ` sinds ${instant(reason.at, zone)}`}.`,
  suppressed: (reason, zone) =>
    `Het adres stond op de blokkeerlijst ${reason.text ?? 'van het systeem'}${reason.at === null ? '' : ` sinds ${instant(reason.at, zone)}`}.`,
  paused: (reason, zone) => `Dit contact had berichten gepauzeerd${until(reason, zone)}.`,
  not_in_segment: () => 'Dit contact zat niet in het segment.',
  not_in_query: () => 'Dit contact zat niet in de rijen van de query.',
  joined_before: (reason, zone) =>
    `Dit contact kwam op de lijst voordat de autoresponder bestond${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  not_triggered: () => 'Wat hem start, is voor dit contact niet gebeurd.',
  earlier_step: (reason, zone) =>
    `Dit contact wacht op een eerdere stap${reason.text === null ? '' : ` (‘${reason.text}’)`}${until(reason, zone)}.`,
  step_condition: () =>
    'Dit contact is voorbij deze stap: de voorwaarde ervan, of een verzendregel, gaf hem niet.',
  sequence_over: () => 'Dit contact zit niet meer in de reeks.',
  unknown: () => 'Niets wat is opgeslagen, zegt waarom.',
}

/** What follows from what is stored now. */
const perhaps: Partial<Record<Reason['code'], Say>> = {
  left: (reason, zone) =>
    `De status is ${stateOf(reason.text)}${reason.at === null ? '. Sinds wanneer is niet vastgelegd' : ` sinds ${instant(reason.at, zone)}, tijdens het verzenden van de campagne`}.`,
  suppressed: (reason, zone) =>
    `Het adres staat op de blokkeerlijst ${reason.text ?? 'van het systeem'}${reason.at === null ? '' : ` sinds ${instant(reason.at, zone)}`}. Of dat voor de beurt was, is niet vastgelegd.`,
  paused: (reason, zone) =>
    `Dit contact pauzeert berichten${until(reason, zone)}. Of dat voor de beurt was, is niet vastgelegd.`,
  not_in_segment: () => 'Dit contact zit nu niet in het segment. Of dat toen zo was, is niet vastgelegd.',
  not_in_query: () => 'Dit contact zit niet in de rijen van de query.',
  not_triggered: () => 'Voor zover vastgelegd is voor dit contact niet gebeurd wat hem start.',
  step_condition: () => 'Dit contact was de plaats al voorbij toen de stap werd toegevoegd.',
  sequence_over: () =>
    'Dit contact zit niet meer in de reeks: die eindigde door een voorwaarde, of iemand haalde het contact eruit.',
  unknown: () =>
    'Niets wat is opgeslagen, zegt waarom. Misschien zat dit contact toen niet in het segment, of was het een tijd geblokkeerd of inactief.',
}

export const { whyWords }: typeof en = {
  whyWords: {
    title: 'Waarom een contact het niet kreeg',
    lead: 'Vul een adres in om te zien wat er voor dat contact van deze campagne is geworden.',
    address: 'Adres',
    ask: 'Opzoeken',
    notOnList: (email, list) =>
      `${email} staat nu niet op de lijst ${list}. Verwijderde contacten laten geen spoor na van de reden.`,
    person: 'Contact openen',
    leadAutoresponder:
      'Vul een adres in om te zien wat er voor dat contact van deze autoresponder is geworden.',
    autoresponders: 'Autoresponders',
    ownMessage: 'Eerste bericht',
    campaigns: 'Campagnes',
    none: { title: 'Geen campagnes', text: 'Er is geen campagne van deze lijst verzonden.' },
    noAutoresponders: 'Deze lijst heeft geen autoresponders.',
    more: 'Meer tonen',
    outcomes: {
      sent: 'Gekregen',
      bounced: 'Gebouncet',
      waiting: 'Wacht',
      not_sent: 'Niet gekregen',
    },
    sentence: (reason, zone) =>
      ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
  },
}
