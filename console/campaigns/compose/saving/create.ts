import { staleOf } from '../../../app/reach/guard.ts'
import { inLine } from '../../../app/in-line.ts'
import { isNotFound } from '../../../app/reach/missing.ts'
import { ApiFailure } from '../../../../src/client/api.ts'
import { asBeside, createKeeping } from './beside.ts'
import {
  bodyOf,
  contentsOf,
  inputOf,
  merged,
  type Beside,
  type Calls,
  type Campaign,
  type DraftChange,
  type DraftContent,
  type Saved,
  type SaveState,
} from './change.ts'

export type Saving = {
  now: () => Saved
  subscribe: (listener: () => void) => () => void
  change: (changes: DraftChange) => void
  /** @returns whether everything is saved. `isForced`: also what is scheduled, and what somebody else has saved since. */
  flush: (isForced: boolean) => Promise<boolean>
  adopt: (campaign: Campaign) => void
  /** What the page has found, unless something is typed and not saved. */
  see: (campaign: Campaign, beside: Beside | null) => void
  /** What is scheduled stays as it is. */
  discard: () => Promise<void>
  takeTheirs: () => void
}

const saveAfterMs = 1000
const againAfterMs = 5000

const isEmpty = (change: DraftChange) => Object.keys(change).length === 0

function holdOf(first: Campaign, beside: Beside | null) {
  const listeners = new Set<() => void>()
  const nothing = { theirs: null, theirBeside: null, who: '', error: null, sending: {} }
  let now: Saved = { ...nothing, campaign: first, ...asBeside(beside) }
  return {
    now: () => now,
    set: (changes: Partial<Saved>) => {
      now = { ...now, ...changes }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Saves 1 s after the last change, never twice at a time. It outlives the step that was typed in: what could not be saved
 * there is shown by the next step, and sent once it can be.
 */
export function createSaving(line: string, first: Campaign, beside: Beside | null, calls: Calls): Saving {
  const held = holdOf(first, beside)
  const { set } = held
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(false), ms)
  }
  const adopt = adopting(held, calls)
  const save = async (isForced: boolean): Promise<boolean> => {
    if (isEmpty(held.now().waiting)) return true
    if (held.now().state === 'conflict' && !isForced) return false
    const changes = held.now().waiting
    const base = held.now().theirs ?? held.now().campaign
    set({ state: 'saving', sending: changes, waiting: {} })
    try {
      adopt(await calls.update(bodyOf(changes, base), base.updated_at))
      // Beside what is not scheduled it says nothing.
      if (held.now().beside !== null) await drop().catch(() => null)
      return isEmpty(held.now().waiting)
    } catch (failure) {
      const typed = held.now().waiting
      set({ sending: {}, waiting: merged(changes, typed) })
      const theirs = await found(calls, failure).catch(() => null)
      // The answer to a save of this tab was lost.
      if (theirs !== null && isSavedIn(theirs, changes)) {
        set({ waiting: typed })
        adopt(theirs)
      } else set(afterFailure(failure, theirs))
      if (!(failure instanceof ApiFailure)) later(againAfterMs)
      return held.now().state === 'saved'
    }
  }
  const drop = async () => {
    await calls.dropBeside()
    set({ beside: null })
  }
  const keeping = createKeeping(held, calls, adopt, later)
  const flush = (isForced: boolean) => {
    clearTimeout(timer)
    const isBeside = () => isHeld(held.now())
    return inLine(line, () => {
      if (!isBeside()) return save(isForced)
      return isForced && held.now().theirBeside === null ? keeping.schedule() : keeping.keep(isForced)
    })
  }
  return {
    now: held.now,
    subscribe: held.subscribe,
    change: (changes) => {
      const state = held.now().state === 'conflict' ? held.now().state : 'waiting'
      set({ waiting: merged(held.now().waiting, changes), state })
      later(saveAfterMs)
    },
    flush,
    adopt,
    ...restoring(held, { adopt, drop }),
  }
}

type Held = ReturnType<typeof holdOf>

function adopting({ now, set }: Held, calls: Calls) {
  return (campaign: Campaign) => {
    const { waiting, state: before } = now()
    const typed = before === 'kept' ? 'kept' : 'waiting'
    const state = Object.keys(waiting).length === 0 ? 'saved' : typed
    set({ campaign, theirs: null, error: null, sending: {}, state })
    calls.keep(campaign)
  }
}

/** What takes the place of what is typed. */
function restoring(
  { now, set }: Held,
  { adopt, drop }: { adopt: (campaign: Campaign) => void; drop: () => Promise<void> },
): Pick<Saving, 'see' | 'discard' | 'takeTheirs'> {
  return {
    see: (campaign, beside) => {
      if (isSafe(now().state)) set({ campaign, ...asBeside(beside) })
    },
    discard: async () => {
      await drop()
      set({ ...asBeside(null), theirs: null, theirBeside: null, error: null })
    },
    takeTheirs: () => {
      const { theirs, theirBeside } = now()
      if (theirBeside !== null) return set({ ...asBeside(theirBeside), theirBeside: null })
      if (theirs === null) return
      set({ waiting: {} })
      adopt(theirs)
      if (now().beside !== null) void drop()
    },
  }
}

/** Nothing of it is only in this tab. */
export function isSafe(state: SaveState): boolean {
  return state === 'saved' || state === 'kept'
}

/** What leaves at its time is what was scheduled: a change of it stays beside it until it is scheduled again. */
function isHeld({ campaign, waiting }: Saved): boolean {
  return campaign.dispatch?.state === 'scheduled' && waiting.dispatch_attributes?.['state'] === undefined
}

/** What somebody else has saved meanwhile; null if that is not why a save failed. */
async function found(calls: Calls, failure: unknown): Promise<Campaign | null> {
  if (isNotFound(failure)) calls.askAgain()
  return staleOf(failure) === null ? null : calls.show()
}

function afterFailure(failure: unknown, theirs: Campaign | null): Partial<Saved> {
  return theirs === null
    ? { error: failure, state: 'failed' }
    : { theirs, who: staleOf(failure)?.who ?? '', state: 'conflict' }
}

function isSavedIn(
  theirs: Campaign,
  { contents, dispatch_attributes: dispatch, ...rest }: DraftChange,
): boolean {
  if (!isEmpty(rest)) return false
  const settings = { ...theirs.dispatch } as Record<string, string | number | boolean | null>
  const isSame = Object.entries(dispatch ?? {}).every(
    ([name, value]) => String(settings[name] ?? '') === String(value ?? ''),
  )
  return isSame && (contents === undefined || textOf(contents) === textOf(contentsOf(theirs)))
}

/** The server names what has no name. */
function textOf(contents: readonly DraftContent[]): string {
  return JSON.stringify(contents.map((content) => ({ ...inputOf(content), name: '' })))
}
