import { readMark, replaceMarks } from '../contract/blocks/conditions.ts'
import type { MessageBody } from '../contract/campaigns/message-content.ts'
import type { Code, CodeTable } from './codes.ts'

/** Blocks with a condition (contract/blocks/conditions.ts) in a content that is being read. */

/** The marks as codes that write nothing. @param count of the blocks */
export function withMarks(codes: CodeTable, count: number): CodeTable {
  return count === 0 ? codes : (name) => markCode(name, count) ?? codes(name)
}

function markCode(name: string, count: number): Code | undefined {
  const mark = readMark(name)
  if (mark === null || mark.place >= count) return undefined
  return { read: () => '', htmlEncode: false, urlEncode: false, isUrl: false, mark }
}

export type ConditionalPiece<Piece> = {
  block: number
  pieces: readonly (Piece | ConditionalPiece<Piece>)[]
}

/** Puts what is between two marks into one piece. */
export function foldBlocks<Piece>(pieces: readonly Piece[]): (Piece | ConditionalPiece<Piece>)[] {
  const outside: (Piece | ConditionalPiece<Piece>)[] = []
  const open: { block: number; pieces: (Piece | ConditionalPiece<Piece>)[] }[] = []
  for (const piece of pieces) {
    const mark = markOf(piece)
    const around = open.at(-1)
    if (mark === undefined) (around?.pieces ?? outside).push(piece)
    else if (mark.opens) open.push({ block: mark.place, pieces: [] })
    else if (around?.block === mark.place) {
      open.pop()
      ;(open.at(-1)?.pieces ?? outside).push(around)
    }
  }
  return [...outside, ...open]
}

function markOf(piece: unknown): Code['mark'] {
  const isSlot = typeof piece === 'object' && piece !== null && 'code' in piece
  return isSlot ? (piece.code as Code).mark : undefined
}

/** What conditions of blocks ask about in Liquid: not for templates. */
export const hiddenBlocks = 'hidden_blocks'

/** The marks as conditions of the language. */
export function marksAsLiquid(text: string, count: number): string {
  if (count === 0) return text
  return replaceMarks(text, (place, opens) =>
    opens ? `{% if ${hiddenBlocks}[${place}] != true %}` : '{% endif %}',
  )
}

/** What its author wrote. */
export function writtenPart(
  body: Pick<MessageBody, 'subject' | 'html' | 'text' | 'conditions'>,
  part: 'subject' | 'html' | 'text',
): string {
  return (body.conditions ?? []).length === 0 ? body[part] : replaceMarks(body[part], () => '')
}
