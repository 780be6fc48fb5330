import { activities } from '../../src/contract/segments/activity.ts'

/** Conditions while one writes them: texts may be empty yet. The keys tell rows apart while they move. */

export type GroupType = 'any' | 'all' | 'not'
export type GroupDraft = { key: number; kind: 'group'; type: GroupType; items: Draft[] }
export type Draft = ClauseDraft | GroupDraft

/** What is asked, as the first choice of a row names it: `opened`, or `custom_field:7`. */
export type Subject = string

export type ClauseDraft = {
  key: number
  kind: 'clause'
  subject: Subject
  operator: string
  /** A text, a day, a number of days, or the id of what is named. */
  value: string
  /** The end of a range. */
  to: string
  values: string[]
  /** Of messages. */
  scope: Scope
  link: 'any' | 'url' | 'url_contains'
  linkText: string
  /** Of messages of one campaign: `any`, or a number from 1. Of bounces: `any` or which. */
  contentVersion: string
  severity: string
  /** Of consent: the id of the web form, or `any`, and which versions of its text. */
  form: string
  version: 'any' | 'version' | 'min_version'
  versionNumber: string
}
export type Scope = 'any' | 'campaign' | 'autoresponder' | 'last_campaigns' | 'last_days'

export const dateSubjects = [
  'subscriber_date_subscribed',
  'subscriber_date_confirmed',
  'subscriber_date_unsubscribed',
  'subscriber_date_bounced',
  'subscriber_date_scomp',
  'subscriber_date_deactivated',
]
export const activitySubjects: readonly string[] = activities
export const machineSubjects = ['opened_by_machine', 'clicked_by_machine']

let lastKey = 0
export const newKey = () => (lastKey += 1)

const first: Record<string, Partial<ClauseDraft>> = {
  in_mailing_list: { operator: 'is_active_in' },
  subscriber_status: { operator: 'is', value: 'active' },
  in_segment: { operator: 'is_in' },
  import: { operator: 'added_by' },
  consent: { operator: 'given' },
  subscriber_email: { operator: 'contains' },
  subscriber_email_domain: { operator: 'is_any_of' },
  subscriber_email_format: { operator: 'is_any_of' },
  subscriber_confirmed: { operator: 'is', value: 'true' },
  subscriber_subscribe_ip: { operator: 'is' },
}

export function newClause(subject: Subject = 'subscriber_date_subscribed'): ClauseDraft {
  const blank = {
    operator: '',
    value: '',
    to: '',
    values: [],
    scope: 'any',
    link: 'any',
    linkText: '',
    contentVersion: 'any',
    severity: 'any',
    form: 'any',
    version: 'any',
    versionNumber: '1',
  } as const
  const begun: Partial<ClauseDraft> = dateSubjects.includes(subject)
    ? { operator: 'in_last_days', value: '30' }
    : activitySubjects.includes(subject)
      ? machineSubjects.includes(subject)
        ? { operator: 'did', scope: 'campaign' }
        : { operator: 'did', scope: 'last_days', value: '30' }
      : (first[subject] ?? {})
  return { ...blank, values: [], key: newKey(), kind: 'clause', subject, ...begun }
}

export function newGroup(type: GroupType, items: Draft[] = [newClause()]): GroupDraft {
  return { key: newKey(), kind: 'group', type, items }
}
