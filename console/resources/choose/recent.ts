import { useOpenSession } from '../../app/session.tsx'
import type { Named } from './record-select.tsx'

type Kind = 'list' | 'segment'

const keptMax = 5

/** The records of a kind that were chosen last in this browser, by their ids alone: names can be those of customers. */
export function useRecent(kind: Kind): {
  ids: number[]
  remember: (id: number | null) => void
  /** Those that still exist, the latest first. */
  of: (records: readonly Named[] | undefined) => Named[]
} {
  const { organization } = useOpenSession()
  const place = `quiver-chosen-${organization.id}-${kind}`
  const ids = (window.localStorage.getItem(place) ?? '')
    .split(',')
    .filter((text) => /^\d{1,15}$/.test(text))
    .map(Number)
  return {
    ids,
    remember: (id) => {
      if (id === null || ids[0] === id) return
      const kept = [id, ...ids.filter((one) => one !== id)].slice(0, keptMax)
      window.localStorage.setItem(place, kept.join(','))
    },
    of: (records = []) =>
      ids.map((id) => records.find((one) => one.id === id)).filter((one) => one !== undefined),
  }
}
