import type { ApprovalKind } from '../../../../src/contract/plans/rules.ts'
import { count } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/audit/approvals.ts'

const kinds: Record<ApprovalKind, string> = {
  campaign: 'Een campagne verzenden',
  autoresponder: 'Een autoresponder starten',
  import: 'Contacten importeren',
  export: 'Contacten exporteren',
  bulk_change: 'Veel contacten wijzigen',
  erasure: 'Een contact wissen',
  api_key: 'Een API-sleutel maken of wijzigen',
  rights: 'Wijzigen wie wat mag',
  webhook: 'Een webhook maken of wijzigen',
  suppression: 'Geblokkeerde adressen verwijderen',
}

export const { approvalWords }: typeof en = {
  approvalWords: {
    title: 'Goedkeuringen',
    lead: 'Wat iemand wil doen en een tweede persoon eerst moet goedkeuren, nieuwste eerst.',
    rulesLink: 'Wat goedkeuring nodig heeft',
    kinds,
    other: 'Andere wijziging',
    states: {
      planned: 'gepland',
      waiting: 'wacht op een beslissing',
      approved: 'goedgekeurd',
      refused: 'afgewezen',
      applied: 'uitgevoerd',
      void: 'vervallen',
    },
    what: 'Wat',
    who: 'Gevraagd door',
    when: 'Gevraagd',
    state: 'Status',
    filter: 'Tonen',
    filters: { '': 'Alle', waiting: 'Die op een beslissing wachten' },
    somebody: 'iemand die er niet meer is',
    empty: {
      title: 'Niets goed te keuren',
      text: 'Verzoeken verschijnen hier zodra een regel zegt dat iets de goedkeuring van een tweede persoon nodig heeft.',
    },
    one: {
      facts: 'Wat het zou doen',
      until: 'Uit te voeren tot',
      program: 'Gevraagd via',
      concerned: 'Contacten',
      messages: 'Berichten',
      credits: 'Credits',
      unknown: 'niet bekend voor de start',
      unlimited: 'geen limiet',
      classes: 'Waarvan',
      leftOut: 'Weggelaten',
      leftOutFor: {
        not_in_segment: 'niet in het segment',
        paused: 'zelfgekozen pauze',
        suppressed: 'op een blokkeerlijst',
      },
      waits: 'Wacht op',
      numbered: (word, number) => `${word}: ${count(number)}`,
      people,
      campaign: 'Open de campagne, de controle en het voorbeeld',
      decision: 'Beslissing',
      reason: 'Reden',
      reasonHint: 'Voor wie het vroeg en voor de auditlog.',
      approve: 'Goedkeuren',
      refuse: 'Afwijzen',
      apply: 'Nu uitvoeren',
      decided: (state, name, when) => `${state} door ${name}, ${when}`,
      emergency: 'zonder goedkeuring, in een noodgeval',
      void: 'Het kan niet meer worden uitgevoerd:',
      mayDecide: 'Niemand beslist over een eigen verzoek. Wie mag beslissen, merkt dat bij de poging.',
    },
    ask: {
      button: 'Goedkeuring vragen',
      hint: 'Een tweede persoon moet dit goedkeuren. Diegene krijgt een e-mail en ziet de controle, het voorbeeld en de aantallen.',
    },
    rules: {
      title: 'Wat goedkeuring nodig heeft',
      lead: 'Wat niemand in deze organisatie alleen doet. Wie het vraagt, keurt het nooit zelf goed.',
      needed: (kind) => kind,
      above: 'Boven dit aantal contacten',
      approvers: 'Wie mag goedkeuren',
      approversHint: 'Niemand genoemd: alle beheerders.',
      emergency: 'Wie het in een noodgeval alleen mag doen',
      emergencyHint: 'Het wordt vastgelegd en gemaild aan allen die mogen goedkeuren.',
      ofLists: (number) =>
        number === 1
          ? 'Eén regel voor een enkele lijst is via de API gemaakt en blijft.'
          : `${count(number)} regels voor enkele lijsten zijn via de API gemaakt en blijven.`,
      save: 'Regels opslaan',
    },
  },
}
