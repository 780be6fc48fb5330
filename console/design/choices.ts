import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { words } from '../words/app.ts'

/** Whether a select is worth searching: more choices than can be seen at a glance. */
export function areMany(choices: readonly unknown[]): boolean {
  return choices.length > 10
}

type Options = ReturnType<OptionsFilter>

/** So many are drawn at once: nobody reads more of them, and thousands would hold up the page. */
const drawnMost = 100

/** The first choices with what was typed and, where there are more, how many. */
export const firstChoices: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase()
  let found = 0
  const isFirst = ({ label }: ComboboxItem) =>
    label.toLowerCase().includes(typed) && (found += 1) <= drawnMost
  const first = options.flatMap((one): Options => {
    if (!('items' in one)) return isFirst(one) ? [one] : []
    const items = one.items.filter(isFirst)
    return items.length === 0 ? [] : [{ ...one, items }]
  })
  const more = found - drawnMost
  return more <= 0 ? first : [...first, { value: 'more', label: words.more(more), disabled: true }]
}
