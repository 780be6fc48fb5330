import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown, type OutputChunk, type RenderedChunk } from 'rolldown'
import type { Plugin } from 'vite'
import { exportsOf } from './bare-endpoints.ts'
import { pack } from './packed.ts'

const words = fileURLToPath(new URL('../words/', import.meta.url))
const translations = fileURLToPath(new URL('../translations/', import.meta.url))
const figures = fileURLToPath(new URL('../design/figures.ts', import.meta.url))

/** Smaller chunks of words are joined: a request costs more than some words that a page does not need. */
const chunkMinBytes = 2_500

/** All that the page of the log-in says, besides what every page may say: joined with others it would bring theirs. */
const ofLogIn = ['session/set-up.ts', 'session/users.ts'].map((path) => join(words, path))

/** Words stand in chunks of their own, so that each language has its own of them. */
export const chunksOfWords = [
  {
    name: 'figures',
    test: (id: string) => id === figures,
    includeDependenciesRecursively: false,
  },
  {
    name: 'words~log-in',
    test: (id: string) => ofLogIn.includes(id),
    includeDependenciesRecursively: false,
  },
  {
    name: 'words',
    test: (id: string) => id.startsWith(words),
    entriesAware: true,
    entriesAwareMergeThreshold: chunkMinBytes,
    includeDependenciesRecursively: false,
  },
]

export const chunkNames = ({ name }: { name: string }) =>
  `assets/${name.startsWith('words~') ? 'words' : '[name]'}-[hash].js`

/** What a chunk exports: the name in the source, and the one of the bundler. */
type Exported = { name: string; as: string }

/**
 * Writes the words of each language beside those of English: `assets/words-1a2b.js` gets a namesake
 * `de-3c4d/assets/words-1a2b.js` with the same exports. Chunks name one another by relative addresses, so that a page
 * whose first script is at `de-3c4d/assets/` reads German to the last; the server has all files without words there, too.
 */
export function languages(): Plugin {
  const exported = new Map<string, Exported[]>()
  return {
    name: 'languages',
    apply: 'build',
    renderChunk(code, chunk) {
      // Before the names are made short.
      if (isOfWords(chunk)) exported.set(keyOf(chunk), exportsIn(code))
      return null
    },
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((one): one is OutputChunk => one.type === 'chunk')
      const ofWords = chunks.filter(isOfWords).map((chunk) => ({
        fileName: chunk.fileName,
        modules: Object.entries(chunk.modules).map(([id, one]) => ({ id, exports: one.renderedExports })),
        exports: exported.get(keyOf(chunk)) ?? [],
      }))
      const folders: Record<string, string> = {}
      for (const language of translated()) {
        // oxlint-disable-next-line no-await-in-loop: each takes all processors.
        folders[language] = await write(language, ofWords, dir)
      }
      await writeFile(join(dir, 'languages.json'), JSON.stringify(folders))
    },
  }
}

type Chunk = {
  fileName: string
  modules: { id: string; exports: readonly string[] }[]
  exports: readonly Exported[]
}

/** The folders of translations. */
export function translated(): string[] {
  return readdirSync(translations, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function isOfWords({ name }: { name: string }): boolean {
  return name === 'figures' || name === 'words' || name.startsWith('words~')
}

function keyOf({ modules }: RenderedChunk | OutputChunk): string {
  return Object.keys(modules).join('\n')
}

function exportsIn(code: string): Exported[] {
  const [, list = ''] = /\bexport \{([^}]*)\}/.exec(code) ?? []
  return list.split(',').map((one) => {
    const [local = '', as = local] = one.trim().split(' as ')
    return { name: local.replace(/\$\d+$/, ''), as }
  })
}

/** @returns the folder of the language, whose name changes with its words. */
async function write(language: string, chunks: readonly Chunk[], dir: string): Promise<string> {
  const ofFigures = chunks.find(holdsFigures)
  const made = await Promise.all(
    chunks
      .filter((chunk) => !holdsFigures(chunk))
      .map(async (chunk) => ({ fileName: chunk.fileName, code: await codeOf(language, chunk, ofFigures) })),
  )
  const hash = createHash('sha256').update(made.map(({ fileName, code }) => fileName + code).join('\n'))
  const folder = `${language}-${hash.digest('hex').slice(0, 8)}`
  await mkdir(join(dir, folder, 'assets'), { recursive: true })
  for (const { fileName, code } of made) {
    const path = join(dir, folder, fileName)
    // oxlint-disable-next-line no-await-in-loop: few and small.
    await writeFile(path, code)
    // oxlint-disable-next-line no-await-in-loop
    await pack(path)
  }
  return folder
}

function holdsFigures({ modules }: Chunk): boolean {
  return modules.some(({ id }) => id === figures)
}

async function codeOf(language: string, chunk: Chunk, ofFigures: Chunk | undefined): Promise<string> {
  const entry = '\0entry'
  const bundle = await rolldown({
    input: entry,
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: 'words-of-language',
        async resolveId(source, importer) {
          if (source === entry) return entry
          if (source.startsWith('./figures-')) return { id: source, external: true }
          const found = await this.resolve(source, importer, { skipSelf: true })
          if (found === null) return null
          const other = inLanguage(found.id, language)
          return other === importer ? found : other
        },
        async load(id) {
          if (id === entry) return sourceOf(chunk)
          if (id === figures && ofFigures !== undefined) return sourceOfFigures(ofFigures)
          return (await bringsSchemas(id)) ? constantsOf(id) : null
        },
      },
    ],
  })
  const { output } = await bundle.generate({ minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}

function sourceOf({ modules, exports }: Chunk): string {
  return exports
    .map(({ name, as }) => {
      const [file, ...others] = modules.filter((one) => one.exports.includes(name))
      if (file === undefined || others.length > 0) throw new Error(`one file of words must export ${name}`)
      return `export { ${name} as ${as} } from ${JSON.stringify(file.id)}`
    })
    .join('\n')
}

function sourceOfFigures({ fileName, exports }: Chunk): string {
  const names = exports.map(({ name, as }) => `${as} as ${name}`)
  return `export { ${names.join(', ')} } from './${basename(fileName)}'`
}

/** Of a module with schemas, whose zod would come along, words can have the constants. */
async function bringsSchemas(id: string): Promise<boolean> {
  return id.includes('/src/contract/') && /from 'zod'/.test(await readFile(id, 'utf8'))
}

async function constantsOf(file: string): Promise<string> {
  return Object.entries(await exportsOf(file))
    .filter(([, value]) => ['string', 'number'].includes(typeof value))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

/** The translation of a file with words, or the file itself. */
export function inLanguage(id: string, language: string): string {
  if (!id.startsWith(words)) return id
  const other = join(translations, language, id.slice(words.length))
  return existsSync(other) ? other : id
}
