import type { Loop } from './loop.ts'

/**
 * The same work, of which nothing is begun while it is held: it looks again every few seconds, and when it is woken.
 * @param isHeld for example, as long as nobody has confirmed that a restored copy may send.
 */
export function holdable<Piece>(loop: Loop<Piece>, isHeld: () => Promise<boolean>): Loop<Piece> {
  return {
    take: async () => ((await isHeld()) ? null : loop.take()),
    run: loop.run,
    // Nobody knows: what is due already would not let it sleep.
    secondsToNext: async () => ((await isHeld()) ? null : loop.secondsToNext()),
  }
}
