import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints } from '../src/contract/api/endpoints.ts'
import { endpointPlaces } from './endpoint-places.ts'

/** `npm run client [folder]`: the package @quiver/client, as `npm pack` writes it. */
const root = fileURLToPath(new URL('..', import.meta.url))
const output = path.resolve(process.argv[2] ?? path.join(root, 'release'))

const folder = await mkdtemp(path.join(tmpdir(), 'quiver-client-'))
try {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  run(process.execPath, [compiler, '-p', path.join(root, 'client', 'tsconfig.json'), '--outDir', folder])
  await writeIndex()
  const { version, dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const description = JSON.parse(await readFile(path.join(root, 'client', 'package.json'), 'utf8'))
  const whole = { ...description, version, dependencies: await dependenciesOf(dependencies) }
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`)
  await cp(path.join(root, 'client', 'README.md'), path.join(folder, 'README.md'))
  await cp(path.join(root, 'client', 'examples'), path.join(folder, 'examples'), { recursive: true })
  await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  await mkdir(output, { recursive: true })
  const packed = run('npm', ['pack', '--silent', '--pack-destination', output], folder)
  console.log(path.join(output, packed.trim()))
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Those of the server that the compiled files import. */
async function dependenciesOf(versions: Record<string, string>): Promise<Record<string, string>> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))
  // At the start of a line, and without a quote before the name: a sentence may say `from`, too.
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export)\b[^;'"]*\bfrom '(?!\.)([^']+)'/gm)].map(([, name = '']) => name),
  )
  return Object.fromEntries(
    [...new Set(names)].toSorted().map((name) => {
      const version = versions[name]
      if (version === undefined)
        throw new Error(`The client imports ${name}, which the server does not depend on.`)
      return [name, version]
    }),
  )
}

/**
 * Exports every endpoint under its id: in `index` what a call needs of it, in `contract` with its schemas. The sources
 * have no such files: within the server everything is imported from its place.
 */
async function writeIndex(): Promise<void> {
  const places = (await endpointPlaces()).map((place) => ({
    ...place,
    file: place.file.replace(/ts$/, 'js'),
  }))
  const files = [...new Set(places.map(({ file }) => file))]
  const imports = (keyword: string) =>
    files.map((file, index) => `${keyword} * as m${index} from './contract/${file}'`)
  const own = [
    `export { ApiFailure, createClient } from './client/api.js'`,
    `export { records } from './client/records.js'`,
    `export { retrying } from './client/retrying.js'`,
    `export { uploadFile, uploadOf } from './client/upload.js'`,
  ]
  const calls = endpoints.map(
    ({ id, method, path: target, wrapper, plain }) =>
      `export const ${id} = ${JSON.stringify({ method, path: target, wrapper, plain })}`,
  )
  const schemas = places.map(
    ({ id, file, keys }) => `export const ${id} = m${files.indexOf(file)}.${keys.join('.')}`,
  )
  const typesOf = (written: (type: string) => string) =>
    places.map(({ id, file, keys }) => {
      const members = keys.map((key) => `['${key}']`).join('')
      return `export declare const ${id}: ${written(`(typeof m${files.indexOf(file)})${members}`)}`
    })
  const ownTypes = [
    `export type { Callable, CallOptions, Client, ClientOptions, Paging } from './client/api.js'`,
    `export type { RetryOptions } from './client/retrying.js'`,
    `export type { UploadSource } from './client/upload.js'`,
    `type Call<E extends { method: unknown; path: unknown }> =`,
    `  Pick<E, keyof E & ('method' | 'path' | 'wrapper' | 'plain')> & Partial<Pick<E, keyof E & ('body' | 'data' | 'query')>>`,
  ]
  const write = (name: string, lines: string[]) => writeFile(path.join(folder, name), `${lines.join('\n')}\n`)
  await write('index.js', [...own, ...calls])
  await write('index.d.ts', [...imports('import type'), ...own, ...ownTypes, ...typesOf((type) => `Call<${type}>`)]) // oxfmt-ignore
  await write('contract.js', [...imports('import'), ...schemas])
  await write('contract.d.ts', [...imports('import type'), ...typesOf((type) => type)])
}

function run(command: string, given: string[], cwd = root): string {
  const { status, stdout } = spawnSync(command, given, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${command} ${given.join(' ')} ended with ${status}:\n${stdout}`)
  return stdout
}
