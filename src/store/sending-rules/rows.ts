import { invalid } from '../../contract/api/errors.ts'
import { overlay } from '../../contract/api/overlay.ts'
import {
  notOnRemoteLists,
  ruleProblems,
  type SendingRuleChanges,
  type SendingRuleInput,
  type SendingRuleUse,
  type SendingRuleValues,
} from '../../contract/resources/special-sending-rules.ts'
import { readClauses, type Clause, type ClauseReference } from '../../contract/segments/clauses.ts'
import { weekdays } from '../../contract/times/hours.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { describedClauses, describedTo } from '../segments/rows.ts'
import type { Resource } from '../resources/rows.ts'
import { nextVersion } from '../server/next-version.ts'

export const sendingRules: Resource<SendingRuleInput, SendingRuleChanges> = {
  what: 'special sending rule',
  versioned: true,
  subject: 'special_sending_rule',
  table: 'special_sending_rules',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select id, ${attributes(sql)}, clauses, ${describedTo(sql, 'special_sending_rules')} as description, updated_at
    from special_sending_rules
    where organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'special_sending_rules_name' },
  insert: async (sql, organizationId, input) => {
    const before = { values: blank, clauses: null }
    const columns = await columnsOf(sql, organizationId, ruleAfter(before, input), before)
    const [row] = await sql<{ id: number }[]>`
      insert into special_sending_rules ${sql({ organization_id: organizationId, ...columns })} returning id`
    if (row === undefined) throw new Error('insert returned no row')
    return row.id
  },
  update: async (sql, organizationId, { id }, changes) => {
    const [current] = await sql<(SendingRuleValues & { clauses: Clause[] | null })[]>`
      select ${attributes(sql)}, clauses from special_sending_rules
      where organization_id = ${organizationId} and id = ${id}`
    if (current === undefined) throw new Error('the rule is locked')
    const { clauses, ...values } = current
    const before = { values, clauses }
    const after = ruleAfter(before, changes)
    await requireUsers(sql, organizationId, Number(id), after)
    const columns = await columnsOf(sql, organizationId, after, before)
    await sql`
      update special_sending_rules set ${sql(columns)}, updated_at = ${nextVersion(sql)}
      where organization_id = ${organizationId} and id = ${id}`
  },
  users: (sql, organizationId, { id }) => sql`
    select 'Autoresponder' as type, a.id from autoresponders a
    join mailing_lists l on l.organization_id = a.organization_id and l.id = a.mailing_list_id
    where a.organization_id = ${organizationId} and a.special_sending_rule_id = ${id} and a.deleted_at is null
      and l.deleted_at is null
    union all
    select case when c.template then 'Template' else 'Campaign' end, c.id from campaigns c
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.special_sending_rule_id = ${id} and c.finished_at is null
      and l.deleted_at is null`,
  release: async (sql, organizationId, { id }) => {
    for (const table of ['campaigns', 'autoresponders']) {
      await sql`
        update ${sql(table)} set special_sending_rule_id = null
        where organization_id = ${organizationId} and special_sending_rule_id = ${id}`
    }
  },
}

function attributes(sql: Sql) {
  return sql(Object.keys(blank))
}

const blank: SendingRuleValues = {
  name: '',
  mailing_list_id: null,
  skip_when: 'matching',
  messages_max: null,
  messages_days: null,
  send_from: null,
  send_until: null,
  send_days: [...weekdays],
  time_zone_field: null,
}

type Rule<Reference = ClauseReference> = { values: SendingRuleValues; clauses: Clause<Reference>[] | null }

/** @throws AppError `validation_failed`, `invalid_request` for unsupported clauses. */
function ruleAfter(current: Rule<{ id: number }>, { clauses: given, ...input }: SendingRuleChanges): Rule {
  const clauses = given === undefined ? current.clauses : readClauses('clauses', given ?? [])
  const hasClauses = clauses !== null && clauses.length > 0
  const values = overlay(current.values, input)
  const problems = ruleProblems({ ...values, hasClauses })
  if (problems.length > 0) throw invalid(problems.join(', '))
  return { values, clauses: hasClauses ? clauses : null }
}

/** @throws AppError `validation_failed`. */
async function columnsOf(
  sql: Transaction,
  organizationId: number,
  { values, clauses }: Rule,
  before: Rule<{ id: number }>,
) {
  const { mailing_list_id: listId } = values
  if (listId !== null)
    await requireList(sql, organizationId, listId, notOnRemoteLists({ ...values, clauses }))
  const columns = { ...values, send_days: sql.json(values.send_days) }
  if (clauses === null) return { ...columns, clauses, description: '' }
  // A rule whose clauses and list are not changed is not read again: something that it names may be gone.
  if (clauses === before.clauses && listId === before.values.mailing_list_id) return columns
  // What belongs to a list is unknown to a rule for all lists.
  const place = { organizationId, listId: listId ?? 0 }
  const described = await describedClauses(sql, place, 'clauses', clauses)
  return { ...columns, clauses: sql.json(described.clauses), description: described.description }
}

/** @param refused parts of the rule that a remote list does not have. @throws AppError `validation_failed`. */
async function requireList(
  sql: Transaction,
  organizationId: number,
  id: number,
  refused: readonly string[],
): Promise<void> {
  const [list] = await sql<{ is_remote_list: boolean }[]>`
    select is_remote_list from mailing_lists
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null for key share`
  if (list === undefined) throw invalid('mailing_list_id does not exist')
  if (list.is_remote_list && refused.length > 0) {
    throw invalid(`${refused.join(' and ')} cannot be given for a remote list`)
  }
}

/** @throws AppError `validation_failed` if a campaign or autoresponder that uses the rule could not choose it now. */
async function requireUsers(
  sql: Transaction,
  organizationId: number,
  id: number,
  { values, clauses }: Rule,
): Promise<void> {
  const { mailing_list_id: listId } = values
  const refused = notOnRemoteLists({ ...values, clauses })
  if (listId === null && refused.length === 0) return
  const lists = await sql<{ id: number; is_remote_list: boolean }[]>`
    select distinct l.id, l.is_remote_list from (${usersWithNames(sql, organizationId, id)}) u
    join mailing_lists l on l.organization_id = ${organizationId} and l.id = u.mailing_list_id`
  if (listId !== null && lists.some((list) => list.id !== listId)) {
    throw invalid(
      'mailing_list_id must be null while campaigns or autoresponders of other lists use the rule',
    )
  }
  if (refused.length > 0 && lists.some((list) => list.is_remote_list)) {
    throw invalid(`${refused.join(' and ')} cannot be given while a campaign of a remote list uses the rule`)
  }
}

function usersWithNames(sql: Sql, organizationId: number, id: number): Fragment {
  return sql`
    select u.type, u.id, coalesce(c.name, a.name) as name,
      coalesce(c.mailing_list_id, a.mailing_list_id) as mailing_list_id
    from (${sendingRules.users(sql, organizationId, { id })}) u
    left join campaigns c on c.organization_id = ${organizationId} and u.type <> 'Autoresponder' and c.id = u.id
    left join autoresponders a on a.organization_id = ${organizationId} and u.type = 'Autoresponder' and a.id = u.id`
}

const usesMax = 100

export function findRuleUses(sql: Sql, organizationId: number, id: number): Promise<SendingRuleUse[]> {
  return sql<SendingRuleUse[]>`
    select * from (${usersWithNames(sql, organizationId, id)}) u order by type, id desc limit ${usesMax}`
}
