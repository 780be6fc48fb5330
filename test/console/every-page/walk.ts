import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pages } from '../../../console/app/pages.ts'
import type { Brand } from '../../harness/browser/brand.ts'
import { givePassword, logIn } from '../../harness/browser/log-in.ts'
import { lookAt, type Look } from '../../harness/browser/looks.ts'
import { aPage } from '../../harness/browser/page.ts'

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

/** For `aBrand`: each text of a person ends with one that tries to run. */
export function hostileText(): (plain: string) => string {
  let nth = 0
  return (plain) => `${plain} ${hostile[(nth += 1) % hostile.length]}`.slice(0, 49)
}

type How = { language: 'en' | 'ar'; looks: readonly Look[] }

/** Opens every page of the organization, of the user and of the system, and looks at each. */
export async function lookAtEveryPage(brand: Brand, how: How): Promise<void> {
  const { organizationId, server } = brand
  const member = await aReader(brand, brand.email, how)
  const others = pathsOf(brand, 'own').filter((path) => !path.startsWith('/connect'))
  const own = pathsOf(brand, 'organization').map((path) => `/o/${organizationId}${path}`)
  await lookAtAll(member, [...own, ...others], how)
  const email = 'root@alder.example'
  const { id } = await server.system<{ id: number }>('POST', 'organizations/1/users', {
    user: { full_name: 'Root', email, role: 'system_admin', active: true },
  })
  await givePassword(server.sql, 1, id)
  await lookAtAll(await aReader(brand, email, how), pathsOf(brand, 'system'), how)
}

async function aReader({ server }: Brand, email: string, { language }: How): Promise<Page> {
  const page = await aPage(server, { expectedFaults: [/status of 401/] })
  await logIn(page, email)
  await server.sql`update users set language = ${language} where email = ${email}`
  await page.reload()
  // The page is fetched again in the language of the user.
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  return page
}

async function lookAtAll(page: Page, paths: readonly string[], { language, looks }: How): Promise<void> {
  for (const path of paths) {
    await page.goto(`/console${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle').catch(() => null)
    await lookAt(page, `${language}${path.replaceAll(/\W+/g, '-')}`, looks)
    expect({ path, hit: await page.evaluate('window.hit') }).toEqual({ path, hit: undefined })
  }
}

/** With the records of the brand in the places of parameters. */
function pathsOf({ ids }: Brand, scope: 'organization' | 'own' | 'system'): string[] {
  return pages
    .filter((page) => page.scope === scope)
    .map(({ path }) => {
      // A campaign that was sent has nothing to compose.
      const known: Record<string, number> = /(whom|what|how|when|check)$/.test(path)
        ? { ...ids, campaign: ids.draft }
        : ids
      return path.replaceAll(/:(\w+)\??/g, (_, name: string) => String(known[name] ?? 1))
    })
}
