import type { FieldType } from '../../src/contract/lists/field-values.ts'
import type { Draft } from './draft.ts'

type Choice = { value: string; label: string }

export type FieldChoice = { id: number; name: string; type: FieldType; options: string[] }

/** What conditions can name. Lists, campaigns and segments are looked for on the server as one types. */
export type Choices = {
  /** null: global fields, and nothing else that belongs to a list. */
  listId: number | null
  /** Of a saved segment: it cannot name itself. */
  ownId: number | undefined
  suppressionLists: Choice[]
  fields: FieldChoice[]
  autoresponders: Choice[]
  imports: Choice[]
  forms: Choice[]
}

/** What a row of the builder can do with itself. */
export type Row = {
  set: (item: Draft) => void
  remove: () => void
  move: (by: -1 | 1) => void
  /** It moved or came last: a row that leaves its group is a new element, and the focus has to follow. */
  hasMoved: boolean
}
