import type { SourceFile } from './house-rules.ts'

const entriesMax = 20
const ninetiethPercentileMax = 200

/** Layers with one file or folder per resource, and what else they have. */
const layers: Record<string, readonly string[]> = {
  'src/contract': ['api', 'blocks', 'values', 'times'],
  'src/store': [
    'bulk-changes',
    'callers',
    'conditions',
    'erasure',
    'idempotency',
    'remote-lists',
    'sending-rules',
    'server',
  ],
  'src/actions': ['actor', 'at-once', 'begins-at', 'gather', 'idempotency', 'permission', 'place'],
  'src/http': ['server', 'route', 'openapi', 'public', 'pages', 'mcp'],
  console: ['app', 'build', 'design', 'main', 'translations', 'vite', 'words'],
  'test/api': ['server', 'route', 'openapi', 'public', 'pages', 'mcp', 'every-endpoint'],
}

/** A new file or folder of a layer needs a name here, or another place. */
const resources = [
  'accounting',
  'api-keys',
  'audit-events',
  'autoresponders',
  'campaigns',
  'exports',
  'imports',
  'jobs',
  'lists',
  'messages',
  'organizations',
  'plans',
  'resources',
  'responses',
  'scim',
  'segments',
  'subscribers',
  'users',
  'webhooks',
]

const lookedAt = /^(src|console|test|bench|scripts|migrations)\//

/** @returns a sentence for each breach. */
export function findLayoutBreaches(files: readonly SourceFile[]): string[] {
  const paths = files.map(({ path }) => path).filter((path) => lookedAt.test(path))
  return [
    // Migrations only grow in number.
    ...findCrowds(paths.filter((path) => !path.startsWith('migrations/'))),
    ...paths.flatMap(findRepeatedNames),
    ...findStrangers(paths),
    ...findTwins(paths),
    ...findGrowth(files),
  ]
}

function findCrowds(paths: readonly string[]): string[] {
  return (
    [...entriesOf(paths)]
      // Of a layer, every entry is named above; of `src`, in `mayImport`.
      .filter(([folder, entries]) => folder !== 'src' && !(folder in layers) && entries.size > entriesMax)
      .map(
        ([folder, entries]) =>
          `${folder} has ${entries.size} entries, more than ${entriesMax}: divide it by subject`,
      )
  )
}

function entriesOf(paths: readonly string[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const path of paths) {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/')
      const entries = folders.get(folder) ?? new Set()
      folders.set(folder, entries.add(parts[depth] ?? ''))
    }
  }
  return folders
}

function stemOf(entry: string): string {
  return entry.replace(/\..*$/, '')
}

/** People meet a page alone, in a tab or a stack trace: its name tells what it shows without the folder. */
const namelessPages = /^(all|one|show|new|edit)\.tsx$/

/** `campaigns/campaign-claims.ts` should be `campaigns/claims.ts`. */
function findRepeatedNames(path: string): string[] {
  const [name = '', folder = ''] = path.split('/').toReversed()
  const stem = stemOf(name)
  const singular = folder.replace(/s$/, '')
  if (path.startsWith('console/')) {
    return namelessPages.test(name)
      ? [`${path} does not tell what it shows: name it ${singular}-page.tsx`]
      : []
  }
  const repeats = [folder, singular].some((word) => stem === word || stem.startsWith(`${word}-`))
  return repeats ? [`${path} repeats the name of its folder`] : []
}

function findStrangers(paths: readonly string[]): string[] {
  const entries = entriesOf(paths)
  return Object.entries(layers).flatMap(([layer, others]) => {
    const known = [...resources, ...others]
    return [...(entries.get(layer) ?? [])]
      .filter((entry) => !known.includes(stemOf(entry)))
      .map((entry) => `${layer}/${entry} is no resource: name it like its resource in the other layers`)
  })
}

function foldersOfLayers(paths: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const layer of Object.keys(layers)) {
    const below = paths
      .filter((path) => path.startsWith(`${layer}/`))
      .map((path) => path.slice(layer.length + 1))
    found.set(
      layer,
      new Set(below.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? '')),
    )
  }
  return found
}

/** In a layer, a resource is a file or a folder, never both. */
function findTwins(paths: readonly string[]): string[] {
  return [...foldersOfLayers(paths)].flatMap(([layer, folders]) =>
    [...folders]
      .filter((folder) => paths.includes(`${layer}/${folder}.ts`))
      .map((folder) => `${layer}/${folder}.ts stands beside the folder ${folder}: move it in`),
  )
}

function findGrowth(files: readonly SourceFile[]): string[] {
  const sizes = files
    .filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map(({ text }) => text.split('\n').length - 1)
    .toSorted((a, b) => a - b)
  const size = sizes[Math.floor(sizes.length * 0.9)] ?? 0
  return size > ninetiethPercentileMax
    ? [`one file in ten has more than ${size} lines; ${ninetiethPercentileMax} is the limit`]
    : []
}
