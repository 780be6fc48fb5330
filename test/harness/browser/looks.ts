import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { isNight } from '../night.ts'
import { axe } from './axe.ts'

export type Look = { width: 1280 | 380; colorScheme: 'light' | 'dark' }

const heights = { 1280: 800, 380: 760 } as const

/** The look that breaks most: each costs a second of a core. */
const byDay: readonly Look[] = [{ width: 380, colorScheme: 'dark' }]
/** For what has been looked at in English: its colours are the same. */
export const narrowAndWide: readonly Look[] = [...byDay, { width: 1280, colorScheme: 'light' }]
/** The others. */
export const wideAndNarrow: readonly Look[] = [
  { width: 1280, colorScheme: 'dark' },
  { width: 380, colorScheme: 'light' },
]
const every: readonly Look[] = [...narrowAndWide, ...wideAndNarrow]

let hasLooked = false

/** Whether this test has looked at no page yet. */
function isFirst(): boolean {
  if (hasLooked) return false
  hasLooked = true
  onTestFinished(() => void (hasLooked = false))
  return true
}

/**
 * Looks at the page as it stands: accessible, and not wider than the window. By day narrow and dark, and of each test only the
 * first page is searched for what keeps people out, which takes two seconds of a core; at night, and with `PICTURES=directory`, wide and narrow in light and dark, and between them no table is cut off. In that directory each look
 * is kept as a picture for people.
 */
export async function lookAt(page: Page, name: string, looks = every): Promise<void> {
  const directory = process.env['PICTURES']
  const takesEvery = directory !== undefined || isNight
  for (const { width, colorScheme } of takesEvery ? looks : byDay) {
    await page.setViewportSize({ width, height: heights[width] })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(settled)
    if (directory !== undefined) {
      const path = join(directory, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
    if (takesEvery || isFirst()) await axe(page)
    const wide = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (wide > width) throw new Error(`${name} is ${wide} pixels wide in a window of ${width}`)
    const off = await page.evaluate<string[]>(wordsOffTheirButton)
    if (off.length > 0) throw new Error(`${name} cuts or moves the words of buttons: ${off.join(', ')}`)
  }
  for (const width of takesEvery ? [820, 1030] : []) {
    await page.setViewportSize({ width, height: heights[1280] })
    // Under load the first frame can have the columns of the new width with tables of the old one.
    await page.evaluate(settled)
    const cut = await page.evaluate<string[]>(cutTables)
    if (cut.length > 0) throw new Error(`${name} cuts off at ${width} pixels: ${cut.join(', ')}`)
  }
  await page.setViewportSize({ width: 1280, height: heights[1280] })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** The captions of tables that are wider than their place. */
const cutTables = `[...document.querySelectorAll('.rows-room')].filter((room) => room.scrollWidth > room.clientWidth)
  .map((room) => room.querySelector('caption').textContent)`

/** The words of buttons that are cut off, or are not in the middle of the height. */
const wordsOffTheirButton = `[...document.querySelectorAll('.mantine-Button-root')].filter((button) => {
  const label = button.querySelector('.mantine-Button-label')
  if (label === null || !button.checkVisibility()) return false
  const words = document.createRange()
  words.selectNodeContents(label)
  const [inner, outer] = [words.getBoundingClientRect(), button.getBoundingClientRect()]
  const isCut = label.scrollHeight > label.clientHeight + 1 && getComputedStyle(label).overflow !== 'visible'
  // Words that a narrow window has no room for.
  if (inner.height === 0) return false
  return isCut || Math.abs(inner.top + inner.bottom - outer.top - outer.bottom) > 8
}).map((button) => button.textContent)`

// As text: the types of a browser are not those of the tests.
const settled = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  // A colour that changes goes down the page one element after the other.
  for (let round = 0; round < 50; round += 1) {
    await frame()
    await frame()
    const ending = document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)
    if (ending.length === 0) return
    await Promise.allSettled(ending.map((one) => one.finished))
  }
})()`
