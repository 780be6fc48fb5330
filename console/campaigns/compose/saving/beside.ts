import { ApiFailure } from '../../../../src/client/api.ts'
import { staleOf } from '../../../app/reach/guard.ts'
import {
  bodyOf,
  type Beside,
  type Calls,
  type Campaign,
  type DraftChange,
  type DraftContent,
  type Saved,
} from './change.ts'

type Held = { now: () => Saved; set: (changes: Partial<Saved>) => void }

const againAfterMs = 5000

/** No draft has this version: a call that expects it replaces none. */
const none = '1970-01-01T00:00:00Z'

/** What the page shows of what the server keeps beside a scheduled campaign. */
export function asBeside(beside: Beside | null): Pick<Saved, 'beside' | 'waiting' | 'state'> {
  if (beside === null) return { beside, waiting: {}, state: 'saved' }
  return { beside, waiting: typedOf(beside.changes), state: 'kept' }
}

function typedOf({ contents, ...changes }: Record<string, unknown>): DraftChange {
  const empty = {
    name: '',
    language: 'codes',
    subject: '',
    format: 'both',
    html: '',
    text: '',
    document: null,
    attachments: [],
  }
  const typed = contents as Partial<DraftContent>[] | undefined
  return {
    ...changes,
    ...(typed && { contents: typed.map((content) => ({ ...empty, ...content }) as DraftContent) }),
  }
}

/** Keeps what is typed on the server, where others see it, until it is scheduled again. */
export function createKeeping(
  { now, set }: Held,
  calls: Calls,
  adopt: (campaign: Campaign) => void,
  later: (ms: number) => void,
) {
  const keep = async (isForced: boolean): Promise<boolean> => {
    const { waiting, state, beside, theirBeside, campaign } = now()
    if (Object.keys(waiting).length === 0 || state === 'kept') return true
    if (state === 'conflict' && !isForced) return false
    set({ state: 'saving' })
    try {
      const expected = (theirBeside ?? beside)?.updated_at ?? none
      const kept = await calls.keepBeside(bodyOf(waiting, campaign), expected)
      const isAll = now().waiting === waiting
      set({ beside: kept, theirBeside: null, error: null, state: isAll ? 'kept' : 'waiting' })
    } catch (failure) {
      const stale = staleOf(failure)
      const theirs = stale === null ? null : await calls.showBeside().catch(() => null)
      set(
        theirs === null
          ? { error: failure, state: 'failed' }
          : { theirBeside: theirs, who: stale?.who ?? '', state: 'conflict' },
      )
      if (!(failure instanceof ApiFailure)) later(againAfterMs)
    }
    return now().state === 'kept'
  }
  const schedule = async (): Promise<boolean> => {
    const { theirs, campaign } = now()
    if (theirs === null && !(await keep(true))) return false
    const { waiting } = now()
    set({ state: 'saving' })
    try {
      const done = await calls.schedule((theirs ?? campaign).updated_at)
      set({ beside: null, ...(now().waiting === waiting && { waiting: {} }) })
      adopt(done)
      return true
    } catch (failure) {
      const stale = staleOf(failure)
      const other = stale === null ? null : await calls.show().catch(() => null)
      set(
        other === null
          ? { error: failure, state: 'failed' }
          : { theirs: other, who: stale?.who ?? '', state: 'conflict' },
      )
      return false
    }
  }
  return { keep, schedule }
}
