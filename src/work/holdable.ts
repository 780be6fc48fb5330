import type { Loop } from './loop.ts'

/**
 * The same loop, which takes no work while it is held. It checks again every few seconds and when woken.
 * @param isHeld for example, a restored copy that is not confirmed yet.
 */
export function holdable<Piece>(loop: Loop<Piece>, isHeld: () => Promise<boolean>): Loop<Piece> {
  return {
    take: async () => ((await isHeld()) ? null : loop.take()),
    run: loop.run,
    // null while held: due work would otherwise keep the loop from sleeping.
    secondsToNext: async () => ((await isHeld()) ? null : loop.secondsToNext()),
  }
}
