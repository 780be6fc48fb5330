import { settings } from '../src/server/settings/variables.ts'
import { arrowsUp, importsOf, type SourceFile } from './house-rules.ts'

type Measure = { what: string; now: number; target: number | null }

/** Code that claims, leases and lists long work. */
const longWork =
  /^src\/(store\/jobs\/|work\/jobs\/|work\/loops\/(poller|due)|work\/lease\.ts|store\/server\/(due|leases)\.ts|store\/[^/]+\/(.*\/)?([a-z-]+-)?claims\.ts)/

/** How heavy the house is. @param documents every page of `docs`, and those beside README.md. */
export function measure(files: readonly SourceFile[], documents: readonly SourceFile[]): Measure[] {
  const product = files.filter(({ path }) => /^src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
  const claiming = product.filter(({ path }) => longWork.test(path))
  const decisions = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path))
  return [
    { what: 'lines of src', now: linesOf(product), target: 82_000 },
    { what: 'files of src', now: product.length, target: null },
    { what: 'lines that claim, lease and list long work', now: linesOf(claiming), target: 900 },
    { what: 'files of those', now: claiming.length, target: 8 },
    { what: 'imports that run up inside store', now: arrowsUp(files).length, target: 11 },
    { what: 'files with one importer, in their own folder', now: oneImporter(product), target: 80 },
    { what: 'settings', now: Object.keys(settings.shape).length, target: 40 },
    { what: 'decisions', now: decisions.length, target: 45 },
    { what: 'words of all documents', now: wordsOf(documents), target: 60_000 },
  ]
}

export function tableOf(measures: readonly Measure[]): string {
  const rows = measures.map(({ what, now, target }) => [
    what,
    now.toLocaleString('en'),
    target === null ? '–' : `≤ ${target.toLocaleString('en')}`,
    target === null ? '' : now <= target ? 'met' : 'not met',
  ])
  return [['measure', 'now', 'target', ''], ['---', '--:', '--:', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function linesOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}

function wordsOf(documents: readonly SourceFile[]): number {
  return documents.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
}

function oneImporter(product: readonly SourceFile[]): number {
  const importers = new Map<string, Set<string>>()
  for (const { path, text } of product) {
    for (const { target } of importsOf(text)) {
      if (!target.startsWith('.')) continue
      const place = new URL(target, `file:///${path}`).pathname.slice(1)
      importers.set(place, (importers.get(place) ?? new Set()).add(path))
    }
  }
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
  return [...importers].filter(([place, [one = '', ...others]]) => {
    return others.length === 0 && folderOf(one) === folderOf(place)
  }).length
}
