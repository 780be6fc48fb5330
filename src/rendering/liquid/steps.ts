import {
  isTruthy,
  toValueSync,
  type Context,
  type Emitter,
  type IfTag,
  type Output,
  type Template,
} from 'liquidjs'
import { AppError, invalid } from '../../contract/api/errors.ts'
import { renderSlot, type Slot } from '../merge.ts'
import { encodeFor, textOfValue, type LiquidPlace } from './encode.ts'
import { problemOf, written } from './engine.ts'
import { readerOf } from './expression.ts'
import { count, messageOf, type Message } from './scope.ts'

/** What one piece of a template writes. */
export type Step = string | ((context: Context, message: Message) => string)

export type Piece = string | ((message: Message) => string)

/** The engine wraps what is thrown below it. */
export function causeOf(error: unknown): AppError | null {
  if (typeof error !== 'object' || error === null) return null
  const inner: unknown = Reflect.get(error, 'originalError') ?? Reflect.get(error, 'cause')
  return inner instanceof AppError ? inner : inner === undefined || inner === error ? null : causeOf(inner)
}

export function lineOf(template: Template): string {
  return `line ${lineNumber(template)}`
}

export function lineNumber({ token }: Template): number {
  return token.input.slice(0, token.begin).split('\n').length
}

export function pieceStep(piece: Piece): Step {
  return typeof piece === 'string' ? piece : (_, message) => count(message, piece(message))
}

export function codeStep(slot: Slot, place: LiquidPlace): Step {
  return (_, message) => {
    const text = renderSlot(slot, message.values)
    return count(message, slot.place === place ? text : encodeFor('bare', text))
  }
}

export function valueStep(template: Output, place: LiquidPlace): Step {
  const { value } = template
  const { filters } = value
  // The place encodes it.
  if (place.includes('url') && filters.at(-1)?.name === 'url_encode') filters.pop()
  const read = readerOf(value)
  return atLine(template, (context, message) => count(message, encodeFor(place, textOfValue(read(context)))))
}

export function ifStep({ branches }: IfTag, bodies: readonly (readonly Step[])[]): Step {
  const ways = branches.map(({ value }, place) => ({ test: readerOf(value), body: bodies[place] ?? [] }))
  const otherwise = bodies.at(-1) ?? []
  return (context, message) => {
    for (const { test, body } of ways) {
      const found = test(context)
      if (typeof found === 'string' || (found !== false && isTruthy(found, context)))
        return runSteps(body, context, message)
    }
    return runSteps(otherwise, context, message)
  }
}

/** As the engine renders it, with our nodes inside. */
export function tagStep(template: Template): Step {
  return atLine(template, (context) => {
    const emitter = written()
    const text: unknown = toValueSync(template.render(context, emitter))
    return typeof text === 'string' ? `${emitter.buffer}${text}` : emitter.buffer
  })
}

/** Says where it failed. */
function atLine(template: Template, step: Exclude<Step, string>): Step {
  return (context, message) => {
    try {
      return step(context, message)
    } catch (error) {
      if (error instanceof AppError || causeOf(error) !== null || !(error instanceof Error)) throw error
      const problem = problemOf(error)
      throw invalid(/^line \d/.test(problem) ? problem : `${lineOf(template)}: ${problem}`)
    }
  }
}

export function runSteps(steps: readonly Step[], context: Context, message: Message): string {
  let text = ''
  for (const step of steps) {
    if (typeof step === 'string') text += count(message, step)
    else {
      text += step(context, message)
      if (context.breakCalled || context.continueCalled) break
    }
  }
  return text
}

export class StepsNode implements Template {
  readonly token: Template['token']
  readonly steps: Step[]

  constructor({ token }: Template, steps: Step[]) {
    this.token = token
    this.steps = steps
  }

  render(context: Context, emitter: Emitter): void {
    emitter.write(runSteps(this.steps, context, messageOf(context)))
  }
}
