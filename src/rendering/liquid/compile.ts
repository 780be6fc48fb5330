import {
  BreakTag,
  CaptureTag,
  CaseTag,
  ContinueTag,
  ForTag,
  IfTag,
  Output,
  RawTag,
  toValueSync,
  UnlessTag,
  type Context,
  type Emitter,
  type Template,
} from 'liquidjs'
import { AppError, invalid } from '../../contract/api/errors.ts'
import type { CodeTable } from '../codes.ts'
import { findCodes, renderSlot, type LiquidSlot, type Place, type Slot } from '../merge.ts'
import { encodeFor, textOfValue, type LiquidPlace } from './encode.ts'
import { engine, parseLiquid, problemOf } from './engine.ts'
import { count, countTurn, messageOf, scopeOf, type Message } from './scope.ts'

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

export type Piece = string | ((message: Message) => string)

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
    const templates = parseLiquid(source)
    const statics: string[] = []
    const walk: Walk<State> = { reader, codes, statics, loops: [], cover }
    const end = placeAll(walk, templates, reader.start())
    const last = end === null ? [] : (reader.end?.(end) ?? [])
    const [first] = templates
    if (first !== undefined) templates.push(...last.map((piece) => new PieceNode(first, piece)))
    return {
      statics,
      liquid: (values, urls) => withProblem(() => render(templates, scopeOf({ values, urls }, keys))),
    }
  })
}

function withProblem<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof AppError ? error : invalid(causeOf(error)?.message ?? problemOf(error))
  }
}

/** The engine wraps what is thrown below it. */
function causeOf(error: unknown): AppError | null {
  if (typeof error !== 'object' || error === null) return null
  const inner: unknown = Reflect.get(error, 'originalError') ?? Reflect.get(error, 'cause')
  return inner instanceof AppError ? inner : inner === undefined || inner === error ? null : causeOf(inner)
}

function render(templates: Template[], scope: object): string {
  const text: unknown = engine.renderSync(templates, scope)
  return String(text)
}

/** Replaces the nodes of the engine by ours, in place. @returns where the text goes on; null: never. */
function placeAll<State>(walk: Walk<State>, templates: Template[], start: State): State | null {
  let state: State | null = walk.reader.copy(start)
  const placed: Template[] = []
  for (const template of templates) {
    if (state === null) break
    state = placeOne(walk, template, state, placed)
  }
  templates.splice(0, templates.length, ...placed)
  return state
}

function placeOne<State>(
  walk: Walk<State>,
  template: Template,
  state: State,
  placed: Template[],
): State | null {
  const { reader } = walk
  if (template instanceof Output) {
    const place = requirePlace(reader.place(state), template)
    placed.push(new ValueNode(template, place))
    return state
  }
  if (template instanceof RawTag) {
    const text = template.render()
    pushText(walk, state, { text, template }, placed)
    return state
  }
  if (isStatic(template)) {
    placeText(walk, state, template, placed)
    return state
  }
  placed.push(template)
  return placeTag(walk, template, state)
}

/** Texts are the only nodes with `str`. */
function isStatic(template: Template): template is Template & { str: string } {
  return 'str' in template && typeof template.str === 'string'
}

function placeTag<State>(walk: Walk<State>, template: Template, state: State): State | null {
  if (template instanceof BreakTag || template instanceof ContinueTag) {
    const loop = walk.loops.at(-1)
    if (loop !== undefined && walk.reader.join(loop, state) === null) throw torn(template)
    return null
  }
  if (template instanceof CaptureTag) {
    // Captured text is encoded where it is written.
    const inner: Walk<true> = { reader: captured, codes: walk.codes, statics: [], loops: [], cover: walk.cover }
    placeAll(inner, template.templates, true)
    return state
  }
  if (template instanceof ForTag) return placeLoop(walk, template, state)
  if (template instanceof IfTag || template instanceof UnlessTag || template instanceof CaseTag) {
    const ways = [...template.branches.map(({ templates }) => templates), template.elseTemplates ?? []]
    const ends = ways.map((templates) => placeAll(walk, templates, state))
    ways.forEach((templates, place) => {
      coverWay(walk, { template, place }, templates)
    })
    return joinAll(walk, ends, template)
  }
  return state
}

