import type { FieldType } from '../../src/contract/lists/field-values.ts'
import type { Draft } from './draft.ts'

type Choice = { value: string; label: string }

export type FieldChoice = { id: number; name: string; type: FieldType; options: string[] }

/** What conditions can name. All but the lists are of one list. */
export type Choices = {
  /** Of no list: global fields, and nothing else that belongs to a list. */
  isOfList: boolean
  lists: Choice[]
  suppressionLists: Choice[]
  fields: FieldChoice[]
  campaigns: Choice[]
  autoresponders: Choice[]
  imports: Choice[]
  forms: Choice[]
  segments: Choice[]
}

/** What a row of the builder can do with itself. */
export type Row = {
  set: (item: Draft) => void
  remove: () => void
  move: (by: -1 | 1) => void
  /** It moved last: a row that leaves its group is a new element, and the focus has to follow. */
  hasMoved: boolean
}
