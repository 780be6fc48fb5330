import { PassThrough, type Readable } from 'node:stream'

/** What a statement may be given: as a parameter, or as a part of its text. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Parameter
  | Helper
  // oxlint-disable-next-line typescript/no-explicit-any -- a statement as a part of another: its rows are never read.
  | Statement<any>
  | readonly Value[]

// oxlint-disable-next-line typescript/no-explicit-any -- a row whose type the caller did not give.
export type Row = Record<string, any>
export type Rows = readonly (object | undefined)[]

/** The rows of an answer. `count`: of the rows that were read or written; `command`: such as `UPDATE`. */
export type Answer<R extends Rows = Row[]> = R & { readonly count: number; readonly command: string }

export type Execute = (statement: Statement) => Promise<Answer>

const executing = Symbol('executing')

export type Sql = {
  /** A statement, or a part of another: it is executed when it is awaited. */
  <R extends Rows = Row[]>(text: TemplateStringsArray, ...values: Value[]): Statement<R>
  /**
   * A part of a statement: a string is an identifier, as strings are but after `in`, where they are a list of values;
   * objects are rows after `insert into t`, and assignments elsewhere, of all their columns or of those that are named.
   */
  (part: Part, ...columns: (string | readonly string[])[]): Helper
  /** Anything as jsonb; null is the null of SQL. */
  json: (value: unknown) => Parameter
  /** An array as text[], which can be cast to any other. */
  array: (values: readonly (Scalar | null)[]) => Parameter
  /** SQL as text. It is no prepared statement; without `values` it may be several. */
  unsafe: <R extends Rows = Row[]>(text: string, values?: readonly Value[]) => Statement<R>
  notify: (channel: string, payload: string) => Statement
  readonly [executing]: Execute
}

export type Scalar = string | number | bigint | boolean
export type Part = string | readonly (string | number)[] | object | readonly object[]

/** A value whose type the text names. */
export class Parameter {
  readonly value: unknown
  readonly type: 'jsonb' | 'text[]'

  constructor(value: unknown, type: Parameter['type']) {
    this.value = value
    this.type = type
  }
}

export class Helper {
  readonly part: Part
  readonly columns: readonly (string | readonly string[])[]

  constructor(part: Part, columns: Helper['columns']) {
    this.part = part
    this.columns = columns
  }
}

/** Promises its answer, and is executed by the first who asks for it; as a part of another statement never. */
export class Statement<R extends Rows = Row[]> implements Promise<Answer<R>> {
  /** What stands between the parts, one more than these. */
  readonly text: readonly string[]
  /** Absent: the text is whole, and not to be prepared. */
  readonly parts: readonly Value[] | undefined
  /** The parameters of a whole text. */
  readonly given: readonly Value[]
  /** Whether rows are to come as arrays. */
  areArrays = false
  /** Where the bytes of a COPY go. */
  copied: PassThrough | undefined
  readonly #execute: Execute
  #answer: Promise<Answer<R>> | undefined

  constructor(
    execute: Execute,
    text: Statement['text'],
    parts?: Statement['parts'],
    given: readonly Value[] = [],
  ) {
    this.#execute = execute
    this.text = text
    this.parts = parts
    this.given = given
  }

  get [Symbol.toStringTag](): string {
    return 'Statement'
  }

  /** Rows as arrays. */
  values(): Promise<Answer<unknown[][]>> {
    this.areArrays = true
    return this.execute() as Promise<unknown> as Promise<Answer<unknown[][]>>
  }

  /** Of `copy … to stdout`: what the server writes. The stream fails with the statement. */
  readable(): Readable {
    const copied = new PassThrough()
    this.copied = copied
    this.execute().then(
      () => copied.end(),
      (error: unknown) => copied.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return copied
  }

  /** Sends it now, for an answer that is awaited later. */
  execute(): Promise<Answer<R>> {
    this.#answer ??= this.#execute(this as unknown as Statement) as Promise<unknown> as Promise<Answer<R>>
    return this.#answer
  }

  // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what a statement is for
  then<A = Answer<R>, B = never>(
    onAnswer?: ((answer: Answer<R>) => A | PromiseLike<A>) | null,
    // oxlint-disable-next-line typescript/no-explicit-any -- as in the language's own promises
    onError?: ((error: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(onAnswer, onError)
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  catch<B = never>(onError?: ((error: any) => B | PromiseLike<B>) | null): Promise<Answer<R> | B> {
    return this.execute().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Answer<R>> {
    return this.execute().finally(onEnd)
  }
}

/** Where each text of the code was first met: an error of the server itself leads no further than the socket. */
const origins = new WeakMap<readonly string[], { stack?: string }>()

/** The error, with the place that its statement comes from in its stack. */
export function traced(error: unknown, { text }: Statement): unknown {
  const frames = origins.get(text)?.stack?.split('\n').slice(1) ?? []
  if (error instanceof Error && frames.length > 0) error.stack = [error.stack, ...frames].join('\n')
  return error
}

/** A tag whose statements are executed by `execute`. */
export function statementsOf(execute: Execute): Sql {
  const tag = (first: TemplateStringsArray | Part, ...rest: Value[]) => {
    if (typeof first !== 'object' || !('raw' in first))
      return new Helper(first, rest as (string | string[])[])
    if (!origins.has(first)) {
      const origin = {}
      Error.captureStackTrace(origin, tag)
      origins.set(first, origin)
    }
    return new Statement(execute, first, rest)
  }
  const others = {
    json: (value: unknown) => new Parameter(value, 'jsonb'),
    array: (values: readonly Value[]) => new Parameter(values, 'text[]'),
    unsafe: (text: string, values?: readonly Value[]) => new Statement(execute, [text], undefined, values),
    notify: (channel: string, payload: string) => tag`select pg_notify(${channel}, ${payload})` as Statement,
    [executing]: execute,
  }
  // The type is one of overloaded functions, which cannot be put together otherwise.
  return Object.assign(tag, others) as unknown as Sql
}

/** How a tag executes its statements, for one that does something before. */
export function executeOf(sql: Sql): Execute {
  return sql[executing]
}
