import type { Fragment, Sql } from '../../database/driver/connection.ts'
import type { Outlook } from '../../database/lease.ts'
import type { DueLoop, Loop } from './run.ts'

export type Turn<Piece> = { organizationId: number; take: () => Promise<Piece | null> }

export type SharedLoop<Piece> = Loop<Piece> & {
  /** Must be fast: lanes find their turns one after the other. @param full organizations that have no turn now. */
  nextTurn: (full: readonly number[]) => Promise<Turn<Piece> | null>
  due: (sql: Sql, outlook: Outlook, full?: readonly number[]) => Fragment[]
}

export function sharedLoop<Piece>(loop: Omit<SharedLoop<Piece>, 'take'>): SharedLoop<Piece> {
  return { ...loop, take: async () => (await (await loop.nextTurn([]))?.take()) ?? null }
}

/** Half of the lanes, so that one organization cannot take all. */
export function shareOf(lanes: number): number {
  return Math.max(1, Math.floor(lanes / 2))
}

/** An organization gets at most `lanesEach` lanes, so that its long work does not block others. */
export function shareLanes<Piece extends object>(loop: SharedLoop<Piece>, lanesEach: number): DueLoop<Piece> {
  const lanes = new Map<number, number>()
  const holders = new WeakMap<Piece, number>()
  const full = () => [...lanes].flatMap(([id, count]) => (count >= lanesEach ? [id] : []))
  const move = (id: number, by: number) => {
    const count = (lanes.get(id) ?? 0) + by
    if (count > 0) lanes.set(id, count)
    else lanes.delete(id)
  }
  const reserve = async () => {
    const turn = await loop.nextTurn(full())
    if (turn !== null) move(turn.organizationId, 1)
    return turn
  }
  // One at a time: lanes woken together would all find the same organization below its share. A look that finds nothing
  // answers for all lanes that had asked when it began.
  let last: Promise<unknown> = Promise.resolve()
  let asked = 0
  let answered = 0
  const nextTurn = () => {
    asked += 1
    const own = asked
    const next = last.then(async () => {
      if (own <= answered) return null
      const before = asked
      const turn = await reserve()
      if (turn === null) answered = before
      return turn
    })
    last = next.catch(() => {})
    return next
  }
  return {
    take: async () => {
      const turn = await nextTurn()
      if (turn === null) return null
      const piece = await turn.take().catch((error: unknown) => {
        move(turn.organizationId, -1)
        throw error
      })
      if (piece === null) move(turn.organizationId, -1)
      else holders.set(piece, turn.organizationId)
      return piece
    },
    run: async (piece, stop) => {
      try {
        await loop.run(piece, stop)
      } finally {
        const id = holders.get(piece)
        if (id !== undefined) move(id, -1)
      }
    },
    due: (sql, outlook) => loop.due(sql, outlook, full()),
  }
}
