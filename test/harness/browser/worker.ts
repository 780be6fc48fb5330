import type { Browser } from 'playwright-core'
import { describe } from 'vitest'
import { startChromium } from './chromium.ts'

// One for all files of a worker, which ends it when it ends.
const started = await startChromium().catch((error: unknown) => error)

/** @throws what kept Chromium from starting. */
export function theBrowser(): Browser {
  if (isBrowser(started)) return started
  throw started
}

function isBrowser(value: unknown): value is Browser {
  return typeof value === 'object' && value !== null && 'newContext' in value
}

/**
 * Tests that need a browser. Where Chromium cannot start they are skipped, and the reason is printed; with CI=true they
 * fail. There a test that fails is tried once more, and the report says so: on a busy machine with two cores one test in
 * some thousands ran out of its time. On a developer's machine nothing is tried twice.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  const isCi = process.env['CI'] === 'true'
  const canRun = isBrowser(started) || isCi
  if (!canRun) {
    console.warn(`Skipped, because Chromium does not start: ${name}\n${String(started).slice(0, 2000)}`)
  }
  describe.skipIf(!canRun)(name, { retry: isCi ? 1 : 0 }, tests)
}
