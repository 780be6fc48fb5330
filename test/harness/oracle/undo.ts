import { isDeepStrictEqual } from 'node:util'
import type { OracleSubscriber } from './model.ts'

/** What the undo of an import must do: an independent program over maps. */

export const undoClassNames = [
  'removed',
  'restored',
  'restored_partly',
  'left_changed',
  'left_departed',
  'left_over_limit',
  'left_gone',
] as const
export type UndoClassName = (typeof undoClassNames)[number]

export type List = Map<string, OracleSubscriber>

export type UndoCase = {
  before: List
  /** After the import. */
  imported: List
  /** When the undo begins. */
  now: List
  /** Keys of people who were deleted since the import, even if somebody added them again. */
  deleted: ReadonlySet<string>
  /** Keys of people who left again although they were not active. */
  departed?: ReadonlySet<string>
}

export type OracleUndo = { subscribers: List; classes: Record<UndoClassName, string[]> }

export function expectUndo({ before, imported, now, deleted, departed = new Set() }: UndoCase): OracleUndo {
  const subscribers: List = new Map([...now].map(([key, one]) => [key, structuredClone(one)]))
  const classes = Object.fromEntries(
    undoClassNames.map((name) => [name, []]),
  ) as unknown as OracleUndo['classes']
  for (const [key, written] of imported) {
    const old = before.get(key)
    if (isDeepStrictEqual(old, written)) continue
    const current = subscribers.get(key)
    if (current === undefined || deleted.has(key)) {
      classes.left_gone.push(key)
    } else if (old === undefined) {
      const isSame = isDeepStrictEqual(current, written)
      if (isSame) subscribers.delete(key)
      classes[isSame ? 'removed' : 'left_changed'].push(key)
    } else {
      classes[giveBack(current, old, written, departed.has(key))].push(key)
    }
  }
  return { subscribers, classes }
}

type Parts = Map<string, unknown>

function partsOf({ status, confirmed, format, fields }: OracleSubscriber): Parts {
  const own = Object.entries(fields).map(([name, value]): [string, unknown] => [`field ${name}`, value])
  const rest: [string, unknown][] = [
    ['status', status],
    ['confirmed', confirmed],
    ['format', format],
  ]
  return new Map([...rest, ...own])
}

function giveBack(
  current: OracleSubscriber,
  old: OracleSubscriber,
  written: OracleSubscriber,
  hasDeparted: boolean,
): UndoClassName {
  const [was, wrote, is] = [partsOf(old), partsOf(written), partsOf(current)]
  const changed = [...new Set([...was.keys(), ...wrote.keys()])].filter(
    (part) => !isDeepStrictEqual(was.get(part), wrote.get(part)),
  )
  const mayReturn = changed.filter((part) => isDeepStrictEqual(is.get(part), wrote.get(part)))
  const isHeld = hasDeparted && mayReturn.includes('status') && old.status === 'active'
  const back = mayReturn.filter((part) => part !== 'status' || !isHeld)
  for (const part of back) put(current, part, was.get(part))
  if (isHeld) return 'left_departed'
  if (back.length === 0) return 'left_changed'
  return back.length === changed.length ? 'restored' : 'restored_partly'
}

function put(subscriber: OracleSubscriber, part: string, value: unknown): void {
  const target: Record<string, unknown> = part.startsWith('field ') ? subscriber.fields : subscriber
  const name = part.replace(/^field /, '')
  if (value === undefined) delete target[name]
  else target[name] = value
}
