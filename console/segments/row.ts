import type { Draft } from './draft.ts'

type Choice = { value: string; label: string }

/** The lists that conditions can name. */
export type Choices = { lists: Choice[]; suppressionLists: Choice[] }

/** What a row of the builder can do with itself. */
export type Row = {
  set: (item: Draft) => void
  remove: () => void
  move: (by: -1 | 1) => void
  /** It moved last: a row that leaves its group is a new element, and the focus has to follow. */
  hasMoved: boolean
}
