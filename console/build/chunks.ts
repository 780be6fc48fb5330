import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chunksOfWords } from './languages.ts'

const frame = fileURLToPath(new URL('../app/frame.tsx', import.meta.url))
const indexOfMantine = /@mantine\/core\/esm\/index\.mjs$/

const forms = [
  /node_modules\/(zod|@mantine\/form|fast-deep-equal|klona)\//,
  /\/design\/form\.ts$/,
  /\/contract\/(times|api)\//,
  /\/contract\/values\/(text|spelling\/invisible|said\/refusals)\.ts$/,
]

/** What many pages share, in few files. With a chunk for each set of pages, ten pages had 54 to 106 scripts, not 14 to 46. */
export const chunkGroups = [
  ...chunksOfWords,
  ...[
    { name: 'start', tags: ['$initial' as const] },
    { name: ofFrame },
    { name: 'forms', test: (id: string) => forms.some((one) => one.test(id)), minShareCount: 20 },
    { name: 'mantine', test: /node_modules\/@mantine\/core\//, minShareCount: 20 },
    { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 2 },
    { name: 'choose', test: /\/console\/resources\/choose\//, minShareCount: 15 },
    // With what they import, groups would hold each library whole: its index leads to everything.
  ].map((group) => ({ ...group, includeDependenciesRecursively: false })),
]

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

let parts: ReadonlySet<string> | undefined

function ofFrame(id: string, modules: Modules): string | null {
  parts ??= partsOfFrame(modules)
  return parts.has(id) || id.includes('@mantine/core/esm/core/') ? 'frame-parts' : null
}

/**
 * Every page waits for all that the frame imports. One left out would make the two chunks of the frame import each other,
 * and the set-up would run half of it too early. The index of Mantine leads to components that it does not use.
 */
function partsOfFrame(modules: Modules): Set<string> {
  const found = new Set<string>()
  const open = [frame]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || indexOfMantine.test(id)) continue
    found.add(id)
    // An endpoint's module of the contract would lead to its schemas.
    if (id.startsWith('\0')) continue
    const imported = modules.getModuleInfo(id)?.importedIds ?? []
    const index = imported.find((one) => indexOfMantine.test(one))
    open.push(...imported, ...(index === undefined ? [] : componentsIn(id, index)))
  }
  found.delete(frame)
  return found
}

function componentsIn(file: string, index: string): string[] {
  const [, names = ''] =
    /import \{([^}]*)\} from ['"]@mantine\/core['"]/.exec(readFileSync(file, 'utf8')) ?? []
  return names
    .split(',')
    .map((name) => name.trim())
    .map((name) => index.replace('index.mjs', `components/${name}/${name}.mjs`))
    .filter((path) => existsSync(path))
}
