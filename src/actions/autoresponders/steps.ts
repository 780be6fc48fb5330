import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../../contract/api/errors.ts'
import { changedStep, newStep, type StepValues } from '../../contract/autoresponders/sequence-rules.ts'
import { stepsMax, type StepInput } from '../../contract/autoresponders/sequence-steps.ts'
import { readClauses } from '../../contract/segments/clauses.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import {
  findAutoresponder,
  requireAutoresponderList,
  type AutoresponderRow,
} from '../../store/autoresponders/rows.ts'
import {
  findStep,
  findSteps,
  insertStep,
  orderStep,
  removeStep,
  updateStepRow,
  type StepRow,
} from '../../store/autoresponders/sequence-steps.ts'
import { changedNames } from '../../store/audit-events/changed-names.ts'
import { isSavedSegment } from '../../store/campaigns/segment.ts'
import { insertSegment, updateSegment } from '../../store/segments/rows.ts'
import type { Actor, WarnedActor } from '../actor.ts'
import { checkContents } from '../campaigns/content.ts'
import {
  claimFilesOf,
  contentOf,
  findListAutoresponder,
  logAutoresponder,
  requireAutoresponderVersion,
  withResolvedBlocks,
  type AutoresponderPlace,
} from './changes.ts'

export type StepPlace = AutoresponderPlace & { stepId: number }

export async function findStepsOf(sql: Sql, actor: Actor, place: AutoresponderPlace): Promise<StepRow[]> {
  const { id } = await findListAutoresponder(sql, actor, place)
  return findSteps(sql, actor.caller.organization_id, id)
}

export async function findOneStep(sql: Sql, actor: Actor, place: StepPlace): Promise<StepRow> {
  const { id } = await findListAutoresponder(sql, actor, place)
  return findStep(sql, actor.caller.organization_id, id, place.stepId)
}

export function addStep(
  sql: Scoped,
  actor: WarnedActor,
  place: AutoresponderPlace,
  fields: () => StepInput,
): Promise<StepRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const sequence = await lockSequence(sql, organizationId, place)
    const steps = await findSteps(sql, organizationId, sequence.id)
    if (steps.length >= stepsMax) throw invalid(`an autoresponder can have at most ${stepsMax} steps`)
    const input = fields()
    const values = await valuesAfter(sql, actor, { listId: place.listId, current: null }, input)
    const id = await insertStep(sql, organizationId, sequence, values)
    await orderStep(sql, organizationId, { sequenceId: sequence.id, stepId: id }, input.position ?? stepsMax)
    const details = { step_id: id, name: values.name }
    await logAutoresponder(sql, actor, { kind: 'autoresponder.step_created', id: sequence.id, details })
    return findStep(sql, organizationId, sequence.id, id)
  })
}

export function changeStep(
  sql: Scoped,
  actor: WarnedActor,
  place: StepPlace,
  fields: () => StepInput,
): Promise<StepRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const sequence = await lockSequence(sql, organizationId, place)
    const current = await findStep(sql, organizationId, sequence.id, place.stepId)
    await requireAutoresponderVersion(sql, actor, { id: current.id, sequenceId: sequence.id })
    const input = fields()
    const values = await valuesAfter(sql, actor, { listId: place.listId, current }, input)
    await updateStepRow(sql, organizationId, current.id, values)
    const { position } = input
    if (position !== undefined && position !== current.position) {
      await orderStep(sql, organizationId, { sequenceId: sequence.id, stepId: current.id }, position)
    }
    const after = await findStep(sql, organizationId, sequence.id, current.id)
    const changed = changedNames(current, { ...after, updated_at: current.updated_at })
    const details = { step_id: current.id, name: current.name, changed }
    if (changed.length > 0)
      await logAutoresponder(sql, actor, { kind: 'autoresponder.step_updated', id: sequence.id, details })
    return after
  })
}

/** People who wait at the step go on from there when they are due. */
export function deleteStep(sql: Scoped, actor: Actor, place: StepPlace): Promise<void> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const sequence = await lockSequence(sql, organizationId, place)
    const { id, name } = await findStep(sql, organizationId, sequence.id, place.stepId)
    await requireAutoresponderVersion(sql, actor, { id, sequenceId: sequence.id })
    const { records: waiting, isExact } = await removeStep(sql, organizationId, id)
    const details = { step_id: id, name, waiting, ...(isExact ? {} : { waiting_is_exact: false }) }
    await logAutoresponder(sql, actor, { kind: 'autoresponder.step_removed', id: sequence.id, details })
  })
}

async function lockSequence(
  sql: Transaction,
  organizationId: number,
  { listId, id }: AutoresponderPlace,
): Promise<AutoresponderRow> {
  await requireAutoresponderList(sql, organizationId, listId, { lock: true })
  return findAutoresponder(sql, organizationId, { listId, id })
}

type Target = { listId: number; current: StepRow | null }

async function valuesAfter(
  sql: Transaction,
  actor: WarnedActor,
  target: Target,
  input: StepInput,
): Promise<StepValues> {
  const current = target.current ?? newStep
  const { values: changed, problems } = changedStep(current, input)
  const place = { organizationId: actor.caller.organization_id, listId: target.listId }
  const values = await withResolvedBlocks(sql, place, changed)
  problems.push(...(await contentProblems(sql, actor, target, values)))
  problems.push(...(await claimFilesOf(sql, place, values, target.current)))
  const segment = await resolveSegment(sql, actor.caller.organization_id, target, input)
  problems.push(...segment.problems)
  if (problems.length > 0) throw invalid([...new Set(problems)].join(', '))
  return { ...values, segmentation_criteria_id: segment.id }
}

/** Unchanged contents were checked before. */
async function contentProblems(
  sql: Transaction,
  actor: WarnedActor,
  { listId, current }: Target,
  after: StepValues,
): Promise<string[]> {
  const body = contentOf(after)
  if (current !== null && isDeepStrictEqual(contentOf(current), body)) return []
  return checkContents(sql, actor, listId, [{ prefix: 'content_', body }])
}

async function resolveSegment(
  sql: Transaction,
  organizationId: number,
  { listId, current }: Target,
  input: StepInput,
): Promise<{ id: number | null; problems: string[] }> {
  const { segmentation_criteria_id: id, segmentation_criteria_ad_hoc: given } = input
  const before = current?.segmentation_criteria_id ?? null
  if (given !== undefined && given !== null) {
    if (typeof id === 'number') {
      const problem = 'only one of segmentation_criteria_id and segmentation_criteria_ad_hoc can be given'
      return { id: before, problems: [problem] }
    }
    const attribute = 'segmentation_criteria_ad_hoc'
    const clauses = readClauses(attribute, given)
    if (before !== null && !(await isSavedSegment(sql, organizationId, listId, before))) {
      await updateSegment(sql, organizationId, before, { clauses, attribute })
      return { id: before, problems: [] }
    }
    return {
      id: await insertSegment(sql, organizationId, listId, { name: null, clauses, attribute }),
      problems: [],
    }
  }
  if (id === undefined) return { id: before, problems: [] }
  if (id === null || id === before) return { id, problems: [] }
  const isKnown = await isSavedSegment(sql, organizationId, listId, id)
  return { id, problems: isKnown ? [] : ['segmentation_criteria_id does not exist'] }
}
