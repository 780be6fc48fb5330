import type { DueLoop } from './run.ts'

/** Takes no work while held, such as a restored copy that is not confirmed yet. */
export function holdable<Piece>(loop: DueLoop<Piece>, isHeld: () => Promise<boolean>): DueLoop<Piece> {
  return {
    take: async () => ((await isHeld()) ? null : loop.take()),
    run: loop.run,
    due: (sql, outlook) => (outlook.held ? [] : loop.due(sql, outlook)),
  }
}
