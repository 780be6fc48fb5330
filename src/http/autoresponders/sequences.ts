import {
  findPeopleWithin,
  findPlacesOf,
  findSequenceFigures,
  takeOut,
} from '../../actions/autoresponders/places.ts'
import {
  addStep,
  changeStep,
  deleteStep,
  findOneStep,
  findStepsOf,
} from '../../actions/autoresponders/steps.ts'
import { autoresponderBodyMax } from '../../contract/autoresponders/endpoints.ts'
import {
  listPlaces,
  listPlacesOfSubscriber,
  removePlace,
  showSequence,
} from '../../contract/autoresponders/sequence-places.ts'
import * as steps from '../../contract/autoresponders/sequence-steps.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { PlaceRow } from '../../store/autoresponders/sequence-places.ts'
import type { Router } from '../route/bind.ts'
import { placeOf } from './routes.ts'
import type { StepRow } from '../../store/autoresponders/sequence-steps.ts'
import type { Actor } from '../../actions/actor.ts'

const bodyLimit = autoresponderBodyMax

export function sequenceRoutes(route: Router): void {
  stepRoutes(route)

  route(showSequence, async (call) => {
    const { first, steps: found } = await findSequenceFigures(call.sql, call, placeOf(call))
    const { waiting, waiting_is_exact, sent, opened, clicked } = first
    return { data: { first: { waiting, waiting_is_exact, sent, opened, clicked }, steps: found } }
  })

  route(listPlaces, async (call) => {
    const page = call.page()
    const wanted = { stepId: call.query.step_id, page }
    const { rows, count } = await findPeopleWithin(call.sql, call, placeOf(call), wanted)
    const data = rows.map((row) => presentPlace(row, call.caller.time_zone))
    return { data, paging: pagingOf(page, count) }
  })

  route(removePlace, async (call) => {
    await takeOut(call.sql, call, { ...placeOf(call), subscriberId: call.params.subscriber_id })
    return { data: null }
  })

  route(listPlacesOfSubscriber, async (call) => {
    const place = { listId: call.params.mailing_list_id, subscriberId: call.params.id }
    const rows = await findPlacesOf(call.sql, call, place)
    return { data: rows.map((row) => presentPlace(row, call.caller.time_zone)) }
  })
}

function stepRoutes(route: Router): void {
  route(steps.listSteps, async (call) => ({
    data: (await findStepsOf(call.sql, call, placeOf(call))).map((row) => presentStep(row, call)),
  }))

  route(steps.showStep, async (call) => ({
    data: presentStep(await findOneStep(call.sql, call, stepOf(call)), call),
  }))

  route(
    steps.createStep,
    async (call) => ({ data: presentStep(await addStep(call.sql, call, placeOf(call), call.fields), call) }),
    { bodyLimit },
  )

  route(
    steps.updateStep,
    async (call) => ({
      data: presentStep(await changeStep(call.sql, call, stepOf(call), call.fields), call),
    }),
    { bodyLimit },
  )

  route(steps.deleteStep, async (call) => {
    await deleteStep(call.sql, call, stepOf(call))
    return { data: null }
  })
}

function stepOf({ params }: { params: { mailing_list_id: number; id: number; step_id: number } }) {
  return { listId: params.mailing_list_id, id: params.id, stepId: params.step_id }
}

function presentStep(row: StepRow, { caller }: Pick<Actor, 'caller'>): steps.StepRecord {
  return { ...row, updated_at: formatInstant(row.updated_at.getTime(), caller.time_zone) }
}

function presentPlace<Row extends PlaceRow>(row: Row, zone: string) {
  return {
    ...row,
    due_at: formatInstant(row.due_at.getTime(), zone),
    entered_at: formatInstant(row.entered_at.getTime(), zone),
  }
}
