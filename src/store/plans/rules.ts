import type { ApprovalRule } from '../../contract/plans/rules.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

export async function findApprovalRules(sql: Sql, organizationId: number): Promise<ApprovalRule[]> {
  return sql<ApprovalRule[]>`
    select kind, mailing_list_id, above, approver_user_ids, emergency_user_ids from approval_rules
    where organization_id = ${organizationId} order by position`
}

export async function replaceApprovalRules(
  sql: Transaction,
  organizationId: number,
  rules: readonly ApprovalRule[],
): Promise<void> {
  await sql`delete from approval_rules where organization_id = ${organizationId}`
  for (const [position, rule] of rules.entries()) {
    await sql`
      insert into approval_rules (organization_id, position, kind, mailing_list_id, above, approver_user_ids,
        emergency_user_ids)
      values (${organizationId}, ${position}, ${rule.kind}, ${rule.mailing_list_id}, ${rule.above},
        ${sql.json(rule.approver_user_ids)}, ${sql.json(rule.emergency_user_ids)})`
  }
}

export type Approver = { id: number; email: string; full_name: string; role: string }

/** Active users of the organization who see all of its lists. @param named none: its administrators */
export async function findApprovers(
  sql: Sql,
  organizationId: number,
  named: readonly number[],
): Promise<Approver[]> {
  return sql<Approver[]>`
    select id, email, full_name, role from users
    where organization_id = ${organizationId} and active and (
      ${named.length === 0} and role <> 'standard'
      or id = any(${[...named]}::integer[]) and (role <> 'standard' or mailing_list_ids is null))
    order by id`
}

/** Who got the value of the key, or the key itself. */
export async function findHolder(sql: Sql, organizationId: number, keyId: number): Promise<string | null> {
  const [row] = await sql<{ held_by: string | null }[]>`
    select held_by from api_keys where organization_id = ${organizationId} and id = ${keyId}`
  return row?.held_by ?? null
}

export async function noteHolder(
  sql: Sql,
  organizationId: number,
  keyId: number,
  person: string,
): Promise<void> {
  await sql`
    update api_keys set held_by = ${person} where organization_id = ${organizationId} and id = ${keyId}`
}
