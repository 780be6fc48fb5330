import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findLayoutBreaches } from './house-layout.ts'
import { findBreaches, type SourceFile } from './house-rules.ts'
import { measure, tableOf } from './house-table.ts'

// Checks what oxlint (.oxlintrc.json) cannot. With `--table` it also prints how heavy the house is.
const root = fileURLToPath(new URL('..', import.meta.url))
const places = ['src', 'test', 'bench', 'scripts', 'migrations', 'console']

const {
  dependencies,
  optionalDependencies,
}: Record<string, Record<string, string>> = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const installed = Object.keys({ ...dependencies, ...optionalDependencies })
const files = (await Promise.all(places.map((place) => filesIn(place)))).flat()
const styles = await filesIn('console', /\.css$/)
const breaches = [...findBreaches([...files, ...styles], installed), ...findLayoutBreaches(files)]
for (const breach of breaches) console.error(breach)
process.exitCode = breaches.length === 0 ? 0 : 1

if (process.argv.includes('--table')) {
  const beside = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'].map(read)
  const pages = await filesIn('docs', /\.md$/)
  console.log(tableOf(measure(files, [...pages, ...(await Promise.all(beside))])))
}

async function read(path: string): Promise<SourceFile> {
  return { path, text: await readFile(join(root, path), 'utf8') }
}

async function filesIn(place: string, kind = /\.(tsx?|mjs|sql)$/): Promise<SourceFile[]> {
  const entries = await readdir(join(root, place), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && kind.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(paths.map((path) => read(path.slice(root.length).replaceAll('\\', '/'))))
}
