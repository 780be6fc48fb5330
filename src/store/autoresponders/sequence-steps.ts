import { notFound } from '../../contract/api/errors.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { StepValues } from '../../contract/autoresponders/sequence-rules.ts'
import type { StepRecord } from '../../contract/autoresponders/sequence-steps.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { countUpTo } from '../../database/driver/statement/bounded-count.ts'
import { attachmentsOf, forgetAttachments } from '../resources/attachments.ts'
import { describedTo } from '../segments/rows.ts'
import { nextVersion } from '../server/next-version.ts'

export type StepRow = Omit<StepRecord, 'updated_at'> & {
  updated_at: Date
  content_attachment_ids: number[]
}

/** The steps of a sequence in their order, without removed ones. */
export async function findSteps(sql: Sql, organizationId: number, sequenceId: number): Promise<StepRow[]> {
  const rows = await sql<StepRow[]>`
    select a.id, a.sequence_id as autoresponder_id, a.mailing_list_id, a.name,
      row_number() over (order by t.position)::integer as position,
      t.wait_amount, t.wait_unit, to_char(t.wait_time, 'HH24:MI') as wait_time,
      to_jsonb(t.wait_weekdays) as wait_weekdays, t.previous, t.otherwise, a.segmentation_criteria_id,
      g.name as segmentation_criteria_name, ${describedTo(sql, 'g')} as segmentation_criteria_description,
      case when g.name is null then g.clauses end as segmentation_criteria_ad_hoc,
      a.content_subject, a.content_format, a.content_language, a.content_html, a.content_text, a.content_document,
      to_jsonb(a.content_attachment_ids) as content_attachment_ids,
      ${attachmentsOf(sql, organizationId, 'a.content_attachment_ids')} as content_attachments, a.updated_at
    from sequence_steps t
    join autoresponders a on a.organization_id = t.organization_id and a.id = t.id
    left join segments g on g.organization_id = a.organization_id and g.id = a.segmentation_criteria_id
    where t.organization_id = ${organizationId} and t.sequence_id = ${sequenceId} and t.removed_at is null
    order by t.position`
  return [...rows]
}

export async function findStep(
  sql: Sql,
  organizationId: number,
  sequenceId: number,
  stepId: number,
): Promise<StepRow> {
  const step = (await findSteps(sql, organizationId, sequenceId)).find(({ id }) => id === stepId)
  if (step === undefined) throw notFound('step')
  return step
}

type Sequence = { id: number; mailing_list_id: number; paused: boolean }

/** At the end; `orderStep` gives it another place. The caller holds the lock of the list's autoresponders. */
export async function insertStep(
  sql: Transaction,
  organizationId: number,
  sequence: Sequence,
  values: StepValues,
): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into autoresponders ${sql({
      organization_id: organizationId,
      mailing_list_id: sequence.mailing_list_id,
      sequence_id: sequence.id,
      trigger: 'step',
      paused: sequence.paused,
      ...messageOf(sql, values),
    })}
    returning id`
  if (made === undefined) throw new Error('insert returned no row')
  await sql`
    insert into sequence_steps (organization_id, id, sequence_id, position, wait_amount, wait_unit, wait_time,
      wait_weekdays, previous, otherwise)
    select ${organizationId}, ${made.id}, ${sequence.id}, coalesce(max(position), 0) + 1, ${values.wait_amount},
      ${values.wait_unit}, ${values.wait_time}::text::time, ${[...values.wait_weekdays]}::integer[]::smallint[],
      ${values.previous}, ${values.otherwise}
    from sequence_steps where organization_id = ${organizationId} and sequence_id = ${sequence.id}
    returning 1`
  return made.id
}

export async function updateStepRow(
  sql: Transaction,
  organizationId: number,
  stepId: number,
  values: StepValues,
): Promise<void> {
  await sql`
    update autoresponders set ${sql(messageOf(sql, values))}, updated_at = ${nextVersion(sql)}
    where organization_id = ${organizationId} and id = ${stepId}`
  await sql`
    update sequence_steps
    set wait_amount = ${values.wait_amount}, wait_unit = ${values.wait_unit},
      wait_time = ${values.wait_time}::text::time, wait_weekdays = ${[...values.wait_weekdays]}::integer[]::smallint[],
      previous = ${values.previous}, otherwise = ${values.otherwise}
    where organization_id = ${organizationId} and id = ${stepId}`
}

function messageOf(sql: Sql, values: StepValues) {
  const { name, segmentation_criteria_id, content_subject, content_format, content_language } = values
  const { content_html, content_text } = values
  const document = values.content_document
  return {
    name,
    segmentation_criteria_id,
    content_subject,
    content_format,
    content_language,
    content_html,
    content_text,
    content_document: document === null ? null : sql.json(document),
    content_attachment_ids: [...values.content_attachment_ids],
  }
}

/** @param position among the steps that are not removed, from 1; beyond the end means the end */
export async function orderStep(
  sql: Transaction,
  organizationId: number,
  { sequenceId, stepId }: { sequenceId: number; stepId: number },
  position: number,
): Promise<void> {
  const rows = await sql<{ id: number; removed: boolean }[]>`
    select id, removed_at is not null as removed from sequence_steps
    where organization_id = ${organizationId} and sequence_id = ${sequenceId} and id <> ${stepId}
    order by position`
  const others = [...rows]
  const live = others.filter(({ removed }) => !removed)
  const next = live[position - 1]
  const place = next === undefined ? others.length : others.indexOf(next)
  const ids = others.toSpliced(place, 0, { id: stepId, removed: false }).map(({ id }) => id)
  const positions = ids.map((_, before) => before + 1)
  await sql`
    update sequence_steps t set position = given.position
    from unnest(${ids}::integer[], ${positions}::integer[]) given (id, position)
    where t.organization_id = ${organizationId} and t.id = given.id`
}

/**
 * The rows stay, because messages belong to them. People who wait at the step are taken on when they are due, without its
 * message, also while the sequence goes on under the same rules: paused or not.
 */
export async function removeStep(sql: Transaction, organizationId: number, stepId: number): Promise<Count> {
  await sql`
    update sequence_steps set removed_at = now() where organization_id = ${organizationId} and id = ${stepId}`
  const carried = await sql<{ id: number }[]>`
    select unnest(content_attachment_ids) as id from autoresponders
    where organization_id = ${organizationId} and id = ${stepId}`
  await sql`
    update autoresponders set deleted_at = now(), segmentation_criteria_id = null, content_attachment_ids = '{}'
    where organization_id = ${organizationId} and id = ${stepId}`
  const ids = carried.map((file) => file.id)
  await forgetAttachments(sql, organizationId, ids)
  const waiting = sql`
    from autoresponder_reactions
    where organization_id = ${organizationId} and autoresponder_id = ${stepId} and sequence_id is not null`
  return countUpTo(sql, waiting)
}
