import {
  AssignTag,
  BreakTag,
  CaptureTag,
  CaseTag,
  Context,
  ContinueTag,
  ForTag,
  IfTag,
  Output,
  RawTag,
  UnlessTag,
  type Template,
} from 'liquidjs'
import { AppError, invalid } from '../../contract/api/errors.ts'
import type { CodeTable } from '../codes.ts'
import { findCodes, type LiquidSlot, type Place } from '../merge.ts'
import type { LiquidPlace } from './encode.ts'
import { engine, parseLiquid, problemOf } from './engine.ts'
import { count, countTurn, isRoot, scopeOf, type Scope } from './scope.ts'
import {
  causeOf,
  codeStep,
  ifStep,
  lineNumber,
  lineOf,
  pieceStep,
  runSteps,
  StepsNode,
  tagStep,
  valueStep,
  type Piece,
  type Step,
} from './steps.ts'

/**
 * A reader of one kind of part. It follows the text through all branches, so that each value is encoded for the place where it
 * stands whatever the reader's values are.
 */
export type PartReader<State> = {
  start: () => State
  copy: (state: State) => State
  /** @returns the pieces of the text: static text, and slots such as counted links. */
  read: (state: State, text: string) => readonly Piece[]
  /** null: no value may stand here. */
  place: (state: State) => LiquidPlace | null
  join: (one: State, other: State) => State | null
  /** What goes after the text. */
  end?: (state: State) => readonly Piece[]
}

type Walk<State> = {
  reader: PartReader<State>
  codes: CodeTable
  statics: string[]
  /** Where the loops around begin. */
  loops: State[]
  cover: ((branch: Branch) => () => void) | undefined
}

/** One way through a condition, for telling whether anybody takes it. */
export type Branch = { line: number; tag: string; place: number }

export type CompiledLiquid = LiquidSlot & {
  statics: readonly string[]
}

export type Known = {
  codes: CodeTable
  keys: ReadonlyMap<string, string>
  /** Called for each branch while compiling; what it returns, when a message takes the branch. */
  cover?: (branch: Branch) => () => void
}

/** @throws AppError for a template that cannot be read or that would put a value where none may stand. */
export function compileLiquid<State>(
  source: string,
  reader: PartReader<State>,
  { codes, keys, cover }: Known,
): CompiledLiquid {
  return withProblem(() => {
    const templates = parseLiquid(narrow(source))
    const statics: string[] = []
    const walk: Walk<State> = { reader, codes, statics, loops: [], cover }
    const end = placeAll(walk, templates, reader.start())
    const last = end === null ? [] : (reader.end?.(end) ?? [])
    const [first] = templates
    const steps = first instanceof StepsNode ? first.steps : []
    steps.push(...last.map(pieceStep))
    const isStatic = steps.every((step) => typeof step === 'string')
    return {
      statics,
      liquid: (values, urls) =>
        withProblem(() => {
          const scope = scopeOf({ values, urls }, keys)
          return isStatic ? count(scope.state, steps.join('')) : render(steps, scope)
        }),
    }
  })
}

/**
 * What was masked had signs of two bytes, and V8 keeps two bytes for each sign of what was cut from such a text: composing and
 * encoding took half as much again.
 */
function narrow(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return bytes.toString('latin1') === text ? bytes.toString('latin1') : text
}

function withProblem<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof AppError ? error : invalid(causeOf(error)?.message ?? problemOf(error))
  }
}

function render(steps: readonly Step[], { names, state }: Scope): string {
  const context = new Context(names, engine.options, { sync: true }, { liquid: engine })
  return runSteps(steps, context, state)
}

/**
 * Replaces the nodes of the engine by one of ours, in place: what its own way of rendering costs for each node is many times
 * what the text costs. @returns where the text goes on; null: never.
 */
function placeAll<State>(walk: Walk<State>, templates: Template[], start: State): State | null {
  let state: State | null = walk.reader.copy(start)
  const steps: Step[] = []
  const [first] = templates
  for (const template of templates) {
    if (state === null) break
    state = placeOne(walk, template, state, steps)
  }
  templates.splice(0, templates.length, ...(first === undefined ? [] : [new StepsNode(first, steps)]))
  return state
}

function placeOne<State>(walk: Walk<State>, template: Template, state: State, steps: Step[]): State | null {
  if (template instanceof Output) {
    steps.push(valueStep(template, requirePlace(walk.reader.place(state), template)))
    return state
  }
  if (template instanceof RawTag) {
    pushText(walk, state, template.render(), steps)
    return state
  }
  if (isStatic(template)) {
    placeText(walk, state, template, steps)
    return state
  }
  return placeTag(walk, template, state, steps)
}

/** Texts are the only nodes with `str`. */
function isStatic(template: Template): template is Template & { str: string } {
  return 'str' in template && typeof template.str === 'string'
}

