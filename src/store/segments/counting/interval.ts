import type { Estimate } from '../../../contract/api/figures.ts'

/** A part of a list that was read whole: how many people it has, and how many of them are meant. */
export type Block = { people: number; meant: number }

/** The 97.5 % quantile of the normal distribution: two-sided 95 %. */
const z95 = 1.959963984540054

/**
 * How many of `total` people are meant. Blocks are drawn, not people, and who is imported together often has much in common:
 * the interval is that of so many people as would tell as much if each had been drawn alone (Korn and Graubard), with Wilson's
 * bounds and their correction for continuity, which holds where few are meant.
 * @returns null: nobody was drawn
 */
export function estimateFrom(blocks: readonly Block[], total: number): Estimate | null {
  const drawn = blocks.filter(({ people }) => people > 0)
  const people = sumOf(drawn, (block) => block.people)
  const meant = sumOf(drawn, (block) => block.meant)
  if (drawn.length < 2) return null
  const rate = meant / people
  const size = Math.max(1, sizeOf(drawn, { people, rate }))
  const [low, high] = boundsOf(rate, size, quantileOf(drawn.length - 1))
  return {
    number: Math.round(rate * total),
    from: Math.max(meant, Math.floor(low * total)),
    to: Math.min(Math.max(total - (people - meant), meant), Math.ceil(high * total)),
  }
}

/** Of so few blocks the variance says little. */
const blocksMin = 30

/** The number of people, each drawn alone, who would tell as much. */
function sizeOf(drawn: readonly Block[], { people, rate }: { people: number; rate: number }): number {
  const variance =
    (sumOf(drawn, (block) => (block.meant - rate * block.people) ** 2) / (people * people)) *
    (drawn.length / (drawn.length - 1))
  const size = variance > 0 ? Math.min(people, (rate * (1 - rate)) / variance) : drawn.length
  const isRare = rate <= 0.5
  const having = drawn.filter(({ people, meant }) => (isRare ? meant > 0 : meant < people)).length
  // Where few blocks have any, each of them tells as much as one person at most.
  return having > 0 && having < blocksMin ? Math.min(size, having / (isRare ? rate : 1 - rate)) : size
}

/** Of Student's distribution, by its first terms. */
function quantileOf(freedom: number): number {
  const third = (z95 ** 3 + z95) / 4
  const fifth = (5 * z95 ** 5 + 16 * z95 ** 3 + 3 * z95) / 96
  return z95 + third / freedom + fifth / freedom ** 2
}

function boundsOf(rate: number, size: number, z: number): [number, number] {
  const square = z * z
  const middle = 2 * size * rate + square
  const spread = (sign: 1 | -1) =>
    z * Math.sqrt(Math.max(0, square - 1 / size + 4 * size * rate * (1 - rate) + sign * (4 * rate - 2))) + 1
  const whole = 2 * (size + square)
  // The correction is meant for one person and more.
  return [
    size * rate < 1 ? 0 : Math.max(0, (middle - spread(1)) / whole),
    size * (1 - rate) < 1 ? 1 : Math.min(1, (middle + spread(-1)) / whole),
  ]
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}
