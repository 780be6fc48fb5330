import type { Draft, GroupDraft } from './draft.ts'

/** Changes of a tree of conditions. Each returns a new tree. */

export function replaced(top: GroupDraft, key: number, by: (item: Draft) => Draft | null): GroupDraft {
  if (top.key === key) {
    const next = by(top)
    return next !== null && next.kind === 'group' ? next : { ...top, items: [] }
  }
  return { ...top, items: replacedItems(top.items, key, by) }
}

function replacedItems(items: readonly Draft[], key: number, by: (item: Draft) => Draft | null): Draft[] {
  return items.flatMap((item) => {
    const next = item.key === key ? by(item) : item
    if (next === null) return []
    return [
      next.kind === 'group' && next === item ? { ...next, items: replacedItems(next.items, key, by) } : next,
    ]
  })
}

export function added(top: GroupDraft, groupKey: number, item: Draft): GroupDraft {
  return replaced(top, groupKey, (group) =>
    group.kind === 'group' ? { ...group, items: [...group.items, item] } : group,
  )
}

/** One place up or down; at the end of a group it leaves the group, on the way it enters none. */
export function moved(top: GroupDraft, key: number, by: -1 | 1): GroupDraft {
  const home = homeOf(top, key)
  if (home === null) return top
  const from = home.items.findIndex((item) => item.key === key)
  const to = from + by
  const item = home.items[from]
  if (item === undefined) return top
  if (to >= 0 && to < home.items.length) {
    const items = home.items.filter((one) => one.key !== key)
    items.splice(to, 0, item)
    return replaced(top, home.key, (group) => (group.kind === 'group' ? { ...group, items } : group))
  }
  const outer = homeOf(top, home.key)
  if (outer === null) return top
  const without = replaced(top, key, () => null)
  return replaced(without, outer.key, (group) => {
    if (group.kind !== 'group') return group
    const items = [...group.items]
    items.splice(items.findIndex((one) => one.key === home.key) + (by === 1 ? 1 : 0), 0, item)
    return { ...group, items: items.filter((one) => one.kind !== 'group' || one.items.length > 0) }
  })
}

function homeOf(group: GroupDraft, key: number): GroupDraft | null {
  if (group.items.some((item) => item.key === key)) return group
  for (const item of group.items) {
    const found = item.kind === 'group' ? homeOf(item, key) : null
    if (found !== null) return found
  }
  return null
}