function placeTag<State>(walk: Walk<State>, template: Template, state: State, steps: Step[]): State | null {
  requireOwnName(template)
  if (template instanceof BreakTag || template instanceof ContinueTag) {
    const loop = walk.loops.at(-1)
    if (loop !== undefined && walk.reader.join(loop, state) === null) throw torn(template)
    steps.push(tagStep(template))
    return null
  }
  if (template instanceof CaptureTag) {
    // Captured text is encoded where it is written.
    const inner: Walk<true> = {
      reader: captured,
      codes: walk.codes,
      statics: [],
      loops: [],
      cover: walk.cover,
    }
    placeAll(inner, template.templates, true)
  }
  if (template instanceof ForTag) {
    const end = placeLoop(walk, template, state)
    steps.push(tagStep(template))
    return end
  }
  if (template instanceof IfTag || template instanceof UnlessTag || template instanceof CaseTag) {
    return placeWays(walk, template, state, steps)
  }
  steps.push(tagStep(template))
  return state
}

/** What the scope gives keeps its name. */
function requireOwnName(template: Template): void {
  const name =
    template instanceof ForTag || template instanceof CaptureTag
      ? Reflect.get(template, 'variable')
      : template instanceof AssignTag
        ? Reflect.get(template, 'key')
        : ''
  if (typeof name === 'string' && isRoot(name)) {
    throw invalid(
      `${lineOf(template)}: ${wordsOf(template)} uses the name ${name}, which is taken: choose another`,
    )
  }
}

function placeWays<State>(
  walk: Walk<State>,
  template: IfTag | UnlessTag | CaseTag,
  state: State,
  steps: Step[],
): State | null {
  const ways = [...template.branches.map(({ templates }) => templates), template.elseTemplates ?? []]
  const ends = ways.map((templates) => placeAll(walk, templates, state))
  const bodies = ways.map((templates, place) => coverWay(walk, { template, place }, templates))
  steps.push(template instanceof IfTag ? ifStep(template, bodies) : tagStep(template))
  return joinAll(walk, ends, template)
}

function coverWay<State>(
  { cover }: Walk<State>,
  { template, place }: { template: Template; place: number },
  templates: Template[],
): readonly Step[] {
  const [body] = templates
  if (!(body instanceof StepsNode)) return []
  if (cover !== undefined) {
    const seen = cover({ line: lineNumber(template), tag: wordsOf(template), place })
    body.steps.unshift(() => {
      seen()
      return ''
    })
  }
  return body.steps
}

function placeLoop<State>(walk: Walk<State>, template: ForTag, state: State): State | null {
  const { reader } = walk
  // What one turn writes stands before the next.
  const trial = reader.copy(state)
  reader.place(trial)
  const start = reader.join(trial, state) ?? state
  walk.loops.push(start)
  const end = placeAll(walk, template.templates, start)
  walk.loops.pop()
  const [body] = template.templates
  const turn: Step = (_, message) => countTurn(message)
  if (body instanceof StepsNode) body.steps.unshift(turn)
  else template.templates.push(new StepsNode(template, [turn]))
  const around = end === null ? start : reader.join(start, end)
  if (around === null) throw torn(template)
  return joinAll(walk, [around, placeAll(walk, template.elseTemplates ?? [], state)], template)
}

function joinAll<State>({ reader }: Walk<State>, ends: (State | null)[], template: Template): State | null {
  let joined: State | null = null
  for (const end of ends) {
    if (end === null) continue
    if (joined === null) joined = end
    else {
      joined = reader.join(joined, end)
      if (joined === null) throw torn(template)
    }
  }
  return joined
}

function torn(template: Template): AppError {
  return invalid(
    `${lineOf(template)}: the branches of ${wordsOf(template)} end in different places of the markup, such as one inside of a tag: close in each what it opens`,
  )
}

function requirePlace(place: LiquidPlace | null, template: Template): LiquidPlace {
  if (place !== null) return place
  throw invalid(
    `${lineOf(template)}: ${wordsOf(template)} stands in the markup of a tag or at the edge of a comment: put it into the text or between the quotes of an attribute`,
  )
}

const shownMax = 60

function wordsOf({ token }: Template): string {
  return token.getText().slice(0, shownMax)
}

function placeText<State>(
  walk: Walk<State>,
  state: State,
  template: Template & { str: string },
  steps: Step[],
): void {
  const { str } = template
  let end = 0
  for (const found of findCodes(str, walk.codes)) {
    pushText(walk, state, str.slice(end, found.start), steps)
    const place = requirePlace(walk.reader.place(state), template)
    steps.push(codeStep({ code: found.code, place: forCodes(place) }, place))
    end = found.end
  }
  pushText(walk, state, str.slice(end), steps)
}

/** Codes know no bare attributes: what they have read is encoded once more. */
function forCodes(place: LiquidPlace): Place {
  if (place === 'bare' || place === 'script') return 'text'
  if (place === 'bare_url') return 'url'
  return place === 'bare_url_start' ? 'url_start' : place
}

function pushText<State>({ reader, statics }: Walk<State>, state: State, text: string, steps: Step[]): void {
  if (text === '') return
  for (const piece of reader.read(state, text)) {
    if (piece === '') continue
    if (typeof piece === 'string') statics.push(piece)
    steps.push(pieceStep(piece))
  }
}

const captured: PartReader<true> = {
  start: () => true,
  copy: () => true,
  read: (_, text) => [text],
  place: () => 'text',
  join: () => true,
}
