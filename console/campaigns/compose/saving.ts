import type { BlockDocument } from '../../../src/contract/blocks/document.ts'
import { staleOf } from '../../app/guard.ts'
import { inLine } from '../../app/in-line.ts'
import { isNotFound } from '../../app/reach/missing.ts'
import { ApiFailure } from '../../../src/client/api.ts'
import type { Campaign } from './draft.ts'

export type DraftContent = {
  name: string
  subject: string
  format: 'html' | 'text' | 'both'
  html: string
  text: string
  document: BlockDocument | null
}

export type Edit = (changes: Partial<DraftContent>) => void

/** What the steps change. The dispatch and the segment are sent only when they were changed. */
export type DraftChange = {
  name?: string
  contents?: DraftContent[]
  segmentation_criteria_id?: number
  segmentation_criteria_ad_hoc?: unknown[]
  segmentation_criteria_remote_sql?: string | null
  dispatch_attributes?: Record<string, string | number | boolean | null>
}

export type SaveState = 'saved' | 'waiting' | 'saving' | 'conflict' | 'failed'

export type Saved = {
  /** As it was last saved or seen. */
  campaign: Campaign
  /** What somebody else saved meanwhile, and who. */
  theirs: Campaign | null
  who: string
  state: SaveState
  error: unknown
  /** Typed and not saved: what is on its way, and what came after it. */
  sending: DraftChange
  waiting: DraftChange
}

export type Calls = {
  show: () => Promise<Campaign>
  update: (body: object, expectedUpdatedAt: string) => Promise<Campaign>
  /** For whatever else shows the campaign. */
  keep: (campaign: Campaign) => void
  askAgain: () => void
}

export type Saving = {
  now: () => Saved
  subscribe: (listener: () => void) => () => void
  change: (changes: DraftChange) => void
  /** @returns whether everything is saved. `isForced`: in place of what somebody else saved. */
  flush: (isForced: boolean) => Promise<boolean>
  adopt: (campaign: Campaign) => void
  takeTheirs: () => void
}

const saveAfterMs = 1000
const againAfterMs = 5000

const isEmpty = (change: DraftChange) => Object.keys(change).length === 0

/**
 * Saves 1 s after the last change, never twice at a time. It outlives the step that was typed in: what could not be saved
 * there is shown by the next step, and sent once it can be.
 */
export function createSaving(line: string, first: Campaign, calls: Calls): Saving {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let now: Saved = {
    campaign: first,
    theirs: null,
    who: '',
    state: 'saved',
    error: null,
    sending: {},
    waiting: {},
  }
  const set = (changes: Partial<Saved>) => {
    now = { ...now, ...changes }
    for (const listener of listeners) listener()
  }
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(false), ms)
  }
  const adopt = (campaign: Campaign) => {
    const state = isEmpty(now.waiting) ? 'saved' : 'waiting'
    set({ campaign, theirs: null, error: null, sending: {}, state })
    calls.keep(campaign)
  }
  const fail = async (failure: unknown, changes: DraftChange) => {
    const stale = staleOf(failure)
    if (stale !== null) {
      const theirs = await calls.show()
      // The answer to a save of this tab was lost.
      if (isSavedIn(theirs, changes)) return adopt(theirs)
      return set({ theirs, who: stale.who, state: 'conflict' })
    }
    set({ error: failure, state: 'failed' })
    if (isNotFound(failure)) calls.askAgain()
    if (!(failure instanceof ApiFailure)) later(againAfterMs)
  }
  const save = async (isForced: boolean): Promise<boolean> => {
    if (isEmpty(now.waiting)) return true
    if (now.state === 'conflict' && !isForced) return false
    const changes = now.waiting
    const base = now.theirs ?? now.campaign
    set({ state: 'saving', sending: changes, waiting: {} })
    try {
      adopt(await calls.update(bodyOf(changes, base), base.updated_at))
      return isEmpty(now.waiting)
    } catch (failure) {
      const typed = now.waiting
      set({ sending: {}, waiting: merged(changes, typed) })
      await fail(failure, changes).catch((error: unknown) => set({ error, state: 'failed' }))
      if (now.state === 'saved' || now.state === 'waiting')
        set({ waiting: typed, state: isEmpty(typed) ? 'saved' : 'waiting' })
      return now.state === 'saved'
    }
  }
  const flush = (isForced: boolean) => {
    clearTimeout(timer)
    return inLine(line, () => save(isForced))
  }
  return {
    now: () => now,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change: (changes) => {
      const state = now.state === 'conflict' ? now.state : 'waiting'
      set({ waiting: merged(now.waiting, changes), state })
      later(saveAfterMs)
    },
    flush,
    adopt,
    takeTheirs: () => {
      const { theirs } = now
      if (theirs === null) return
      set({ waiting: {} })
      adopt(theirs)
    },
  }
}

export function merged(before: DraftChange, changes: DraftChange): DraftChange {
  const { dispatch_attributes: dispatch } = changes
  const together = { ...before.dispatch_attributes, ...dispatch }
  return { ...before, ...changes, ...(dispatch === undefined ? {} : { dispatch_attributes: together }) }
}

/** A draft stays a draft until it is sent; what is scheduled stays so. */
function bodyOf(
  { contents, dispatch_attributes: dispatch, ...changes }: DraftChange,
  { dispatch: now }: Campaign,
) {
  const isDraft = now === undefined || now.state === 'idle'
  const attributes = isDraft ? { state: 'idle', ...dispatch } : dispatch
  return {
    ...changes,
    ...(contents === undefined ? {} : { contents: contents.map(inputOf) }),
    ...(attributes === undefined ? {} : { dispatch_attributes: attributes }),
  }
}

/** A document makes the parts, so they do not go with it. */
export function inputOf({ name, subject, format, html, text, document }: DraftContent) {
  const content = { name, subject, format }
  return document === null ? { ...content, html, text } : { ...content, document }
}

export function contentsOf(campaign: Campaign): DraftContent[] {
  return campaign.campaign_contents.map(({ name, subject, format, html, text, document }) => ({
    name,
    subject,
    format,
    html,
    text,
    document,
  }))
}

function isSavedIn(
  theirs: Campaign,
  { contents, dispatch_attributes: dispatch, ...rest }: DraftChange,
): boolean {
  if (!isEmpty(rest)) return false
  const settings = { ...theirs.dispatch } as Record<string, unknown>
  const isSame = Object.entries(dispatch ?? {}).every(
    ([name, value]) => String(settings[name] ?? '') === String(value ?? ''),
  )
  return isSame && (contents === undefined || textOf(contents) === textOf(contentsOf(theirs)))
}

/** The server names what has no name. */
function textOf(contents: readonly DraftContent[]): string {
  return JSON.stringify(contents.map((content) => ({ ...inputOf(content), name: '' })))
}
