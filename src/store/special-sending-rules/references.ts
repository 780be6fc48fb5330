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

/** Locks the rule against deletion. @returns problems, `special_sending_rule_id <problem>`. */
export async function findRuleProblems(
  sql: Transaction,
  organizationId: number,
  listId: number,
  id: number | null,
): Promise<string[]> {
  if (id === null) return []
  const [rule] = await sql<{ mailing_list_id: number | null }[]>`
    select mailing_list_id from special_sending_rules
    where organization_id = ${organizationId} and id = ${id} for key share`
  if (rule === undefined) return ['special_sending_rule_id does not exist']
  return rule.mailing_list_id === null || rule.mailing_list_id === listId
    ? []
    : ['special_sending_rule_id is a rule for another mailing list']
}
