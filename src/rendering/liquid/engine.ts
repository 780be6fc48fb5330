import {
  filters as builtIn,
  Liquid,
  tags as builtInTags,
  toValueSync,
  type Context,
  type Emitter,
  type Template,
} from 'liquidjs'
import { invalid } from '../../contract/api/errors.ts'
import { limits } from './limits.ts'
import { dateFilter, numberFilter, pluralFilter } from './filters.ts'

/** Without those that read other templates or write markup of their own. */
const tagNames = [
  'assign',
  'break',
  'capture',
  'case',
  'comment',
  'continue',
  'for',
  'if',
  'raw',
  'unless',
  '#',
]

/** Without those that make markup, evaluate text, draw lots or depend on the engine. */
const filterNames = (
  'abs append at_least at_most capitalize ceil compact concat default divided_by downcase first floor join last lstrip map minus modulo plus prepend ' +
  'remove remove_first replace replace_first reverse round rstrip size slice sort sort_natural split strip strip_newlines sum times truncate truncatewords uniq upcase url_encode where'
).split(' ')

function createEngine(): Liquid {
  const engine = new Liquid({
    // Without it, the engine reads files of the working directory.
    templates: {},
    relativeReference: false,
    dynamicPartials: false,
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    lenientIf: true,
    jsTruthy: false,
    parseLimit: limits.sourceLength,
    memoryLimit: limits.memory,
    renderLimit: limits.timeMs,
  })
  for (const name of Object.keys(builtInTags)) {
    if (!tagNames.includes(name)) Reflect.deleteProperty(engine.tags, name)
  }
  for (const name of Object.keys(builtIn)) {
    if (!filterNames.includes(name)) engine.unregisterFilter(name)
  }
  // Values are encoded for their place anyway.
  for (const name of ['escape', 'escape_once', 'h']) engine.registerFilter(name, (value: unknown) => value)
  engine.registerFilter('date', dateFilter)
  engine.registerFilter('number', numberFilter)
  engine.registerFilter('plural', pluralFilter)
  return engine
}

export const engine = createEngine()

/** The engine makes a generator of each turn and asks for the time twice. Nothing that a template can do takes longer than it says. */
Reflect.set(
  engine.renderer,
  'renderTemplates',
  (templates: readonly Template[], context: Context, given?: Emitter): string => {
    const emitter = given ?? written()
    context.renderLimit.check(performance.now())
    for (const template of templates) {
      const text: unknown = toValueSync(template.render(context, emitter))
      if (typeof text === 'string') emitter.write(text)
      if (context.breakCalled || context.continueCalled) break
    }
    return given === undefined ? emitter.buffer : ''
  },
)

export function written(): Emitter & { buffer: string } {
  return {
    buffer: '',
    write(text: unknown) {
      this.buffer += String(text)
    },
  }
}

/** @throws AppError for what is no Liquid. */
export function parseLiquid(source: string): Template[] {
  try {
    return engine.parse(source)
  } catch (error) {
    throw invalid(problemOf(error))
  }
}

/** The words of the engine without its position and the piece of the source. */
export function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const words = message.split(/\n/, 1)[0] ?? ''
  const line = /, line:(\d+)/.exec(words)?.[1]
  const bare = words
    .replace(/, (?:file:.*, )?line:\d+, col:\d+$/, '')
    .replace(/^ENOENT.*$/, 'a file is named')
  const place = line === undefined ? '' : `line ${line}: `
  return `${place}${sentences.find(([pattern]) => pattern.test(bare))?.[1] ?? bare}`
}

const sentences: readonly (readonly [RegExp, string])[] = [
  [/memory alloc limit/, 'it makes too long texts or lists: shorten its loops'],
  [/template render limit/, 'it takes too long: shorten its loops'],
  [/parse length limit|parse limit/, 'it is too long'],
]
