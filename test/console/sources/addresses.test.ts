import { expect, test } from 'vitest'
import { pages } from '../../../console/app/pages.ts'
import { consoleSources } from '../../harness/browser/console-calls.ts'

const known = pages.map(({ path }) => path.split('/'))
const beginnings = new Set(known.map(([, first]) => first))

/** An id, `${campaign.id}`, is a parameter; what else is in braces, such as `${step}`, may be a fixed part. */
function pathsIn(text: string): string[] {
  const literals = [...text.matchAll(/'(\/[\w/-]+)'|`(\/[^`\n]*)`/g)]
  return literals
    .map(([, plain, template]) =>
      (plain ?? template ?? '').replaceAll(/\$\{([^}]*)\}/g, (_, name: string) =>
        /id$/i.test(name) ? '1' : '*',
      ),
    )
    .map((path) => path.split('?')[0] ?? '')
    .filter((path) => beginnings.has(path.split('/')[1]) && /^[\w*/-]+$/.test(path))
}

function hasPage(path: string): boolean {
  const parts = path.split('/')
  return known.some(
    (page) =>
      page.length === parts.length &&
      page.every((part, place) => part.startsWith(':') || [part, '*'].includes(parts[place] ?? '')),
  )
}

test('every address that a page of the console leads to has a page', async () => {
  const missing: string[] = []
  let found = 0
  for (const [file, text] of await consoleSources()) {
    if (file.endsWith('/pages.ts')) continue
    const paths = pathsIn(text)
    found += paths.length
    missing.push(...paths.filter((path) => !hasPage(path)).map((path) => `${file}: ${path}`))
  }
  expect(missing).toEqual([])
  expect(found).toBeGreaterThan(50)
})
