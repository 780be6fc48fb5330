import { useState } from 'react'
import type { Found } from '../search.ts'

export type Selection = {
  isAll: boolean
  ids: ReadonlySet<number>
  has: (id: number) => boolean
  /** With `range`, all rows between the one chosen before and this one. */
  toggle: (index: number, range: boolean) => void
  chooseAll: () => void
  clear: () => void
}

/** The selected rows. Another search begins with an empty selection: `search` is its text. */
export function useSelection(rows: readonly Found[], search: string): Selection {
  const [chosen, setChosen] = useState(nobody(search))
  const now = chosen.search === search ? chosen : nobody(search)
  const toggle = (index: number, range: boolean) => {
    const from = range && now.last !== null ? now.last : index
    const [first, last] = from < index ? [from, index] : [index, from]
    const ids = new Set(now.ids)
    const target = rows[index]?.id ?? 0
    const adds = now.isAll || !ids.has(target)
    for (const { id } of rows.slice(first, last + 1)) {
      if (adds) ids.add(id)
      else ids.delete(id)
    }
    setChosen({ search, isAll: false, ids, last: index })
  }
  return {
    isAll: now.isAll,
    ids: now.ids,
    has: (id) => now.isAll || now.ids.has(id),
    toggle,
    chooseAll: () => setChosen({ ...nobody(search), isAll: true }),
    clear: () => setChosen(nobody(search)),
  }
}

function nobody(search: string) {
  return { search, isAll: false, ids: new Set<number>() as ReadonlySet<number>, last: null as number | null }
}
