import { expect, test } from 'vitest'
import { aLoggedInPage, aPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'
import { medianOf } from '../harness/core/measure.ts'
import { aServer } from '../harness/core/server.ts'
import { nightly } from '../harness/night.ts'

const kilobyte = 1_000

/** Loads a page with an empty cache. @returns the compressed bytes that came, by kind. */
async function bytesOf(page: Awaited<ReturnType<typeof aPage>>, path: string, heading: string) {
  const sizes = new Map<string, number>()
  const measured: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    const measure = async () => {
      const { responseBodySize } = await request.sizes()
      const kind = request.resourceType()
      sizes.set(kind, (sizes.get(kind) ?? 0) + responseBodySize)
    }
    measured.push(measure())
  })
  await page.goto(path)
  await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await Promise.all(measured)
  return { script: sizes.get('script') ?? 0, style: sizes.get('stylesheet') ?? 0 }
}

describeInBrowser('the first page', () => {
  test('of people without a session brings no more than 120 kB of script and 45 kB of style', async () => {
    const server = await aServer()
    const page = await aPage(server, { expectedFaults: [/status of 401/] })
    const { script, style } = await bytesOf(page, '/console/log-in', 'Log in')
    expect(script).toBeGreaterThan(50 * kilobyte)
    expect(script).toBeLessThan(120 * kilobyte)
    expect(style).toBeLessThan(45 * kilobyte)
  })

  nightly('is there within a second, cold, on loopback', async () => {
    const server = await aServer()
    const times: number[] = []
    for (let round = 0; round < 5; round += 1) {
      // A context of its own: nothing is cached.
      const page = await aPage(server, { expectedFaults: [/status of 401/] })
      const beganMs = performance.now()
      await page.goto('/console/log-in')
      await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
      times.push(performance.now() - beganMs)
    }
    console.log('Cold first page, median in ms:', medianOf(times))
    expect(medianOf(times)).toBeLessThan(1_000)
  })

  test('after the log-in brings no more than 230 kB of script', async () => {
    const server = await aServer()
    const { page } = await aLoggedInPage(server)
    const { script } = await bytesOf(page, `/console/o/${server.a.organizationId}/lists`, 'Lists')
    expect(script).toBeGreaterThan(100 * kilobyte)
    expect(script).toBeLessThan(230 * kilobyte)
  })
})
