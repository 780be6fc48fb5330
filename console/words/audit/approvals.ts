import type { ApprovalKind } from '../../../src/contract/plans/rules.ts'
import type { PlanState } from '../../../src/contract/plans/states.ts'
import { count } from '../../design/figures.ts'
import { people } from '../audience/amounts.ts'

const kinds: Record<ApprovalKind, string> = {
  campaign: 'Send a campaign',
  autoresponder: 'Start an autoresponder',
  import: 'Import people',
  export: 'Export people',
  bulk_change: 'Change many people',
  erasure: 'Erase a person',
  api_key: 'Make or change an API key',
  rights: 'Change who may do what',
  webhook: 'Make or change a webhook',
  suppression: 'Remove suppressed addresses',
}

export const approvalWords = {
  title: 'Approvals',
  lead: 'What somebody wants to do and a second person has to approve first, latest first.',
  rulesLink: 'What needs an approval',
  kinds,
  other: 'Another change',
  states: {
    planned: 'planned',
    waiting: 'waits for a decision',
    approved: 'approved',
    refused: 'refused',
    applied: 'carried out',
    void: 'void',
  } satisfies Record<PlanState, string>,
  what: 'What',
  who: 'Asked by',
  when: 'Asked',
  state: 'State',
  filter: 'Show',
  filters: { '': 'All', waiting: 'Those that wait for a decision' },
  somebody: 'somebody who is gone',
  empty: {
    title: 'Nothing to approve',
    text: 'Requests appear here once a rule says that something needs the approval of a second person.',
  },
  one: {
    facts: 'What it would do',
    until: 'Can be carried out until',
    program: 'Asked through',
    concerned: 'People',
    messages: 'Messages',
    credits: 'Credits',
    unknown: 'not known before it starts',
    unlimited: 'no limit',
    classes: 'Of them',
    leftOut: 'Left out',
    leftOutFor: {
      not_in_segment: 'not in the segment',
      paused: 'taking a break that they chose',
      suppressed: 'on a suppression list',
    } as Partial<Record<string, string>>,
    waits: 'Waits for',
    numbered: (word: string, number: number) => `${word}: ${count(number)}`,
    people,
    campaign: 'Open the campaign, its check and its preview',
    decision: 'Decision',
    reason: 'Reason',
    reasonHint: 'For the one who asked and for the audit log.',
    approve: 'Approve',
    refuse: 'Refuse',
    apply: 'Carry it out now',
    decided: (state: string, name: string, when: string) => `${state} by ${name}, ${when}`,
    emergency: 'without an approval, in an emergency',
    void: 'It cannot be carried out any more:',
    mayDecide: 'Nobody decides about their own request. Who may decide is told when they try.',
  },
  ask: {
    button: 'Ask for approval',
    hint: 'A second person has to approve this. They get a mail, and see the check, the preview and the numbers.',
  },
  rules: {
    title: 'What needs an approval',
    lead: 'What nobody in this organization does alone. Whoever asks never approves it themselves.',
    needed: (kind: string) => kind,
    above: 'Above this number of people',
    approvers: 'Who may approve',
    approversHint: 'Nobody named: all administrators.',
    emergency: 'Who may do it alone in an emergency',
    emergencyHint: 'It is recorded, and mailed to all who may approve.',
    ofLists: (number: number) =>
      number === 1
        ? 'One rule for a single list was made by the API, and stays.'
        : `${count(number)} rules for single lists were made by the API, and stay.`,
    save: 'Save the rules',
  },
}
