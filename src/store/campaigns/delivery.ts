import type { DispatchInput } from '../../contract/campaigns/input.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { Delivery } from './rows.ts'
import { readListInput } from '../lists/columns.ts'

/** Attributes of a dispatch that mailing lists have too, as their defaults, under another name. */
const listNames = {
  from_name: 'd_from_name',
  from_email: 'd_from_email',
  reply_to: 'd_reply_to',
  sender_email: 'd_sender_email',
  speed: 'd_speed',
  virtual_mta_id: 'd_virtual_mta_id',
  virtual_mta_name: 'd_virtual_mta',
  url_domain_id: 'd_url_domain_id',
  url_domain_name: 'd_url_domain',
  bounce_email_id: 'd_bounce_email_id',
  bounce_email_name: 'd_bounce_email',
  seed_list_ids: 'd_seed_list_ids',
  seed_list_names: 'd_seed_list_names',
  autowinner_enabled: 'd_autowinner_enabled',
  autowinner_percentage: 'd_autowinner_percentage',
  autowinner_delay_amount: 'd_autowinner_delay_amount',
  autowinner_delay_unit: 'd_autowinner_delay_unit',
  autowinner_metric: 'd_autowinner_metric',
} as const

export type DeliveryChanges = {
  /** What was given. */
  columns: Partial<Delivery>
  /** undefined: not given. */
  seedListIds: number[] | undefined
  problems: string[]
}

/** Finds what a dispatch refers to, by id or by name. Nothing of it is deleted until the transaction ends. */
export async function readDelivery(
  sql: Transaction,
  organizationId: number,
  input: DispatchInput,
): Promise<DeliveryChanges> {
  const seedLists = ['seed_list_id', 'seed_list_name', 'seed_list_ids', 'seed_list_names'] as const
  const given = seedLists.filter((name) => input[name] !== undefined)
  if (given.length > 1) {
    return { columns: {}, seedListIds: undefined, problems: [`only one of ${given.join(', ')} can be given`] }
  }
  const read = await readListInput(sql, organizationId, asOfList(withSeedLists(input)))
  const columns = Object.fromEntries(
    Object.entries(read.columns).map(([name, value]) => [name.replace(/^d_/, ''), value]),
  )
  for (const name of ['track_opens', 'track_links'] as const) {
    const value = input[name]
    if (value !== undefined) columns[name] = value
  }
  const rules = ['special_sending_rule_id', 'special_sending_rule_name'] as const
  // Nothing of this kind exists to be referred to.
  const unknown = rules.filter((name) => (input[name] ?? '') !== '').map((name) => `${name} does not exist`)
  return {
    columns,
    seedListIds: read.seedListIds,
    problems: [...read.problems.map((problem) => asOfDispatch(problem, given[0])), ...unknown],
  }
}

/** The two older attributes name all of the seed lists too: the one, or none. */
function withSeedLists({ seed_list_id: id, seed_list_name: name, ...input }: DispatchInput) {
  if (id !== undefined) return { ...input, seed_list_ids: id === null ? [] : [id] }
  if (name !== undefined) return { ...input, seed_list_names: !name ? [] : [name] }
  return input
}

function asOfList(input: ReturnType<typeof withSeedLists>) {
  return Object.fromEntries(
    Object.entries(listNames).flatMap(([name, listName]) => {
      const value = input[name as keyof typeof listNames]
      return value === undefined ? [] : [[listName, value]]
    }),
  )
}

/** A problem of a list's attribute, said of the dispatch's. */
function asOfDispatch(problem: string, seedLists: string | undefined): string {
  const [attribute = '', ...words] = problem.split(' ')
  const found = Object.entries(listNames).find(([, listName]) => listName === attribute)
  const name = attribute.startsWith('d_seed_list') ? seedLists : found?.[0]
  return [name ?? attribute, ...words].join(' ')
}

/** How campaigns of a list are delivered that say nothing themselves. */
export async function findListDelivery(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<{ delivery: Delivery; seedListIds: number[] }> {
  const [row] = await sql<(Delivery & { seed_list_ids: number[] })[]>`
    select d_from_name as from_name, d_from_email as from_email, d_reply_to as reply_to,
      d_sender_email as sender_email, d_speed as speed, true as track_opens, true as track_links,
      d_virtual_mta_id as virtual_mta_id, d_url_domain_id as url_domain_id,
      d_bounce_email_user_id as bounce_email_user_id, d_bounce_email_domain_id as bounce_email_domain_id,
      d_autowinner_enabled as autowinner_enabled, d_autowinner_percentage::text as autowinner_percentage,
      d_autowinner_delay_amount as autowinner_delay_amount, d_autowinner_delay_unit as autowinner_delay_unit,
      d_autowinner_metric as autowinner_metric, (
        select coalesce(jsonb_agg(seed_list_id), '[]') from mailing_list_seed_lists s
        where s.organization_id = l.organization_id and s.mailing_list_id = l.id) as seed_list_ids
    from mailing_lists l where l.organization_id = ${organizationId} and l.id = ${listId}`
  if (row === undefined) throw new Error('there is no such mailing list')
  const { seed_list_ids: seedListIds, ...delivery } = row
  return { delivery, seedListIds }
}
