import type { Context } from 'liquidjs'
import { invalid } from '../../contract/api/errors.ts'
import { codeKey, withAsciiDomain, type MergeField, type MergeValues } from '../codes.ts'
import { hiddenBlocks } from '../conditional.ts'
import type { TrackingUrls } from '../merge.ts'
import { limits } from './limits.ts'

/** What one rendering may use. Under a symbol, which no template can name. */
export type Message = {
  values: MergeValues
  urls: TrackingUrls | null
  written: number
  turns: number
}

const message = Symbol('message')

export function messageOf(context: Context): Message {
  const found: unknown = Reflect.get(context.environments, message)
  if (!isMessage(found)) throw new Error('a template was rendered without a message')
  return found
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'written' in value
}

/** Counts what is written, captured text included. @returns the text. */
export function count(state: Message, text: string): string {
  state.written += text.length
  if (state.written > limits.outputLength) {
    throw invalid(`the message has more than ${limits.outputLength} characters: shorten its loops`)
  }
  return text
}

/** @returns no text. */
export function countTurn(state: Message): '' {
  if (++state.turns > limits.turns)
    throw invalid(`the loops have more than ${limits.turns} turns: shorten them`)
  return ''
}

/** The names below `person`, for the fields of the list. */
export function personKeys(fields: readonly Pick<MergeField, 'id' | 'name'>[]): ReadonlyMap<string, string> {
  return new Map(fields.map(({ id, name }) => [codeKey(name), String(id)]))
}

/** Of the message that is being composed: its parts share it. */
const scopes = new WeakMap<MergeValues, Scope & { keys: ReadonlyMap<string, string> }>()

export type Scope = { names: object; state: Message }

/** What a template sees: text, numbers, lists and records, and nothing with a method. */
export function scopeOf(
  { values, urls }: { values: MergeValues; urls: TrackingUrls | null },
  keys: ReadonlyMap<string, string>,
): Scope {
  const known = scopes.get(values)
  if (known !== undefined && known.keys === keys) {
    known.state.urls = urls
    return known
  }
  const state: Message = { values, urls, written: 0, turns: 0 }
  const scope = { names: newScope(state, keys), state, keys }
  scopes.set(values, scope)
  return scope
}

function newScope(state: Message, keys: ReadonlyMap<string, string>): object {
  const { values } = state
  const { subscriber, list, campaign, delivery, links, replacements } = values
  const person: Record<string, unknown> = Object.create(null)
  for (const [key, id] of keys) {
    if (Object.hasOwn(subscriber.customFields, id)) person[key] = subscriber.customFields[id]
  }
  person['email'] = withAsciiDomain(subscriber.email)
  person['id'] = subscriber.id
  person['subscribed_at'] = subscriber.subscribeTime?.toISOString() ?? null
  return {
    person,
    list: { id: list.id, name: list.name },
    campaign: campaign === null ? null : { id: campaign.id, name: campaign.name },
    sender: { name: delivery.fromName, email: delivery.fromEmail, reply_to: delivery.replyTo },
    data: replacements,
    links: {
      unsubscribe: links.unsubscribe,
      unsubscribe_token: links.unsubscribeToken,
      // Signed when they are asked for.
      get web_version() {
        return links.webVersion
      },
      get preferences() {
        return links.preferences
      },
    },
    get now() {
      return values.now.toISOString()
    },
    [hiddenBlocks]: values.hidden ?? [],
    [message]: state,
  }
}
/** The names that a template can use beside those of the person. */
export const rootNames = ['person', 'list', 'campaign', 'sender', 'data', 'links', 'now'] as const

export function isRoot(name: string): boolean {
  return name === hiddenBlocks || rootNames.some((root) => root === name)
}

export const knownBelow: Readonly<Record<string, readonly string[]>> = {
  list: ['id', 'name'],
  campaign: ['id', 'name'],
  sender: ['name', 'email', 'reply_to'],
  links: ['unsubscribe', 'unsubscribe_token', 'web_version', 'preferences'],
}
export const personNames = ['email', 'id', 'subscribed_at'] as const
