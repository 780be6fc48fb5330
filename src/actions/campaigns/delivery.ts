import { overlay } from '../../contract/api/overlay.ts'
import type { CampaignInput, DispatchInput } from '../../contract/campaigns/input.ts'
import { parseCampaignTime } from '../../contract/campaigns/times.ts'
import { beginsMax } from '../../contract/times/instants.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { findListDelivery } from '../../store/campaigns/delivery.ts'
import type { Delivery } from '../../store/campaigns/rows.ts'
import { readListInput } from '../../store/lists/columns.ts'
import { findPermissionProblems } from '../../store/resources/permissions.ts'
import { findSenderProblems } from '../../store/resources/sender-addresses.ts'
import { findRuleProblems, readRuleReference } from '../../store/sending-rules/references.ts'
import { findFirstStart, findZoneFieldProblems } from '../../store/sending-rules/zones.ts'
import type { Draft } from './draft.ts'

/** Dispatch attributes whose defaults come from mailing list attributes with other names. */
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

export async function resolveDelivery(
  sql: Transaction,
  draft: Draft,
  { dispatch_attributes: given }: CampaignInput,
): Promise<void> {
  const {
    organizationId,
    listId,
    list: { is_remote_list: isRemote },
    values,
    current,
  } = draft
  if (given === undefined && !values.has_dispatch) return
  const ofList = await findListDelivery(sql, organizationId, listId)
  const list = values.has_dispatch ? null : ofList
  const changes = await readDelivery(sql, organizationId, given ?? {})
  draft.values = overlay(
    { ...values, ...list?.delivery, has_dispatch: true },
    { ...changes.columns, paused: given?.paused },
  )
  draft.seedListIds = changes.seedListIds ?? list?.seedListIds ?? draft.seedListIds
  const change = { wanted: draft.values, current, inherited: ofList.delivery }
  const { special_sending_rule_id: ruleId, time_zone_field_id: fieldId } = draft.values
  const refused = [
    ...(await findRuleProblems(sql, organizationId, { id: listId, isRemote }, ruleId)),
    ...(await findZoneFieldProblems(sql, organizationId, { id: listId, isRemote }, fieldId)),
    ...(await findPermissionProblems(sql, organizationId, change)),
    ...(await findSenderProblems(sql, organizationId, change)),
  ]
  const problems = [...changes.problems, ...refused].map((problem) => problem.replace('_user_id', '_id'))
  draft.problems.push(
    ...problems.map((problem) => problem.replace(/^(only one of )?/, '$1dispatch_attributes.')),
  )
}

export async function resolveBeginsAt(
  sql: Transaction,
  draft: Draft,
  { dispatch_attributes: dispatch }: CampaignInput,
  zone: string,
): Promise<void> {
  readBeginsAt(draft, dispatch, zone)
  const { begins_at: beginsAt, time_zone_field_id: fieldId } = draft.values
  if (beginsAt === null || fieldId === null || draft.kind === 'template') {
    draft.values = { ...draft.values, local_begins_at: null, starts_at: null }
    return
  }
  const { values: before } = draft.before
  const isChanged =
    draft.current === null ||
    before.begins_at?.getTime() !== beginsAt.getTime() ||
    before.time_zone_field_id !== fieldId
  // New people may be in other zones, but the organization may have moved: its clocks were read when it was set.
  if (!isChanged || draft.problems.length > 0) return
  const place = { organizationId: draft.organizationId, listId: draft.listId, fieldId }
  draft.values = { ...draft.values, ...(await findFirstStart(sql, place, { beginsAt, zone })) }
}

function readBeginsAt(draft: Draft, dispatch: CampaignInput['dispatch_attributes'], zone: string): void {
  const given = dispatch?.begins_at
  if (given === undefined) return
  const isCleared = given === null || given === ''
  const ms = isCleared ? null : parseCampaignTime(String(given), { zone, nowMs: draft.list.now.getTime() })
  if (!isCleared && ms === null)
    draft.problems.push(
      'dispatch_attributes.begins_at must look like 2026-12-31 09:00, 2026-12-31T09:00:00Z or now',
    )
  else if (ms !== null && ms >= beginsMax)
    draft.problems.push('dispatch_attributes.begins_at must be before the year 9999')
  draft.values = { ...draft.values, begins_at: ms === null ? null : new Date(ms) }
}

type DeliveryChanges = {
  columns: Partial<Delivery>
  seedListIds: number[] | undefined
  problems: string[]
}

/** Locks the records that a dispatch refers to against deletion until the transaction ends. */
async function readDelivery(
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
  for (const name of ['track_opens', 'track_links', 'time_zone_field_id', 'spread_hours'] as const) {
    const value = input[name]
    if (value !== undefined) columns[name] = value
  }
  const rule = await readRuleReference(sql, organizationId, input)
  if (rule.id !== undefined) columns['special_sending_rule_id'] = rule.id
  return {
    columns,
    seedListIds: read.seedListIds,
    problems: [...read.problems.map((problem) => asOfDispatch(problem, given[0])), ...rule.problems],
  }
}

/** The two older attributes replace the whole set of seed lists with one list, or none. */
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

function asOfDispatch(problem: string, seedLists: string | undefined): string {
  const [attribute = '', ...words] = problem.split(' ')
  const found = Object.entries(listNames).find(([, listName]) => listName === attribute)
  const name = attribute.startsWith('d_seed_list') ? seedLists : found?.[0]
  return [name ?? attribute, ...words].join(' ')
}
