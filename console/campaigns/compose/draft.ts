import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { z } from 'zod'
import type { BlockDocument } from '../../../src/contract/blocks/document.ts'
import type { ContentLanguage } from '../../../src/contract/campaigns/language.ts'
import {
  showCampaign,
  updateCampaign,
  type campaignSchema,
} from '../../../src/contract/campaigns/endpoints.ts'
import { keyOf } from '../../app/api.ts'
import { inLine } from '../../app/in-line.ts'
import { moveAnswers } from '../../app/reach/heard.ts'
import { isNotFound } from '../../app/reach/missing.ts'
import { useOrganizationId, useSession } from '../../app/session.tsx'
import { placesOf } from './blocks/tree.ts'
import { begunWith, recorded, redone, undone, type History } from './history.ts'
import { newDocument } from './starts.ts'
import { useIsLost } from '../../app/stream.tsx'

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

/** A message that is begun with blocks. */
export const blankContent = (): DraftContent => ({
  name: '',
  language: 'liquid',
  subject: '',
  format: 'both',
  html: '',
  text: '',
  document: newDocument(),
})

/** What the steps change. The dispatch and the segment are sent only when they were changed. */
export type DraftChange = {
  name?: string
  contents?: DraftContent[]
  segmentation_criteria_id?: number
  segmentation_criteria_ad_hoc?: unknown[]
  segmentation_criteria_remote_sql?: string | null
  dispatch_attributes?: Record<string, string | number | boolean | null>
}

export type Edit = (changes: Partial<DraftContent>) => void

export type SaveState = 'saved' | 'waiting' | 'saving' | 'conflict' | 'failed'

export type Draft = {
  campaign: Campaign
  contents: DraftContent[]
  state: SaveState
  error: unknown
  /** When it was last saved by any user. */
  theirs: string
  /** Saved 1 s after the last change. */
  change: (changes: DraftChange) => void
  /** Saves what waits. @returns whether everything is saved. */
  flush: () => Promise<boolean>
  canUndo: boolean
  undo: () => void
  canRedo: boolean
  redo: () => void
  takeTheirs: () => void
  keepMine: () => void
}

const saveAfterMs = 1000

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

/** A document makes the parts, so they do not go with it. */
export function inputOf({ name, language, subject, format, html, text, document }: DraftContent) {
  const content = { name, language, subject, format }
  return document === null ? { ...content, html, text } : { ...content, document }
}

/** One draft and what was changed since it was saved. Asks before it overwrites a change by another user. */
export function useDraft(first: Campaign): Draft {
  const [history, setHistory] = useState(() => begunWith(contentsOf(first)))
  const { waiting, change: wait, adopt, isLate, theirs, flush, ...saving } = useSaving(first)
  useEffect(() => {
    if (!isLate(first)) return
    adopt(first)
    setHistory(begunWith(contentsOf(first)))
  }, [first, isLate, adopt])
  const isLost = useIsLost()
  useEffect(() => {
    if (!isLost) void flush(false)
  }, [isLost, flush])
  const change = useCallback(
    (changes: DraftChange) => {
      const { contents: next } = changes
      if (next !== undefined) setHistory((before) => written(before, next))
      wait(changes)
    },
    [wait],
  )
  const goTo = (other: History<DraftContent[]>) => {
    if (other === history) return
    setHistory(other)
    wait({ contents: other.now })
  }
  return {
    ...saving,
    contents: history.now,
    theirs: theirs?.updated_at ?? first.updated_at,
    change,
    flush: () => flush(false),
    canUndo: history.past.length > 0,
    undo: () => goTo(undone(history)),
    canRedo: history.future.length > 0,
    redo: () => goTo(redone(history)),
    takeTheirs: () => {
      if (theirs === null) return
      waiting.current = {}
      adopt(theirs)
      setHistory((before) => written(before, contentsOf(theirs)))
    },
    keepMine: () => void flush(true),
  }
}

function written(history: History<DraftContent[]>, next: DraftContent[]): History<DraftContent[]> {
  return recorded(history, next, { atMs: Date.now(), isSmall: shapeOf(history.now) === shapeOf(next) })
}

/** What changes when a block or a version is added, moved or removed, but not while the user types. */
function shapeOf(contents: readonly DraftContent[]): string {
  return JSON.stringify(
    contents.map(({ document }) =>
      document === null ? null : placesOf(document.blocks).map(({ block: { id }, place }) => [id, place]),
    ),
  )
}

