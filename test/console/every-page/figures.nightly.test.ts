import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { aBrand } from '../../harness/browser/brand.ts'
import { logIn } from '../../harness/browser/log-in.ts'
import { aPage } from '../../harness/browser/page.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'

/** What Chromium tells of a page, from its beginning on. */
const observe = `
globalThis.seen = { shift: 0, long: 0 }
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value
}).observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) seen.long = Math.max(seen.long, duration)
}).observe({ type: 'longtask', buffered: true })`

type Figures = { requests: number; kilobytes: number; milliseconds: number; shift: number; longest: number }

/** Opens the page and reads it when its content is there and nothing is under way. */
async function figuresOf(page: Page, path: string): Promise<Figures> {
  const sizes: Promise<number>[] = []
  const count = (request: Request) =>
    sizes.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize,
        () => 0,
      ),
    )
  page.on('requestfinished', count)
  const began = performance.now()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.loading').first().waitFor({ state: 'detached' })
  const milliseconds = Math.round(performance.now() - began)
  await page.waitForLoadState('networkidle')
  page.off('requestfinished', count)
  const { shift, long } = await page.evaluate<{ shift: number; long: number }>('seen')
  const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
  return {
    requests: sizes.length,
    kilobytes: Math.round(bytes / 1000),
    milliseconds,
    shift: Math.round(shift * 1000) / 1000,
    longest: Math.round(long),
  }
}

describeInBrowser('ten pages, with an empty cache and with a full one', () => {
  test('shift nothing, and bring few files and bytes', async () => {
    const brand = await aBrand()
    const { organizationId, ids, server } = brand
    const paths = [
      'overview',
      'lists',
      `lists/${ids.list}`,
      'people',
      `segments/${ids.segment}`,
      'imports',
      'imports/new',
      'campaigns',
      `campaigns/${ids.campaign}/report`,
      'autoresponders',
    ]
    const lines: string[] = []
    const wrong: string[] = []
    for (const path of paths) {
      // A context of its own: its cache has the log-in and the frame of the menu only once it was open.
      const page = await aPage(server, { expectedFaults: [/status of 401/, /sandboxed/] })
      await logIn(page, brand.email)
      await page.addInitScript(observe)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.clearBrowserCache')
      const cold = await figuresOf(page, `/console/o/${organizationId}/${path}`)
      const warm = await figuresOf(page, `/console/o/${organizationId}/${path}`)
      for (const [name, one] of Object.entries({ cold, warm })) {
        const { requests, kilobytes, milliseconds, shift, longest } = one
        lines.push(
          `| ${path.replaceAll(/\d+/g, '…')}, ${name} | ${requests} | ${kilobytes} | ${milliseconds} | ${shift} | ${longest} |`,
        )
        if (shift >= 0.05) wrong.push(`${path}, ${name}, shifts by ${shift}`)
      }
      if (cold.kilobytes > 600 || warm.kilobytes > 150)
        wrong.push(`${path} brings ${cold.kilobytes} kB, and ${warm.kilobytes} kB again`)
    }
    console.log(['| page | requests | kB | ms to content | shift | longest task, ms |', ...lines].join('\n'))
    expect(wrong).toEqual([])
  })
})
