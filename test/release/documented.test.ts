import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archivedPackage } from '../../scripts/archived.mjs'
import { quiver } from '../harness/core/command.ts'
import { root } from '../harness/core/embedded.ts'

/** `[name, text]` of the documents in a release, and of those that only a checkout has. */
async function documents(): Promise<[name: string, text: string][]> {
  const inDocs = (await readdir(path.join(root, 'docs'))).filter((name) => name.endsWith('.md'))
  const names = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'client/README.md', ...inDocs.map((name) => `docs/${name}`)] // oxfmt-ignore
  return Promise.all(
    names.map(async (name) => [name, await readFile(path.join(root, name), 'utf8')] as [string, string]),
  )
}

/** What a document shows as something to type: blocks, and text between backticks. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/```\w*\n([^]*?)```/g)].map(([, block = '']) => block)
  const inline = [...text.replaceAll(/```\w*\n[^]*?```/g, '').matchAll(/`([^`\n]+)`/g)]
  return [...blocks, ...inline.map(([, code = '']) => code)]
}

async function scriptsOf(kind: 'checkout' | 'release'): Promise<string[]> {
  const found = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Parameters<typeof archivedPackage>[0] & { scripts: object } // oxfmt-ignore
  return Object.keys(kind === 'checkout' ? found.scripts : archivedPackage(found).scripts)
}

const operatorsPages = ['docs/operating.md', 'docs/proxy.md']
/** Of these pages, where they speak of sources: a release is made, built or measured. */
const onlyInACheckout = ['build', 'release', 'bench:sending']

test('every npm script of the documents exists, in a release those for operators, too', async () => {
  const [inCheckout, inRelease] = await Promise.all([scriptsOf('checkout'), scriptsOf('release')])
  const missing: string[] = []
  for (const [name, text] of await documents()) {
    const forms = [/\bnpm run (?:--\S+ )*([a-z][a-z:-]*)/g, /\bnpm (start|test)\b/g]
    const named = codeOf(text).flatMap((code) =>
      forms.flatMap((form) => [...code.matchAll(form)].map(([, script = '']) => script)),
    )
    for (const script of named) {
      if (!inCheckout.includes(script)) missing.push(`${name}: ${script}`)
      const isForAll = operatorsPages.includes(name) && !onlyInACheckout.includes(script)
      if (isForAll && !inRelease.includes(script)) missing.push(`${name}, in a release: ${script}`)
    }
  }
  expect(missing).toEqual([])
})

test('every command of quiver that the documents name exists', async () => {
  const { stdout } = await quiver(['--help'])
  const commands = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, command = '']) => command)
  expect(commands).toContain('doctor')
  const form = /(?:npm run quiver -- |quiver-command |main\.js |^(?:\w+=\S+ )*quiver )([a-z][a-z-]+)/gm
  const unknown = (await documents()).flatMap(([name, text]) =>
    codeOf(text)
      .flatMap((code) => [...code.matchAll(form)].map(([, command = '']) => command))
      .filter((command) => !commands.includes(command))
      .map((command) => `${name}: ${command}`),
  )
  expect(unknown).toEqual([])
})

test('the documents run commands beside a unit with quiver-command alone, which reads the settings of the server', async () => {
  const found = (await documents()).flatMap(([name, text]) =>
    codeOf(text)
      .filter((code) => /systemd-run|sudo (?:-u|--user)|\/opt\/quiver\/bin/.test(code))
      .map((code) => `${name}: ${code}`),
  )
  expect(found).toEqual([])
  const named = (await documents()).flatMap(([, text]) =>
    [...text.matchAll(/\/opt\/quiver\/([\w./-]*\w)/g)].map(([, file = '']) => file),
  )
  expect(named).toContain('deploy/quiver-command')
  for (const file of named) expect(existsSync(path.join(root, file)), file).toBe(true)
})

test('a backup of a PostgreSQL of your own that lacks a file is not recorded, however the commands are pasted', async () => {
  const operating = await readFile(path.join(root, 'docs/operating.md'), 'utf8')
  const [block = ''] = [...operating.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, text = '']) =>
    text.includes('record-backup') && text.includes('--file="$backup"') ? [text] : [],
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'data'))
  // In place of the programs: one succeeds, the other one tells that it was called.
  await writeFile(path.join(folder, 'pg_dump'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(path.join(folder, 'quiver'), '#!/bin/sh\necho recorded\n', { mode: 0o755 })
  const paste = () => {
    const env = { PATH: `${folder}:${process.env['PATH']}`, DATA_DIR: path.join(folder, 'data') }
    const lines = block.replace('/var/backups/quiver-', `${folder}/${randomUUID()}-`)
    return spawnSync('sh', [], { input: lines, env, encoding: 'utf8' }).stdout
  }
  await writeFile(path.join(folder, 'data/directory_id'), 'one')
  expect(paste()).toBe('')
  await writeFile(path.join(folder, 'data/secret_key'), 'secret')
  expect(paste()).toBe('recorded\n')
})

