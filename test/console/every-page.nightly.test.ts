import { expect, test } from 'vitest'
import { pages } from '../../console/app/pages.ts'
import { aBrand, type Brand } from '../harness/browser/brand.ts'
import { logIn } from '../harness/browser/log-in.ts'
import { lookAt } from '../harness/browser/looks.ts'
import { aPage } from '../harness/browser/page.ts'
import { describeInBrowser } from '../harness/browser/worker.ts'

/** Texts that run where a page takes text for markup, an address or a template. */
const hostile = [
  '<script>window.hit=1</script>',
  '"><img src=x onerror=window.hit=1>',
  "'-window.hit=1-'",
  'javascript:window.hit=1',
  '{{constructor.constructor("window.hit=1")()}}',
  '${window.hit=1}',
  '</title><svg onload=window.hit=1>',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
]

describeInBrowser('every page of the console', () => {
  test('opens without a fault and is accessible, with texts that try to run', async () => {
    let nth = 0
    const text = (plain: string) => `${plain} ${hostile[(nth += 1) % hostile.length]}`.slice(0, 49)
    const brand = await aBrand({ people: 60, text })
    const page = await aPage(brand.server, { expectedFaults: [/status of 401/] })
    await logIn(page, brand.email)
    for (const path of pathsOf(brand)) {
      await page.goto(`/console/o/${brand.organizationId}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle').catch(() => null)
      await lookAt(page, path.replaceAll(/\W+/g, '-'))
      expect({ path, hit: await page.evaluate('window.hit') }).toEqual({ path, hit: undefined })
    }
  })
})

/** The address of every page of an organization, with the records of the brand in the places of its parameters. */
function pathsOf({ ids }: Brand): string[] {
  return pages
    .filter(({ scope }) => scope === 'organization')
    .map(({ path }) => {
      // A campaign that was sent has nothing to compose.
      const known: Record<string, number> = /(whom|what|how|when|check)$/.test(path)
        ? { ...ids, campaign: ids.draft }
        : ids
      return path.replaceAll(/:(\w+)\??/g, (_, name: string) => String(known[name] ?? 1))
    })
}
