import type { Locator, Page } from 'playwright-core'

type Drag = {
  what: Locator
  to: Locator
  /** Inside of `to`. */
  at: { x: number; y: number }
  /** What the page shows when it would take what is dragged, if it shows something. */
  until?: Locator
}

// Chromium begins a drag after more than three pixels.
const firstSteps = 4
const stepPx = 2

/**
 * Drags as a hand does: the first pixels stay on what is dragged. Chromium looks for what to drag under the pointer's new
 * place, so that a mouse that jumps begins to drag what is there.
 */
export async function drag(page: Page, { what, to, at, until }: Drag): Promise<void> {
  await what.hover()
  const box = await what.boundingBox()
  if (box === null) throw new Error('What is dragged has no place on the page.')
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  await page.mouse.down()
  for (let step = 1; step <= firstSteps; step += 1) await page.mouse.move(x, y + step * stepPx)
  // The second move is one within the target, as browsers send them all the time.
  for (const shift of [0, 1]) await to.hover({ position: { ...at, x: at.x + shift }, force: true })
  await until?.waitFor()
  await page.mouse.up()
}
