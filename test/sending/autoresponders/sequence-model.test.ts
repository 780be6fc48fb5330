import { expect, test } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { orderStep, removeStep } from '../../../src/store/autoresponders/sequence-steps.ts'
import { removePlace } from '../../../src/store/autoresponders/sequence-places.ts'
import { aSequence, type SequenceWorld } from '../../harness/sending/sequences.ts'
import { byDay } from '../../harness/night.ts'

/** A sequence as people would describe it, in hours, without a database. */
type Step = {
  id: number
  name: string
  hours: number
  previous: string
  otherwise: string
  isRemoved: boolean
}
type Person = {
  id: number
  name: string
  isActive: boolean
  /** The step they wait for, and since when they have passed which. */
  at: { step: Step; dueHour: number; passed: Set<Step>; last: number } | null
  isOwedFirst: boolean
  opened: Set<number>
  clicked: Set<number>
}
type Model = { headId: number; hour: number; order: Step[]; people: Person[]; sent: string[] }

function takeOn(model: Model, person: Person, from: Step | null, passed: Set<Step>, last: number): void {
  const place = from === null ? -1 : model.order.indexOf(from)
  const step = model.order.slice(place + 1).find((one) => !one.isRemoved && !passed.has(one))
  person.at = step === undefined ? null : { step, dueHour: model.hour + step.hours, passed, last }
}

function holds({ at, opened, clicked }: Person): boolean {
  if (at === null) return false
  const hasClicked = clicked.has(at.last)
  const hasOpened = opened.has(at.last) || hasClicked
  const answers: Record<string, boolean> = {
    any: true,
    opened: hasOpened,
    not_opened: !hasOpened,
    clicked: hasClicked,
    not_clicked: !hasClicked,
  }
  return answers[at.step.previous] === true
}

/** Everything that is due, until nothing is. */
function work(model: Model): void {
  for (const person of model.people) {
    if (person.isOwedFirst && person.isActive) {
      if (person.at === null) {
        model.sent.push(`Hello to ${person.name}`)
        takeOn(model, person, null, new Set(), model.headId)
      }
    }
    person.isOwedFirst = false
    while (person.at !== null && person.at.dueHour <= model.hour) {
      const { step, passed, last } = person.at
      const after = new Set([...passed, step])
      if (step.isRemoved) takeOn(model, person, step, after, last)
      else if (holds(person)) {
        model.sent.push(`${step.name} to ${person.name}`)
        takeOn(model, person, step, after, step.id)
      } else if (step.otherwise === 'skip') takeOn(model, person, step, after, last)
      else person.at = null
    }
  }
}

type Random = () => number
const pick = <Value>(random: Random, values: readonly Value[]) =>
  values[Math.floor(random() * values.length)] as Value

function newStepOf(random: Random, name: string) {
  return {
    name,
    wait_amount: Math.floor(random() * 4),
    wait_unit: 'hours' as const,
    previous: pick(random, ['any', 'any', 'opened', 'not_opened', 'clicked', 'not_clicked'] as const),
    otherwise: pick(random, ['end', 'skip'] as const),
  }
}

async function addStep(world: SequenceWorld, model: Model, random: Random): Promise<void> {
  const values = newStepOf(random, `S${model.order.length}`)
  const id = await world.add(values)
  model.order.push({ id, hours: values.wait_amount, isRemoved: false, ...values })
}

/** One event in the database and in the model. */
async function happen(world: SequenceWorld, model: Model, random: Random): Promise<void> {
  const { sql, organizationId } = world
  const person = pick(random, model.people)
  const kind = random()
  if (kind < 0.25) {
    // What triggers it again before the first message has left adds nothing.
    await world.enter(random() < 0.5 ? [person.id] : [person.id, person.id])
    person.isOwedFirst = true
    await Promise.all([world.work(), world.work()])
    work(model)
  } else if (kind < 0.45) {
    const hours = 1 + Math.floor(random() * 4)
    await world.pass(hours)
    model.hour += hours
    await Promise.all([world.work(), world.work()])
    work(model)
  } else if (kind < 0.65) {
    const message = pick(random, [model.headId, ...model.order.map(({ id }) => id)])
    // Only what was sent can be opened.
    const wasSent = model.sent.some((one) => one === `${nameOf(model, message)} to ${person.name}`)
    if (!wasSent) return
    const isClick = random() < 0.4
    if (isClick) await world.clicked(message, person.id)
    else await world.opened(message, person.id)
    ;(isClick ? person.clicked : person.opened).add(message)
  } else if (kind < 0.75) {
    person.isActive = !person.isActive
    if (!person.isActive) person.at = null
    await sql`
      update subscribers set status = ${person.isActive ? 'active' : 'unsubscribed'} where id = ${person.id}`
  } else if (kind < 0.8) {
    if (person.at === null) return
    person.at = null
    await sql.begin((tx) => removePlace(tx, organizationId, world.id, person.id))
  } else await edit(world, model, random)
}

async function edit(world: SequenceWorld, model: Model, random: Random): Promise<void> {
  const { sql, organizationId } = world
  const live = model.order.filter(({ isRemoved }) => !isRemoved)
  const kind = random()
  if (kind < 0.4 || live.length < 2) return addStep(world, model, random)
  const step = pick(random, live)
  if (kind < 0.6) {
    step.isRemoved = true
    await sql.begin((tx) => removeStep(tx, organizationId, step.id))
    return
  }
  const position = 1 + Math.floor(random() * live.length)
  await sql.begin((tx) => orderStep(tx, organizationId, { sequenceId: world.id, stepId: step.id }, position))
  const others = model.order.filter((one) => one !== step)
  const next = others.filter(({ isRemoved }) => !isRemoved)[position - 1]
  others.splice(next === undefined ? others.length : others.indexOf(next), 0, step)
  model.order = others
}

function nameOf({ headId, order }: Model, id: number): string {
  return id === headId ? 'Hello' : (order.find((step) => step.id === id)?.name ?? '')
}

async function compare(seed: number): Promise<void> {
  const random = createRandom(seed)
  const world = await aSequence([])
  const names = ['a', 'b', 'c', 'd']
  const ids = await world.people(names)
  const model: Model = {
    headId: world.id,
    hour: 0,
    order: [],
    sent: [],
    people: ids.map((id, at) => ({
      id,
      name: `${names[at]}@example.com`,
      isActive: true,
      at: null,
      isOwedFirst: false,
      opened: new Set(),
      clicked: new Set(),
    })),
  }
  await addStep(world, model, random)
  await addStep(world, model, random)
  const received: string[] = []
  for (let round = 0; round < 60; round += 1) {
    await happen(world, model, random)
    received.push(...(await world.received()))
    const places = model.people.flatMap(({ at, name }) =>
      at === null ? [] : [`${at.step.name} of ${name[0]}`],
    )
    expect({ seed, round, sent: received.toSorted(), places: await world.places() }).toEqual({
      seed,
      round,
      sent: model.sent.toSorted(),
      places,
    })
  }
}

test('random sequences under random events send what a model sends, with two senders at once', async () => {
  for (let seed = 1; seed <= byDay(3, 60); seed += 1) await compare(seed)
}, 900_000)
