import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages } from '../../../../console/app/pages.ts'
import { aBrand, type Brand } from '../../../harness/browser/brand.ts'
import { logIn } from '../../../harness/browser/log-in.ts'
import { lookAt } from '../../../harness/browser/looks.ts'
import { aPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { until } from '../../../harness/core/until.ts'

/** In this order; what goes with a record is on pages of its own. */
const records: readonly { of: string; remove: (brand: Brand, id: number) => Promise<unknown> }[] = [
  { of: 'step', remove: ({ call, ids }, id) => call('DELETE', `${sequence(ids)}/steps/${id}`) },
  { of: 'autoresponder', remove: ({ call, ids }) => call('DELETE', sequence(ids)) },
  { of: 'campaign', remove: ({ call }, id) => call('DELETE', `campaigns/${id}`) },
  { of: 'segment', remove: ({ call }, id) => call('DELETE', `segments/${id}`) },
  { of: 'form', remove: ({ call }, id) => call('DELETE', `web_forms/${id}`) },
  { of: 'rule', remove: ({ call }, id) => call('DELETE', `special_sending_rules/${id}`) },
  { of: 'suppression', remove: ({ call }, id) => call('DELETE', `suppression_lists/${id}`) },
  { of: 'seed', remove: ({ call }, id) => call('DELETE', `seed_lists/${id}`) },
  { of: 'key', remove: ({ call }, id) => call('DELETE', `api_keys/${id}`) },
  { of: 'webhook', remove: ({ call }, id) => call('DELETE', `webhooks/${id}`) },
  { of: 'user', remove: ({ call }, id) => call('DELETE', `users/${id}`) },
  {
    of: 'person',
    remove: ({ call, ids }, id) => call('DELETE', `mailing_lists/${ids.list}/subscribers/${id}`),
  },
  { of: 'list', remove: removeList },
]

const sequence = ({ list, autoresponder }: Brand['ids']) =>
  `mailing_lists/${list}/autoresponders/${autoresponder}`

describeInBrowser('a record that a colleague deletes', () => {
  test('is said to be deleted by every page of it that is open, with the way back', async () => {
    const brand = await aBrand({ people: 20 })
    const first = await aPage(brand.server, { expectedFaults: [/status of 401/] })
    await logIn(first, brand.email)
    const cookies = await first.context().cookies()
    // In a browser of its own: each has a stream, and a browser opens six connections to one server.
    const another = async () => {
      const page = await aPage(brand.server, { expectedFaults: [/status of 404/] })
      await page.context().addCookies(cookies)
      return page
    }
    const ids = await idsOf(brand)
    for (const { of, remove } of records) {
      const paths = pages.filter(({ path }) => isLastOf(path, of)).map(({ path }) => path)
      expect(paths, of).not.toEqual([])
      const open = await Promise.all(paths.map(another))
      for (const [nth, page] of open.entries()) {
        await page.goto(`/console/o/${brand.organizationId}${filled(paths[nth] ?? '', ids)}`)
        await page.getByRole('heading', { level: 1 }).filter({ hasText: /\S/ }).waitFor()
        await page.waitForLoadState('networkidle')
      }
      await remove(brand, ids[of] ?? 0)
      for (const [nth, page] of open.entries()) {
        const said = page.getByRole('main').getByText(/^It was deleted/)
        await until(async () => {
          await comeBack(page)
          return said.isVisible()
        }).catch(async (cause: unknown) => {
          const text = await page.getByRole('main').innerText()
          throw new Error(`${paths[nth]} says:\n${text.slice(0, 1_500)}`, { cause })
        })
        expect(await page.getByText('is not responding').count(), paths[nth]).toBe(0)
        await page
          .getByRole('main')
          .getByRole('link', { name: /^Back to / })
          .waitFor()
        if (nth === 0 && /campaign|list/.test(of)) await lookAt(page, `deleted-${of}`)
        await page.close()
      }
    }
  })
})

/** What a browser does when somebody returns to the tab: the page asks again. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
}

/** Pages whose last parameter is this record: those of the records below it go with these. */
function isLastOf(path: string, of: string): boolean {
  return [...path.matchAll(/:(\w+)/g)].at(-1)?.[1] === of
}

function filled(path: string, ids: Record<string, number>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 0))
}

async function idsOf({ call, ids }: Brand): Promise<Record<string, number>> {
  const firstOf = async (path: string) => (await call<{ id: number }[]>('GET', path))[0]?.id ?? 0
  return {
    ...ids,
    // The one that was sent cannot be deleted.
    campaign: ids.draft,
    rule: await firstOf('special_sending_rules'),
    suppression: await firstOf('suppression_lists'),
    seed: await firstOf('seed_lists'),
  }
}

async function removeList({ call }: Brand, id: number): Promise<void> {
  const { delete_confirmation_code: code } = await call<{ delete_confirmation_code: string }>(
    'GET',
    `mailing_lists/${id}/delete_confirmation_code`,
  )
  await call('DELETE', `mailing_lists/${id}/confirmed/${code}`)
}