function coverWay<State>(
  { cover }: Walk<State>,
  { template, place }: { template: Template; place: number },
  templates: Template[],
): void {
  if (cover === undefined || templates.length === 0) return
  const seen = cover({ line: lineNumber(template), tag: wordsOf(template), place })
  templates.unshift(new PieceNode(template, () => (seen(), '')))
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
  template.templates.unshift(new TurnNode(template))
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

function lineOf(template: Template): string {
  return `line ${lineNumber(template)}`
}

function lineNumber({ token }: Template): number {
  return token.input.slice(0, token.begin).split('\n').length
}

const shownMax = 60

function wordsOf({ token }: Template): string {
  return token.getText().slice(0, shownMax)
}

function placeText<State>(
  walk: Walk<State>,
  state: State,
  template: Template & { str: string },
  placed: Template[],
): void {
  const { str } = template
  let end = 0
  for (const found of findCodes(str, walk.codes)) {
    pushText(walk, state, { text: str.slice(end, found.start), template }, placed)
    const place = requirePlace(walk.reader.place(state), template)
    placed.push(new CodeNode(template, { code: found.code, place: forCodes(place) }, place))
    end = found.end
  }
  pushText(walk, state, { text: str.slice(end), template }, placed)
}

/** Codes know no bare attributes: what they have read is encoded once more. */
function forCodes(place: LiquidPlace): Place {
  if (place === 'bare' || place === 'script') return 'text'
  if (place === 'bare_url') return 'url'
  return place === 'bare_url_start' ? 'url_start' : place
}

function pushText<State>(
  { reader, statics }: Walk<State>,
  state: State,
  { text, template }: { text: string; template: Template },
  placed: Template[],
): void {
  if (text === '') return
  for (const piece of reader.read(state, text)) {
    if (typeof piece !== 'string') placed.push(new PieceNode(template, piece))
    else if (piece !== '') {
      statics.push(piece)
      placed.push(new PieceNode(template, piece))
    }
  }
}

const captured: PartReader<true> = {
  start: () => true,
  copy: () => true,
  read: (_, text) => [text],
  place: () => 'text',
  join: () => true,
}

abstract class Node implements Template {
  readonly token: Template['token']

  constructor({ token }: Template) {
    this.token = token
  }

  abstract textIn(context: Context): string

  render(context: Context, emitter: Emitter): void {
    const text = this.textIn(context)
    count(messageOf(context), text.length)
    emitter.write(text)
  }
}

class PieceNode extends Node {
  readonly #piece: Piece

  constructor(template: Template, piece: Piece) {
    super(template)
    this.#piece = piece
  }

  textIn(context: Context): string {
    return typeof this.#piece === 'string' ? this.#piece : this.#piece(messageOf(context))
  }
}

class CodeNode extends Node {
  readonly #slot: Slot
  readonly #place: LiquidPlace

  constructor(template: Template, slot: Slot, place: LiquidPlace) {
    super(template)
    this.#slot = slot
    this.#place = place
  }

  textIn(context: Context): string {
    const text = renderSlot(this.#slot, messageOf(context).values)
    return this.#slot.place === this.#place ? text : encodeFor('bare', text)
  }
}

class ValueNode extends Node {
  readonly #value: Output['value']
  readonly #place: LiquidPlace

  constructor(template: Output, place: LiquidPlace) {
    super(template)
    this.#value = template.value
    this.#place = place
    const { filters } = template.value
    // The place encodes it.
    if (place.includes('url') && filters.at(-1)?.name === 'url_encode') filters.pop()
  }

  textIn(context: Context): string {
    return encodeFor(this.#place, textOfValue(toValueSync(this.#value.value(context, false))))
  }
}

class TurnNode extends Node {
  textIn(context: Context): string {
    countTurn(messageOf(context))
    return ''
  }
}
