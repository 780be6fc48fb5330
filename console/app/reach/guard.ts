import { useState } from 'react'
import { ApiFailure } from '../../../src/client/api.ts'

/** The version of a record that a form is about, so that a save does not replace what somebody else has saved since. */
export type Guard = {
  version: () => string
  saved: (updatedAt: string) => void
  /** The next save replaces what the refusal was about: whoever saves again has read who changed it. */
  refused: (failure: unknown) => void
}

/** What this tab has saved itself: from each version of a record to the next. Several forms can be about one record. */
const own = new Map<string, string>()

function guardOf(record: string, seen: string): Guard {
  let version = seen
  const latest = () => {
    for (let next = own.get(`${record} ${version}`); next !== undefined;) {
      version = next
      next = own.get(`${record} ${version}`)
    }
    return version
  }
  return {
    version: latest,
    saved: (updatedAt) => {
      if (updatedAt !== latest()) own.set(`${record} ${version}`, updatedAt)
      version = updatedAt
    },
    refused: (failure) => {
      version = staleOf(failure)?.at ?? version
    },
  }
}

/** @param record its kind and id, such as `segment 5` @param seen its `updated_at`; the first one counts */
export function useGuard(record: string, seen: string | undefined): Guard | undefined {
  const [guard, setGuard] = useState(() => (seen === undefined ? undefined : guardOf(record, seen)))
  if (guard === undefined && seen !== undefined) setGuard(guardOf(record, seen))
  return guard
}

/** Who has changed the record since, and the `updated_at` of it; null for other failures. */
export function staleOf(failure: unknown): { who: string; at: string } | null {
  if (!(failure instanceof ApiFailure)) return null
  const stale = failure.errors.find(({ path }) => path === 'expected_updated_at')
  const [, who, at] = /: (.+) changed it at (\S+);/.exec(stale?.problem ?? '') ?? []
  return who === undefined || at === undefined ? null : { who, at }
}
