import type { Loop } from './run.ts'

/** Takes no work while held, such as a restored copy that is not confirmed yet. */
export function holdable<Piece>(loop: Loop<Piece>, isHeld: () => Promise<boolean>): Loop<Piece> {
  return {
    take: async () => ((await isHeld()) ? null : loop.take()),
    run: loop.run,
    // Otherwise due work would keep the loop from sleeping.
    secondsToNext: async () => ((await isHeld()) ? null : loop.secondsToNext()),
  }
}
