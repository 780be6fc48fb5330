import path from 'node:path'

/** The text of each source, by its path from the root. */
export type Sources = ReadonlyMap<string, string>

const imported = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

/** Who imports each file. */
export function importersOf(sources: Sources): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [file, text] of sources) {
    for (const [, from, late] of text.matchAll(imported)) {
      const target = path.join(path.dirname(file), from ?? late ?? '')
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

/**
 * @returns the tests that read the file, directly or through others: first those that tell by their path that they are
 * about it, then those that are the fewest imports away.
 */
export function nearestTests(file: string, importers: Map<string, string[]>): string[] {
  const distance = new Map([[file, 0]])
  for (const [near, steps] of distance) {
    for (const one of importers.get(near) ?? []) if (!distance.has(one)) distance.set(one, steps + 1)
  }
  const subject = wordsOf(file)
  const rank = (test: string) => {
    const shared = [...wordsOf(test)].filter((word) => subject.has(word)).length
    return (distance.get(test) ?? 0) - 3 * shared
  }
  return [...distance.keys()]
    .filter((one) => one.endsWith('.test.ts'))
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}

/** The stems of a path's words: `store/exports/claims.ts` is about exports and claims, as `exporting/` is. */
export function wordsOf(file: string): Set<string> {
  const words = file.toLowerCase().split(/[^a-z]+/)
  const common = new Set([
    '',
    'src',
    'test',
    'ts',
    'tsx',
    'nightly',
    'api',
    'store',
    'actions',
    'http',
    'contract',
    'rows',
  ])
  return new Set(words.filter((word) => !common.has(word)).map((word) => word.replace(/(?:ing|es|s|e)$/, '')))
}
