import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const placesShown = 5

/**
 * Looks for what keeps people from using the page: contrast, names, roles, order.
 * @param rules to switch some off: `{ 'color-contrast': { enabled: false } }`
 * @throws Error with each violation and where it is.
 */
export async function axe(page: Page, rules: NonNullable<RunOptions['rules']> = {}): Promise<void> {
  // The policies of the pages refuse script tags, but not this. Reading half a megabyte takes as long as the search.
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    async (options) => {
      const { axe: inPage } = globalThis as unknown as {
        axe: { run: (options: RunOptions) => Promise<AxeResults> }
      }
      return inPage.run(options)
    },
    { resultTypes: ['violations'], rules } satisfies RunOptions,
  )
  if (violations.length === 0) return
  const list = violations.map(({ id, impact, help, nodes }) => {
    const places = nodes.slice(0, placesShown).map(({ target, failureSummary = '' }) => {
      const [, ...failures] = failureSummary.split('\n')
      return `    ${target.join(' ')}\n    ${failures.join('\n    ')}`
    })
    return `  ${id} (${impact}, ${nodes.length} times): ${help}\n${places.join('\n')}`
  })
  throw new Error(`${page.url()} is not accessible:\n${list.join('\n')}`)
}
