import { notOnRemoteLists } from '../../contract/resources/special-sending-rules.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

/** Ignores case. null: there is none. */
export async function findRuleId(sql: Sql, organizationId: number, name: string): Promise<number | null> {
  const [rule] = await sql<{ id: number }[]>`
    select id from special_sending_rules where organization_id = ${organizationId} and lower(name) = lower(${name})`
  return rule?.id ?? null
}

type Given = {
  special_sending_rule_id?: number | null | undefined
  special_sending_rule_name?: string | null | undefined
}

/** One of the two can be given. @returns `id` undefined: neither is. */
export async function readRuleReference(
  sql: Sql,
  organizationId: number,
  { special_sending_rule_id: id, special_sending_rule_name: name }: Given,
): Promise<{ id: number | null | undefined; problems: string[] }> {
  if (name === undefined) return { id, problems: [] }
  if (name === null || name.trim() === '') return { id: id === undefined ? null : id, problems: [] }
  const found = await findRuleId(sql, organizationId, name.trim())
  if (found === null) return { id, problems: ['special_sending_rule_name does not exist'] }
  if (typeof id === 'number' && id !== found) {
    return {
      id,
      problems: ['only one of special_sending_rule_id and special_sending_rule_name can be given'],
    }
  }
  return { id: found, problems: [] }
}

type Rule = { mailing_list_id: number | null; clauses: Clause[] | null; time_zone_field: string | null }

/** Locks the rule against deletion and change. @returns problems, `special_sending_rule_id <problem>`. */
export async function findRuleProblems(
  sql: Transaction,
  organizationId: number,
  list: { id: number; isRemote: boolean },
  id: number | null,
): Promise<string[]> {
  if (id === null) return []
  const [rule] = await sql<Rule[]>`
    select mailing_list_id, clauses, time_zone_field from special_sending_rules
    where organization_id = ${organizationId} and id = ${id} for key share`
  if (rule === undefined) return ['special_sending_rule_id does not exist']
  if (rule.mailing_list_id !== null && rule.mailing_list_id !== list.id) {
    return ['special_sending_rule_id is a rule for another mailing list']
  }
  const refused = list.isRemote ? notOnRemoteLists(rule) : []
  return refused.length === 0
    ? []
    : [
        `special_sending_rule_id is a rule with ${refused.join(' and ')}, which remote lists do not have: choose another rule`,
      ]
}