test('the sums of docs/scaling.md begin with the figures of docs/benchmarks.md', async () => {
  const [scaling, benchmarks] = await Promise.all(
    ['scaling', 'benchmarks'].map((name) => readFile(path.join(root, `docs/${name}.md`), 'utf8')),
  )
  if (scaling === undefined || benchmarks === undefined) throw new Error('A document is missing.')
  const [, message = '', server = '', database = ''] =
    /a message of a campaign \| (\d+) µs: (\d+) µs the server, (\d+) µs/.exec(scaling) ?? []
  expect(Number(message)).toBe(Number(server) + Number(database))
  const [, least = '', most = '', large = ''] =
    /an imported row +\| ([\d.]+) to ([\d.]+) µs; ([\d.]+) µs/.exec(scaling) ?? []
  const [, messages = '', rows = ''] =
    /cores sent ([\d,]+) messages.* ([\d,]+) rows a second/.exec(scaling) ?? []
  const [, reads = ''] = /an API read +\| ([\d,]+) a second/.exec(scaling) ?? []
  const figures = [`${messages} `, `${server} µs, ${database} µs`, `${least} µs`, `${most} µs`, `${large} µs of CPU`, `${rows} rows/s`, `${reads}/s`] // oxfmt-ignore
  expect(figures.filter((text) => !benchmarks.includes(text))).toEqual([])

  const sums = [
    [`an import of all, ${large} µs a row`, Number(large)],
    [`a message to each, ${message} µs`, Number(message)],
  ] as const
  for (const [row, microseconds] of sums) {
    const cells =
      scaling
        .split('\n')
        .find((line) => line.includes(row))
        ?.split('|') ?? []
    const hours = Number(cells[4]?.replace(/ h/, '').replace(',', ''))
    expect(hours, row).toBeCloseTo((microseconds * 10_000_000_000) / 1e6 / 3600, -1)
  }
})

test('the settings of several machines are settings', async () => {
  const [operating, settings] = await Promise.all(
    ['docs/operating.md', 'docs/settings.md'].map((name) => readFile(path.join(root, name), 'utf8')),
  )
  const [, table = ''] = /Set the same values on every machine[^|]*([^]*?)\n\n/.exec(operating ?? '') ?? []
  const named = table.split('\n').flatMap((line) => {
    const [, firstCell = ''] = line.split('|')
    return [...firstCell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
  })
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => settings?.includes(`\`${name}\``) !== true)).toEqual([])
})

test('the index of decisions names each of them, and no other', async () => {
  const folder = path.join(root, 'docs/decisions')
  const files = (await readdir(folder)).filter((name) => /^\d{3}-.*\.md$/.test(name))
  const index = await readFile(path.join(folder, 'README.md'), 'utf8')
  expect([...index.matchAll(/\]\((\d{3}-[\w-]+\.md)\)/g)].map(([, name]) => name)).toEqual(files.toSorted())
})

test('a decision that code, tests or documents refer to exists', async () => {
  const files = (await readdir(path.join(root, 'docs/decisions'))).filter((name) => name.endsWith('.md'))
  const numbers = files.map((name) => name.slice(0, 3))
  const folders = ['src', 'test', 'console', 'scripts', 'bench', 'migrations', 'deploy', 'docs', '.github']
  const inFolders = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true }))
        .filter((name) => /\.(?:[cm]?[jt]sx?|sql|sh|ya?ml|md)$/.test(name))
        .map((name) => `${folder}/${name}`),
    ),
  )
  const dangling: string[] = []
  for (const file of [...inFolders.flat(), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']) {
    const text = await readFile(path.join(root, file), 'utf8')
    const named = text.matchAll(/decisions?[/ ](\d{3})\b(-[\w-]+\.md)?/gi)
    for (const [whole, number = '', rest] of named)
      if (rest === undefined ? !numbers.includes(number) : !files.includes(number + rest))
        dangling.push(`${file}: ${whole}`)
  }
  expect(dangling).toEqual([])
})
