import type postgres from 'postgres'

/** Not executed yet. The three functions are undocumented parts of the driver; tests prove that they exist. */
export type Statement = postgres.PendingQuery<postgres.Row[]> & {
  handler: (statement: Statement) => void
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  cursorFn?: unknown
  onlyDescribe?: boolean
}

type Handler = Statement['handler']

/** What the driver's constructor sets, as far as copies differ in it. */
type Made = Statement & {
  strings: readonly string[]
  args: unknown[]
  options: object
  canceller: unknown
  active: boolean
}

type Model = { made: Made; kind: Kind }
type Kind = new (...args: never[]) => Made

/** The first statement of each template, and one without parameters. None of them is executed. */
const models = new WeakMap<object, Model>()
const plainText = {}

/**
 * What the driver makes of a template, executed by `handler`. Its constructor assigns function literals to properties
 * (`this.resolve = x => …`). V8 takes them for methods and allocates them in the old generation, where they keep the
 * statement, its parameters and its rows until the next full collection. So the driver makes one statement of each
 * template, and the others are copies of it whose functions are young (docs/decisions/005-driver.md).
 */
export function fromTemplate(
  client: postgres.ISql,
  strings: TemplateStringsArray,
  args: postgres.ParameterOrFragment<never>[],
  handler: Handler,
): Statement {
  const model = modelOf(strings, () => client(strings, ...args))
  return copyOf(model, { strings, args, handler })
}

/** One or more statements without parameters. */
export function fromText(client: postgres.ISql, text: string, handler: Handler): Statement {
  const model = modelOf(plainText, () => client.unsafe(''))
  return copyOf(model, { strings: [text], args: [], handler })
}

type Ends = Pick<Statement, 'resolve' | 'reject'>

/** Give the functions in a literal. One that is assigned to `statement.resolve` outlives the statement, as above. */
export function replaceEnds(statement: Statement, ends: Partial<Ends>): void {
  void Object.assign(statement, ends)
}

function modelOf(key: object, make: () => unknown): Model {
  const known = models.get(key)
  if (known !== undefined) return known
  // Without the first parameters and the first connection.
  const made = Object.assign(make() as Made, { args: [], handler: () => {}, canceller: null })
  const model = { made, kind: sentAtOnceOf(made.constructor as Kind) }
  models.set(key, model)
  return model
}

const sentAtOnce = new WeakMap<Kind, Kind>()

/**
 * When a connection executes a statement for the first time, the driver asks for the types of its parameters, and sends the values
 * when it has the answer. In between a transaction is not idle to PostgreSQL, and a process that freezes then keeps its locks
 * for five minutes instead of 20 seconds. So the driver is told that it need not ask
 * (docs/decisions/005-driver.md).
 */
function sentAtOnceOf(driverKind: Kind): Kind {
  const known = sentAtOnce.get(driverKind)
  if (known !== undefined) return known
  const kind = class extends driverKind {
    get describeFirst() {
      return false
    }

    set describeFirst(_: boolean) {
      // The driver sets it before each execution.
    }
  }
  sentAtOnce.set(driverKind, kind)
  return kind
}

function copyOf({ made, kind }: Model, own: Pick<Made, 'strings' | 'args' | 'handler'>): Statement {
  let resolve: Ends['resolve'] = () => {}
  let reject: Ends['reject'] = () => {}
  const executor = (...functions: [typeof resolve, typeof reject]) => ([resolve, reject] = functions)
  const copy = Reflect.construct(Promise, [executor], kind) as Made
  const ends: Ends = {
    resolve: (value) => {
      copy.active = false
      resolve(value)
    },
    reject: (error) => {
      copy.active = false
      reject(error)
    },
  }
  return Object.assign(copy, made, own, { options: { ...made.options } }, ends)
}
