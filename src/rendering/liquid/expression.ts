import { Drop, toValueSync, TypeGuards, type Context, type Output, type Token } from 'liquidjs'
import { engine } from './engine.ts'
import { isRoot } from './scope.ts'

export type Read = (context: Context) => unknown
type Value = Output['value']

/** What a template asks most, `person.first_name` and comparisons, without the generators of the engine; the rest by them. */
export function readerOf(value: Value): Read {
  const first = expressionReader(value.initial.postfix)
  if (first === null) return (context) => toValueSync(value.value(context, false))
  const filters = value.filters.map(filterReader)
  return (context) => {
    let result = first(context)
    for (const filter of filters) result = filter(result, context)
    return result
  }
}

function expressionReader([one, other, operator, ...more]: readonly Token[]): Read | null {
  if (one === undefined || more.length > 0) return null
  const left = tokenReader(one)
  if (other === undefined) return left
  const right = tokenReader(other)
  if (left === null || right === null || operator === undefined || !TypeGuards.isOperatorToken(operator))
    return null
  const name = operator.operator
  return (context) => {
    const [before, after] = [left(context), right(context)]
    if (name === '==' && isText(before) && isText(after)) return before === after
    return toValueSync(context.opts.operators[name]?.(before, after, context))
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function tokenReader(token: Token): Read | null {
  if (TypeGuards.isPropertyAccessToken(token))
    return token.variable === undefined ? pathReader(token.props) : null
  if (TypeGuards.isOperatorToken(token) || !('content' in token)) return null
  const { content } = token
  return () => content
}

function pathReader(props: readonly object[]): Read | null {
  const [root, ...below] = props.map((prop) => ('content' in prop ? prop.content : null))
  if (typeof root !== 'string' || !below.every(isKey)) return null
  const readRoot = rootReader(root)
  const [key, ...more] = below
  if (key !== undefined && more.length === 0) return (context) => readKey(context, readRoot(context), key)
  return (context) => {
    let found = readRoot(context)
    for (const name of below) found = readKey(context, found, name)
    return found
  }
}

/** What a record has itself is read as it is; the engine knows sizes, places of lists and drops. */
function readKey(context: Context, found: unknown, key: string | number): unknown {
  if (found === null || found === undefined) return found
  if (typeof found === 'object' && !Array.isArray(found) && !(found instanceof Drop)) {
    const value: unknown = Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  }
  return context.readProperty(Object(found), key)
}

/** Names of the scope are never those of the template (see `requireOwnName`). */
function rootReader(root: string): Read {
  if (isRoot(root)) return (context) => Reflect.get(context.environments, root)
  return (context) => {
    const scopes: unknown = Reflect.get(context, 'scopes')
    if (!Array.isArray(scopes)) return undefined
    for (let at = scopes.length - 1; at >= 0; at--) {
      const scope: unknown = scopes[at]
      if (typeof scope === 'object' && scope !== null && Object.hasOwn(scope, root))
        return Reflect.get(scope, root)
    }
    return undefined
  }
}

function isKey(key: unknown): key is string | number {
  return typeof key === 'string' || typeof key === 'number'
}

function filterReader(filter: Value['filters'][number]): (value: unknown, context: Context) => unknown {
  const args = filter.args.map((arg) => (Array.isArray(arg) ? null : tokenReader(arg)))
  const handler: unknown = engine.filters[filter.name]
  if (typeof handler !== 'function' || !args.every((arg) => arg !== null))
    return (value, context) => toValueSync(filter.render(value, context))
  const onText = textFilter(filter.name, args)
  return (value, context) => {
    if (onText !== null && typeof value === 'string' && value !== '') return onText(value)
    const self = { context, liquid: engine }
    return toValueSync(Reflect.apply(handler, self, [value, ...args.map((arg) => arg(context))]))
  }
}

/** What the engine makes of a text, without a call of it. `strip` with signs of its own has an argument. */
function textFilter(name: string, args: readonly Read[]): ((text: string) => string) | null {
  if (name === 'default' && args.length > 0) return (text) => text
  return name === 'strip' && args.length === 0 ? (text) => text.trim() : null
}
