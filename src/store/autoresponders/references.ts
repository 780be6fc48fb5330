import type { AutoresponderValues } from '../../contract/autoresponders/rules.ts'
import type { AutoresponderInput } from '../../contract/autoresponders/endpoints.ts'
import { invalid } from '../../contract/api/errors.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { findRuleProblems } from '../sending-rules/references.ts'

/** `id`: null for a new one. It must not wait for itself, even through others: its messages would never end. */
type Referrer = { listId: number; id: number | null }

/** Locks the referenced records against deletion. @returns problems, `<attribute> <problem>`. */
export async function findReferenceProblems(
  sql: Transaction,
  organizationId: number,
  place: Referrer,
  values: AutoresponderValues,
): Promise<string[]> {
  const [row] = await sql<{ virtual_mta: boolean; url_domain: boolean; bounce_email: boolean }[]>`
    select
      exists (select from virtual_mtas where organization_id = ${organizationId}
        and id = ${values.virtual_mta_id} for key share) as virtual_mta,
      exists (select from url_domains where organization_id = ${organizationId}
        and id = ${values.url_domain_id} for key share) as url_domain,
      exists (select from bounce_emails where organization_id = ${organizationId}
        and user_id = ${values.bounce_email_user_id}
        and domain_id = ${values.bounce_email_domain_id} for key share) as bounce_email`
  const problems: string[] = []
  if (values.virtual_mta_id !== null && row?.virtual_mta !== true)
    problems.push('virtual_mta_id does not exist')
  if (values.url_domain_id !== null && row?.url_domain !== true) problems.push('url_domain_id does not exist')
  if (
    values.bounce_email_user_id !== null &&
    values.bounce_email_domain_id !== null &&
    row?.bounce_email !== true
  ) {
    problems.push('bounce_email_user_id does not exist')
  }
  return [
    ...problems,
    ...(await findListProblems(sql, organizationId, place.listId, values)),
    ...(await findRuleProblems(
      sql,
      organizationId,
      // A remote list has no autoresponders.
      { id: place.listId, isRemote: false },
      values.special_sending_rule_id,
    )),
    ...(await findSourceProblems(sql, organizationId, place, values)),
  ]
}

/** Segments and campaigns must be of the same list, and neither ad hoc segments nor templates. */
async function findListProblems(
  sql: Transaction,
  organizationId: number,
  listId: number,
  values: AutoresponderValues,
): Promise<string[]> {
  const { segmentation_criteria_id: segmentId } = values
  const campaigns = ['trigger_campaign_to_open_id', 'trigger_campaign_to_click_id'] as const
  const name = campaigns.find((campaign) => values[campaign] !== null)
  const [row] = await sql<{ segment: boolean; campaign: boolean }[]>`
    select
      exists (select from segments where organization_id = ${organizationId} and mailing_list_id = ${listId}
        and id = ${segmentId} and name is not null for key share) as segment,
      exists (select from campaigns where organization_id = ${organizationId} and mailing_list_id = ${listId}
        and id = ${name === undefined ? null : values[name]} and not template for key share) as campaign`
  return [
    ...(segmentId !== null && row?.segment !== true ? ['segmentation_criteria_id does not exist'] : []),
    ...(name !== undefined && row?.campaign !== true ? [`${name} does not exist`] : []),
  ]
}

/** @throws AppError `validation_failed`: the list has no segment of that name, or the name contradicts the id. */
export async function nameSegment(
  sql: Transaction,
  organizationId: number,
  listId: number,
  input: AutoresponderInput,
): Promise<AutoresponderInput> {
  const { segmentation_criteria_name: name, segmentation_criteria_id: id } = input
  if (name === undefined) return input
  if (name === null || name.trim() === '') return { segmentation_criteria_id: null, ...input }
  const [segment] = await sql<{ id: number }[]>`
    select id from segments
    where organization_id = ${organizationId} and mailing_list_id = ${listId}
      and lower(name) = lower(${name.trim()}) for key share`
  if (segment === undefined) throw invalid('segmentation_criteria_name does not exist')
  if (typeof id === 'number' && id !== segment.id) {
    throw invalid('only one of segmentation_criteria_id and segmentation_criteria_name can be given')
  }
  return { ...input, segmentation_criteria_id: segment.id }
}

async function findSourceProblems(
  sql: Transaction,
  organizationId: number,
  { listId, id }: Referrer,
  values: AutoresponderValues,
): Promise<string[]> {
  const sources = [
    'trigger_autoresponder_to_open_id',
    'trigger_autoresponder_to_click_id',
    'trigger_autoresponder_to_send_id',
  ] as const
  const name = sources.find((source) => values[source] !== null)
  if (name === undefined) return []
  const chain = await sql<{ id: number }[]>`
    with recursive chain (id, source) as (
      select a.id, ${sourceColumn(sql)}
      from autoresponders a
      where a.organization_id = ${organizationId} and a.mailing_list_id = ${listId} and a.id = ${values[name]}
        and a.deleted_at is null and a.sequence_id is null
      union
      select a.id, ${sourceColumn(sql)}
      from chain join autoresponders a on a.organization_id = ${organizationId} and a.id = chain.source)
    select id from chain`
  if (chain.length === 0) return [`${name} does not exist`]
  return chain.some((link) => link.id === id)
    ? [`${name} would make autoresponders trigger each other endlessly`]
    : []
}

function sourceColumn(sql: Sql) {
  return sql`coalesce(a.trigger_autoresponder_to_open_id, a.trigger_autoresponder_to_click_id,
    a.trigger_autoresponder_to_send_id)`
}
