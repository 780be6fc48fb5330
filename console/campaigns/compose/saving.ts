import type { z } from 'zod'
import type { campaignSchema } from '../../../src/contract/campaigns/endpoints.ts'
import type { ContentLanguage } from '../../../src/contract/campaigns/language.ts'
import type { BlockDocument } from '../../../src/contract/blocks/document.ts'
import { staleOf } from '../../app/reach/guard.ts'
import { inLine } from '../../app/in-line.ts'
import { isNotFound } from '../../app/reach/missing.ts'
import { ApiFailure } from '../../../src/client/api.ts'

export type Campaign = z.output<typeof campaignSchema>

export type DraftContent = {
  name: string
  language: ContentLanguage
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
  /** @returns whether everything is saved. `isForced`: also what is scheduled, and what somebody else has saved since. */
  flush: (isForced: boolean) => Promise<boolean>
  adopt: (campaign: Campaign) => void
  takeTheirs: () => void
}

const saveAfterMs = 1000
const againAfterMs = 5000

const isEmpty = (change: DraftChange) => Object.keys(change).length === 0

function holdOf(first: Campaign) {
  const listeners = new Set<() => void>()
  const nothing = { theirs: null, who: '', error: null, sending: {}, waiting: {} }
  let now: Saved = { ...nothing, campaign: first, state: 'saved' }
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
export function createSaving(line: string, first: Campaign, calls: Calls): Saving {
  const held = holdOf(first)
  const { set } = held
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(false), ms)
  }
  const adopt = (campaign: Campaign) => {
    const state = isEmpty(held.now().waiting) ? 'saved' : 'waiting'
    set({ campaign, theirs: null, error: null, sending: {}, state })
    calls.keep(campaign)
  }
  const save = async (isForced: boolean): Promise<boolean> => {
    if (isEmpty(held.now().waiting)) return true
    if (held.now().state === 'conflict' && !isForced) return false
    const changes = held.now().waiting
    const base = held.now().theirs ?? held.now().campaign
    set({ state: 'saving', sending: changes, waiting: {} })
    try {
      adopt(await calls.update(bodyOf(changes, base), base.updated_at))
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
  const flush = (isForced: boolean) => {
    clearTimeout(timer)
    if (!isForced && isHeld(held.now())) return Promise.resolve(isEmpty(held.now().waiting))
    return inLine(line, () => save(isForced))
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
    takeTheirs: () => {
      const { theirs } = held.now()
      if (theirs === null) return
      set({ waiting: {} })
      adopt(theirs)
    },
  }
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
export function inputOf({ name, language, subject, format, html, text, document }: DraftContent) {
  const content = { name, language, subject, format }
  return document === null ? { ...content, html, text } : { ...content, document }
}

export function contentsOf(campaign: Campaign): DraftContent[] {
  return campaign.campaign_contents.map(({ name, language, subject, format, html, text, document }) => ({
    name,
    language,
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
