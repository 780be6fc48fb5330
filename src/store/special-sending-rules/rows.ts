import { invalid } from '../../contract/api/errors.ts'
import { overlay } from '../../contract/api/overlay.ts'
import { ruleProblems } from '../../contract/resources/special-sending-rules.ts'
import type {
  SendingRuleChanges,
  SendingRuleInput,
  SendingRuleValues,
} from '../../contract/resources/special-sending-rules.ts'
import { readClauses } from '../../contract/segments/clauses.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import { weekdays } from '../../contract/times/hours.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { describedClauses } from '../segments/rows.ts'
import type { Resource } from '../resources/rows.ts'

export const sendingRules: Resource<SendingRuleInput, SendingRuleChanges> = {
  what: 'special sending rule',
  subject: 'special_sending_rule',
  table: 'special_sending_rules',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select id, ${attributes(sql)}, clauses, description from special_sending_rules
    where organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'special_sending_rules_name' },
  insert: async (sql, organizationId, input) => {
    const columns = await columnsAfter(sql, organizationId, { values: blank, clauses: null }, input)
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
    const columns = await columnsAfter(sql, organizationId, { values, clauses }, changes)
    if (columns.mailing_list_id !== values.mailing_list_id) {
      await requireUsersOfList(sql, organizationId, Number(id), columns.mailing_list_id)
    }
    await sql`
      update special_sending_rules set ${sql(columns)}, updated_at = now()
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

type Current = { values: SendingRuleValues; clauses: Clause[] | null }

/** @throws AppError `validation_failed`, `invalid_request` for unsupported clauses. */
async function columnsAfter(
  sql: Transaction,
  organizationId: number,
  current: Current,
  { clauses: given, ...input }: SendingRuleChanges,
) {
  const values = overlay(current.values, input)
  const clauses = given === undefined ? (current.clauses ?? []) : readClauses('clauses', given ?? [])
  const listId = values.mailing_list_id
  const problems = ruleProblems({ ...values, hasClauses: clauses.length > 0 })
  if (listId !== null && !(await hasList(sql, organizationId, listId))) {
    problems.push('mailing_list_id does not exist')
  }
  if (problems.length > 0) throw invalid(problems.join(', '))
  const columns = { ...values, send_days: sql.json(values.send_days) }
  if (clauses.length === 0) return { ...columns, clauses: null, description: '' }
  // What belongs to a list is unknown to a rule for all lists. A rule whose list is not changed is not read again:
  // something that it names may be gone.
  if (given === undefined && listId === current.values.mailing_list_id) return columns
  const place = { organizationId, listId: listId ?? 0 }
  const described = await describedClauses(sql, place, 'clauses', clauses)
  return { ...columns, clauses: sql.json(described.clauses), description: described.description }
}

async function hasList(sql: Transaction, organizationId: number, id: number): Promise<boolean> {
  const [list] = await sql`
    select 1 from mailing_lists
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null for key share`
  return list !== undefined
}

/** @throws AppError `validation_failed` if a campaign or autoresponder of another list uses the rule. */
async function requireUsersOfList(
  sql: Transaction,
  organizationId: number,
  id: number,
  listId: number | null,
): Promise<void> {
  if (listId === null) return
  const [other] = await sql`
    select 1 from (${sendingRules.users(sql, organizationId, { id })}) users
    join campaigns c on c.organization_id = ${organizationId} and users.type <> 'Autoresponder' and c.id = users.id
    where c.mailing_list_id <> ${listId}
    union all
    select 1 from (${sendingRules.users(sql, organizationId, { id })}) users
    join autoresponders a on a.organization_id = ${organizationId} and users.type = 'Autoresponder' and a.id = users.id
    where a.mailing_list_id <> ${listId}
    limit 1`
  if (other !== undefined) {
    throw invalid(
      'mailing_list_id must be null while campaigns or autoresponders of other lists use the rule',
    )
  }
}
