import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { pages } from '../../../console/app/pages.ts'
import { languageCookie } from '../../../src/contract/users/languages.ts'
import { aBrand, type Brand } from '../../harness/browser/brand.ts'
import { logIn } from '../../harness/browser/log-in.ts'
import { lookAt, narrowAndWide } from '../../harness/browser/looks.ts'
import { aPage } from '../../harness/browser/page.ts'
import { dataOf, foreignTexts, speakPseudo } from '../../harness/browser/pseudo-language.ts'
import { describeInBrowser } from '../../harness/browser/worker.ts'

/** What is the same in all languages. */
const universal =
  /^(Quiver|English|Deutsch|API|CSV|HTML|JSON|SMTP|DKIM|PostgreSQL|email|A|B|Ctrl K|English|[A-Z]+ID)$/

function pathsOf({ ids }: Brand): string[] {
  return pages
    .filter(({ scope }) => scope === 'organization')
    .map(({ path }) => {
      const known: Record<string, number> = /(whom|what|how|when|check)$/.test(path)
        ? { ...ids, campaign: ids.draft }
        : ids
      return path.replaceAll(/:(\w+)\??/g, (_, name: string) => String(known[name] ?? 1))
    })
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle').catch(() => null)
}

describeInBrowser('the languages of the console', () => {
  test('say everything that a page shows: nothing is written outside of the catalogue', async () => {
    const brand = await aBrand({ people: 20 })
    const page = await aPage(brand.server, { expectedFaults: [/status of 401/, /status of 404/] })
    await logIn(page, brand.email)
    const data = dataOf(page)
    await speakPseudo(page)
    const foreign: string[] = []
    const paths = pathsOf(brand)
    for (const path of paths) {
      await open(page, `/console/o/${brand.organizationId}${path}`)
      const found = (await foreignTexts(page, data)).filter((text) => !universal.test(text))
      foreign.push(...found.map((text) => `${path}: ${text}`))
    }
    expect(paths.length).toBeGreaterThan(40)
    expect(foreign).toEqual([])
  })

  test.each(['de', 'ar'])('fit their pages in %s, from the side where it begins', async (language) => {
    const brand = await aBrand({ people: 20 })
    const page = await aPage(brand.server, { expectedFaults: [/status of 401/, /status of 404/] })
    await logIn(page, brand.email)
    await page.context().addCookies([{ name: languageCookie, value: language, url: brand.server.url }])
    const faults: string[] = []
    for (const path of pathsOf(brand)) {
      await open(page, `/console/o/${brand.organizationId}${path}`)
      expect(await page.evaluate('document.documentElement.lang')).toBe(language)
      const name = `${language}${path.replaceAll(/\W+/g, '-')}`
      await lookAt(page, name, narrowAndWide).catch((fault: unknown) => faults.push(String(fault)))
    }
    expect(faults).toEqual([])
  })
})
