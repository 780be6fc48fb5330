import type { z } from 'zod'
import {
  notOnRemoteLists,
  type sendingRuleSchema,
} from '../../../src/contract/resources/special-sending-rules.ts'
import type { Clause } from '../../../src/contract/segments/clauses.ts'
import { weekdays } from '../../../src/contract/times/hours.ts'
import { sendingRuleWords } from '../../words/audience/sending-rules.ts'
import { newGroup, type GroupDraft } from '../../segments/draft.ts'
import { draftOf } from '../../segments/from-clauses.ts'
import type { NamedClause } from '../../segments/to-clauses.ts'

export type SendingRule = z.output<typeof sendingRuleSchema>

/** While one writes them: numbers and times may be empty. */
export type RuleValues = {
  name: string
  listId: number | null
  skipWhen: SendingRule['skip_when']
  top: GroupDraft
  max: number | string
  days: number | string
  from: string
  until: string
  weekdays: readonly number[]
  zoneField: string
}

export function newRule(): RuleValues {
  return {
    name: '',
    listId: null,
    skipWhen: 'matching',
    top: newGroup('all', []),
    max: '',
    days: '',
    from: '',
    until: '',
    weekdays: [...weekdays],
    zoneField: '',
  }
}

export function valuesOf(rule: SendingRule): RuleValues {
  return {
    name: rule.name,
    listId: rule.mailing_list_id,
    skipWhen: rule.skip_when,
    top: draftOf((rule.clauses ?? []) as Clause[]),
    max: rule.messages_max ?? '',
    days: rule.messages_days ?? '',
    from: rule.send_from ?? '',
    until: rule.send_until ?? '',
    weekdays: rule.send_days,
    zoneField: rule.time_zone_field ?? '',
  }
}

const numberOrNull = (value: number | string) => (value === '' ? null : Number(value))

export function bodyOf(values: RuleValues, clauses: readonly NamedClause[]) {
  return {
    name: values.name,
    mailing_list_id: values.listId,
    clauses: clauses.length === 0 ? null : [...clauses],
    skip_when: values.skipWhen,
    messages_max: numberOrNull(values.max),
    messages_days: numberOrNull(values.days),
    send_from: values.from || null,
    send_until: values.until || null,
    send_days: [...values.weekdays],
    time_zone_field: values.zoneField.trim() || null,
  }
}

export type RuleBody = ReturnType<typeof bodyOf>

/** Those that a remote list refuses are listed below the others, with the reason. */
export function choicesOf(rules: readonly SendingRule[], isRemote: boolean) {
  const isRefused = (rule: SendingRule) => isRemote && notOnRemoteLists(ruleParts(rule)).length > 0
  const choice = (rule: SendingRule) => ({ value: String(rule.id), label: rule.name })
  const refused = rules.filter(isRefused)
  const usable = rules.filter((rule) => !isRefused(rule)).map(choice)
  if (refused.length === 0) return usable
  const group = {
    group: sendingRuleWords.choice.notRemote,
    items: refused.map((rule) => ({ ...choice(rule), disabled: true })),
  }
  return [...usable, group]
}

function ruleParts({ clauses, time_zone_field }: SendingRule) {
  return { clauses: clauses as Clause[] | null, time_zone_field }
}
