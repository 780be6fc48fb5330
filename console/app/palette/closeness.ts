/**
 * How well a name fits what was typed: each typed word must fit. Lower is better, null does not fit.
 * 0: begins with it; 1: a word of it does; 2: it is inside; 3: its letters come in this order, such as `nwcmp`.
 */
export function distanceTo(typed: string, name: string): number | null {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  const distances = words.map((word) => distanceOf(word, folded(name)))
  return distances.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0)
}

/** Those that fit, the best first; in the given order if they fit alike. */
export function closest<Item>(typed: string, items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return items
    .flatMap((item) => {
      const distance = distanceTo(typed, nameOf(item))
      return distance === null ? [] : [{ item, distance }]
    })
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ item }) => item)
}

/** From three letters on: two letters in order are in nearly every name. */
const scatteredMin = 3

function distanceOf(word: string, name: string): number | null {
  if (name.startsWith(word)) return 0
  if (name.includes(` ${word}`)) return 1
  if (name.includes(word)) return 2
  if (word.length < scatteredMin) return null
  let at = -1
  for (const letter of word) {
    at = name.indexOf(letter, at + 1)
    if (at === -1) return null
  }
  return 3
}

/** Without case and accents. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
