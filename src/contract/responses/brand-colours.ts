/** Colours are `#rrggbb`. Contrasts are those of WCAG 2.2, from 1 to 21. */

export const colourPattern = /^#[0-9a-f]{6}$/

const white = '#ffffff'
const black = '#000000'
/** WCAG 2.2, 1.4.11: of the edge of a control. */
const edgeContrast = 3

export function contrastOf(one: string, other: string): number {
  const [high = 0, low = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** White, or black where white is hard to read. One of the two always has a contrast of at least 4.5. */
export function textOn(colour: string): string {
  return contrastOf(colour, white) >= 4.5 ? white : black
}

/** The colour itself, or a lighter or darker one with enough contrast to the background. */
export function edgeOn(colour: string, ground: string): string {
  const towards = luminanceOf(ground) > 0.18 ? black : white
  for (let step = 0; step < 20; step += 1) {
    const mixed = mix(colour, towards, step / 20)
    if (contrastOf(mixed, ground) >= edgeContrast) return mixed
  }
  return towards
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other)
  const mixed = channelsOf(colour).map((value, place) =>
    Math.round(value + ((others[place] ?? 0) - value) * share),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