/** `theirs`: what another user saved meanwhile. */
function useSaving(first: Campaign) {
  const [campaign, setCampaign] = useState(first)
  const [theirs, setTheirs] = useState<Campaign | null>(null)
  const [state, setState] = useState<SaveState>('saved')
  const [error, setError] = useState<unknown>(null)
  const waiting = useRef<DraftChange>({})
  const base = useRef(first)
  const calls = useCampaignCalls(first.id)

  const adopt = useCallback(
    (data: Campaign) => {
      base.current = data
      setCampaign(data)
      setTheirs(null)
      setError(null)
      setState(Object.keys(waiting.current).length > 0 ? 'waiting' : 'saved')
      calls.keep(data)
    },
    [calls],
  )

  const save = useCallback(
    async (isForced: boolean): Promise<boolean> => {
      if (Object.keys(waiting.current).length === 0) return true
      setState('saving')
      let changes: DraftChange = {}
      try {
        const now = await calls.show()
        const isKnown = [base.current.updated_at, calls.ownSave()].includes(now.updated_at)
        if (!isForced && !isKnown) {
          setTheirs(now)
          setState('conflict')
          return false
        }
        // With what was changed while the server was asked.
        changes = waiting.current
        waiting.current = {}
        adopt(await calls.update(bodyOf(changes, now)))
        return Object.keys(waiting.current).length === 0
      } catch (failure) {
        waiting.current = merged(changes, waiting.current)
        setError(failure)
        setState('failed')
        if (isNotFound(failure)) calls.askAgain()
        return false
      }
    },
    [adopt, calls],
  )

  const { flush, later } = useOneAtATime(calls.line, save)
  const change = useCallback(
    (changes: DraftChange) => {
      waiting.current = merged(waiting.current, changes)
      setState((before) => (before === 'conflict' ? before : 'waiting'))
      later()
    },
    [later],
  )
  const isLate = useLateSave(base, waiting, calls.ownSave)
  return { campaign, theirs, state, error, waiting, change, adopt, isLate, flush }
}

/** @returns whether this is what the step before saved, while this one opened and nothing was changed here. */
function useLateSave(
  base: RefObject<Campaign>,
  waiting: RefObject<DraftChange>,
  ownSave: () => string | undefined,
) {
  return useCallback(
    ({ updated_at: at }: Campaign) =>
      Object.keys(waiting.current).length === 0 && at !== base.current.updated_at && at === ownSave(),
    [base, waiting, ownSave],
  )
}

function useCampaignCalls(id: number) {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const known = useQueryClient()
  return useMemo(() => {
    const input = { params: { id }, query: {} }
    const ownSave = [organizationId, 'own save', id]
    return {
      line: `${organizationId} campaign ${id}`,
      /** When this tab saved last, from whichever step. */
      ownSave: () => known.getQueryData<string>(ownSave),
      show: async () => (await client.call(showCampaign, input)).data,
      update: async (body: object) => (await client.call(updateCampaign, { params: { id }, body })).data,
      askAgain: () => void known.invalidateQueries({ queryKey: keyOf(organizationId, showCampaign, input) }),
      keep: (data: Campaign) => {
        known.setQueryData(ownSave, data.updated_at)
        const key = keyOf(organizationId, showCampaign, input)
        known.setQueryData(key, { data, paging: null })
        moveAnswers(known, key, () => ({ data, paging: null }))
        // What else was said of the campaign is old.
        void known.invalidateQueries({
          predicate: ({ queryKey: [owner, tag, endpoint] }) =>
            owner === organizationId && tag === showCampaign.tag && endpoint !== showCampaign.id,
        })
      },
    }
  }, [client, id, known, organizationId])
}

/**
 * Saves 1 s after the last change, and at once when the step is left; never two at a time. The step that was left may still
 * be saving when the next one does: if both saved at once, one would be mistaken for another user's change, and its text lost.
 */
function useOneAtATime(line: string, save: (isForced: boolean) => Promise<boolean>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = useCallback(
    (isForced: boolean) => {
      clearTimeout(timer.current)
      return inLine(line, () => save(isForced))
    },
    [line, save],
  )
  const later = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(false), saveAfterMs)
  }, [flush])
  useEffect(() => () => void flush(false), [flush])
  return { flush, later }
}

function merged(before: DraftChange, changes: DraftChange): DraftChange {
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
