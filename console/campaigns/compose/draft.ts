import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { showCampaign, updateCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import {
  deleteCampaignDraft,
  saveCampaignDraft,
  scheduleCampaignDraft,
  showCampaignDraft,
} from '../../../src/contract/campaigns/drafts.ts'
import { keyOf } from '../../app/api.ts'
import { moveAnswers } from '../../app/reach/heard.ts'
import { keepUnsent } from '../../app/reach/unsaved.ts'
import { useOrganizationId, useSession } from '../../app/session.tsx'
import { placesOf } from './blocks/tree.ts'
import { begunWith, recorded, redone, undone, type History } from './history.ts'
import {
  contentsOf,
  merged,
  type Beside,
  type Calls,
  type Campaign,
  type DraftChange,
  type DraftContent,
  type Saved,
  type SaveState,
} from './saving/change.ts'
import { createSaving, isSafe, type Saving } from './saving/create.ts'
import { newDocument } from './starts.ts'

/** A message that is begun with blocks. */
export const blankContent = (): DraftContent => ({
  name: '',
  language: 'liquid',
  subject: '',
  format: 'both',
  html: '',
  text: '',
  document: newDocument(),
  attachments: [],
})

export type Draft = {
  /** With what was typed and is not saved yet. */
  campaign: Campaign
  contents: DraftContent[]
  /** Without what is not saved: the time at which it leaves, once it is scheduled. */
  scheduledFor: string | null
  state: SaveState
  error: unknown
  /** When it was last saved by any user, and by whom. */
  theirs: { at: string; who: string }
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
  /** What is beside the scheduled campaign is given up. */
  discard: () => Promise<void>
  /** When it was last kept beside the scheduled campaign. */
  keptAt: string | null
  /** What is scheduled is changed only by this. */
  scheduleAgain: () => Promise<boolean>
  /** The `updated_at` that was saved or seen last. */
  version: () => string
  /** What another call has made of the campaign. */
  adopt: (campaign: Campaign) => void
}

/** One draft and what was changed since it was saved. Asks before it overwrites a change by another user. */
export function useDraft(first: Campaign, beside: Beside | null): Draft {
  const saving = useSaving(first, beside)
  const saved = useSyncExternalStore(saving.subscribe, saving.now)
  const [history, setHistory] = useState(() => begunWith(shownContents(saved)))
  const change = useCallback(
    (changes: DraftChange) => {
      const { contents: next } = changes
      if (next !== undefined) setHistory((before) => written(before, next))
      saving.change(changes)
    },
    [saving],
  )
  const goTo = (other: History<DraftContent[]>) => {
    if (other === history) return
    setHistory(other)
    saving.change({ contents: other.now })
  }
  const rewrite = () => setHistory((before) => written(before, shownContents(saving.now())))
  const { campaign, theirs, theirBeside, who, state, error } = saved
  return {
    campaign: withTyped(saved),
    scheduledFor: campaign.dispatch?.begins_at ?? null,
    state,
    error,
    contents: history.now,
    theirs: { at: (theirBeside ?? theirs ?? campaign).updated_at, who },
    keptAt: saved.beside?.updated_at ?? null,
    change,
    flush: () => saving.flush(false),
    canUndo: history.past.length > 0,
    undo: () => goTo(undone(history)),
    canRedo: history.future.length > 0,
    redo: () => goTo(redone(history)),
    takeTheirs: () => {
      saving.takeTheirs()
      rewrite()
    },
    discard: async () => {
      await saving.discard()
      rewrite()
    },
    keepMine: () => void saving.flush(true),
    scheduleAgain: () => saving.flush(true),
    version: () => saving.now().campaign.updated_at,
    adopt: saving.adopt,
  }
}

const savings = new Map<string, Saving>()

/** The one of the tab for this campaign, which a step finds as the step before has left it. */
function useSaving(first: Campaign, beside: Beside | null): Saving {
  const { calls, organizationId } = useCampaignCalls(first.id)
  const line = `${organizationId} campaign ${first.id}`
  const [saving] = useState(() => {
    const known = savings.get(line)
    if (known === undefined) {
      const made = createSaving(line, first, beside, calls)
      savings.set(line, made)
      return made
    }
    const { campaign, beside: kept } = known.now()
    const isNewer =
      Date.parse(first.updated_at) > Date.parse(campaign.updated_at) ||
      beside?.updated_at !== kept?.updated_at
    if (isNewer) known.see(first, beside)
    return known
  })
  useEffect(() => {
    const isSaved = () => isSafe(saving.now().state)
    const leave = async () => {
      if (await saving.flush(false)) forget()
    }
    const forget = keepUnsent({ organizationId, isSaved, send: () => saving.flush(false) })
    return () => {
      // What cannot be saved yet is kept, and sent from whichever page is open when it can be.
      void leave()
    }
  }, [saving, organizationId])
  return saving
}

function shownContents({ campaign, sending, waiting }: Saved): DraftContent[] {
  return waiting.contents ?? sending.contents ?? contentsOf(campaign)
}

function withTyped({ campaign, sending, waiting }: Saved): Campaign {
  const { dispatch_attributes: typed, name = campaign.name } = merged(sending, waiting)
  if (typed === undefined || campaign.dispatch === undefined) return { ...campaign, name }
  const { state: _, begins_at: begins = campaign.dispatch.begins_at, ...settings } = typed
  const dispatch = { ...campaign.dispatch, ...settings, begins_at: begins }
  return { ...campaign, name, dispatch: dispatch as Campaign['dispatch'] & object }
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

function useCampaignCalls(id: number): { calls: Calls; organizationId: number | null } {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const known = useQueryClient()
  const calls = useMemo(() => {
    const input = { params: { id }, query: {} }
    const key = keyOf(organizationId, showCampaign, input)
    const one = { params: { id } }
    const kept = (data: Beside | null) => {
      known.setQueryData(keyOf(organizationId, showCampaignDraft, one), { data, paging: null })
      return data
    }
    return {
      show: async () => (await client.call(showCampaign, input)).data,
      update: async (body: object, expectedUpdatedAt: string) =>
        (await client.call(updateCampaign, { params: { id }, body, expectedUpdatedAt })).data,
      showBeside: async () => kept((await client.call(showCampaignDraft, one)).data),
      keepBeside: async (changes: object, expectedUpdatedAt: string) => {
        const body = { changes: changes as Record<string, unknown> }
        const { data } = await client.call(saveCampaignDraft, { ...one, body, expectedUpdatedAt })
        kept(data)
        return data
      },
      dropBeside: async () => {
        await client.call(deleteCampaignDraft, one)
        kept(null)
      },
      schedule: async (expectedUpdatedAt: string) => {
        const { data } = await client.call(scheduleCampaignDraft, { ...one, expectedUpdatedAt })
        kept(null)
        return data
      },
      askAgain: () => void known.invalidateQueries({ queryKey: key }),
      keep: (data: Campaign) => {
        known.setQueryData(key, { data, paging: null })
        moveAnswers(known, key, () => ({ data, paging: null }))
        // What else was said of the campaign is old.
        void known.invalidateQueries({
          predicate: ({ queryKey: [owner, tag, endpoint] }) =>
            owner === organizationId &&
            tag === showCampaign.tag &&
            endpoint !== showCampaign.id &&
            endpoint !== showCampaignDraft.id,
        })
      },
    }
  }, [client, id, known, organizationId])
  return { calls, organizationId }
}
