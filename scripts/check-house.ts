import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findLayoutBreaches } from './house-layout.ts'
import { findBreaches, type SourceFile } from './house-rules.ts'

// Checks what oxlint (.oxlintrc.json) cannot.
const root = fileURLToPath(new URL('..', import.meta.url))
const places = ['src', 'test', 'bench', 'scripts', 'migrations', 'console']

const {
  dependencies,
  optionalDependencies,
}: Record<string, Record<string, string>> = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const installed = Object.keys({ ...dependencies, ...optionalDependencies })
const files = (await Promise.all(places.map(filesIn))).flat()
const breaches = [...findBreaches(files, installed), ...findLayoutBreaches(files)]
for (const breach of breaches) console.error(breach)
process.exitCode = breaches.length === 0 ? 0 : 1

async function filesIn(place: string): Promise<SourceFile[]> {
  const entries = await readdir(join(root, place), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.map(async (path) => ({
      path: path.slice(root.length).replaceAll('\\', '/'),
      text: await readFile(path, 'utf8'),
    })),
  )
}
