import { invalid } from '../api/errors.ts'
import type { Clause, NewClause } from '../segments/clauses.ts'
import { mapReference } from '../segments/tree.ts'
import type { Block, BlockDocument, InnerBlock } from './document.ts'

/**
 * Blocks that only some readers see. The compiler puts marks around them; the sender removes the marks, and the block as well
 * for whom its clauses do not hold.
 */

/** The clauses of one block, with ids. */
export type Condition = readonly Clause[]

/** Each is asked of every reader, so a message has few. */
export const conditionsMax = 20

/** Those with a condition, in the order of their marks. */
export function conditionalBlocks({ blocks }: BlockDocument): Block[] {
  return blocks.flatMap((block) =>
    [block, ...(block.type === 'columns' ? block.columns.flatMap((column) => column.blocks) : [])].filter(
      (one) => showIf(one).length > 0,
    ),
  )
}

/** Empty: everybody sees it. */
export function showIf(block: Block): readonly NewClause[] {
  return 'show_if' in block ? (block.show_if ?? []) : []
}

/** @throws AppError if a clause names a record by its name, which only saving looks up. */
export function conditionsOf(document: BlockDocument | null): Condition[] {
  return document === null ? [] : conditionalBlocks(document).map(conditionOf)
}

export function conditionOf(block: Block): Condition {
  return showIf(block).map((clause) =>
    mapReference(clause, (_, reference) => {
      if ('id' in reference) return { id: reference.id }
      throw invalid(`show_if must name ${reference.name} by its id in a content that is not saved`)
    }),
  )
}

/** The same document with these clauses, in the order of their marks. */
export function withConditions(
  document: BlockDocument,
  conditions: readonly (readonly NewClause[])[],
): BlockDocument {
  const next = conditions.values()
  const replaced = <Kind extends Block>(block: Kind): Kind =>
    showIf(block).length === 0 ? block : { ...block, show_if: [...(next.next().value ?? [])] }
  const blocks = document.blocks.map((block) => {
    const own = replaced(block)
    if (own.type !== 'columns') return own
    const columns = own.columns.map((column) => ({ blocks: column.blocks.map(replaced<InnerBlock>) }))
    return { ...own, columns }
  })
  return { ...document, blocks }
}

/** Both marks have the number, so that a block in a block cannot be confused with it. */
export function marked(text: string, place: number): string {
  return `%%show_if_${place}%%${text}%%end_if_${place}%%`
}

const mark = /%%(show|end)_if_(\d+)%%/g

export function countMarks(text: string): number {
  return text.match(mark)?.length ?? 0
}

/** What everybody sees. */
export function withoutConditional(text: string): string {
  return text.replaceAll(/%%show_if_(\d+)%%[\s\S]*?%%end_if_\1%%/g, '')
}

export function replaceMarks(text: string, replace: (place: number, opens: boolean) => string): string {
  return text.replaceAll(mark, (_, kind: string, place: string) => replace(Number(place), kind === 'show'))
}

/** @returns null for any other code. */
export function readMark(code: string): { place: number; opens: boolean } | null {
  const found = /^(show|end)_if_(\d+)$/.exec(code)
  return found === null ? null : { place: Number(found[2]), opens: found[1] === 'show' }
}
