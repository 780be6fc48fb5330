import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const lines = (count: number, line: string) => `${line}\n`.repeat(count)
const functionOf = (count: number) => `export function long(): void {\n${lines(count - 2, '  step()')}}\n`
const step = 'declare function step(): void\n'
const fileOf = (count: number) => lines(count - 1, '// A line.') + 'export const last = 1\n'
const parameters = (count: number) => {
  const names = Array.from({ length: count }, (_, index) => `p${index}`)
  return `export const sum = (${names.map((name) => `${name}: number`).join(', ')}) => ${names.join(' + ')}\n`
}

/** What breaks a rule, and the file that oxlint has to name. */
const plants: [what: string, rule: string, path: string, text: string][] = [
  [
    'a cycle of two imports',
    'import(no-cycle)',
    'src/cycle/a.ts',
    "import { b } from './b.ts'\nexport const a = () => b\n",
  ],
  [
    'the other half of the cycle',
    'import(no-cycle)',
    'src/cycle/b.ts',
    "import { a } from './a.ts'\nexport const b = () => a\n",
  ],
  [
    'a cycle of type imports',
    'import(no-cycle)',
    'src/types/a.ts',
    "import type { B } from './b.ts'\nexport type A = { b: B }\n",
  ],
  [
    'the other half of the type cycle',
    'import(no-cycle)',
    'src/types/b.ts',
    "import type { A } from './a.ts'\nexport type B = { a: A }\n",
  ],
  ['a fifth parameter', 'eslint(max-params)', 'src/parameters.ts', parameters(5)],
  ['a function of 61 lines', 'eslint(max-lines-per-function)', 'src/function.ts', step + functionOf(61)],
  ['a file of 401 lines', 'eslint(max-lines)', 'src/file.ts', fileOf(401)],
  ['a test of 401 lines', 'eslint(max-lines)', 'src/file.test.ts', fileOf(401)],
  [
    'an explicit any',
    'typescript(no-explicit-any)',
    'src/any.ts',
    'export const same = (value: any) => value\n',
  ],
  [
    'a promise that nobody awaits',
    'typescript(no-floating-promises)',
    'src/floating.ts',
    'declare function work(): Promise<void>\nwork()\n',
  ],
  [
    'a promise that is asked whether it is true',
    'typescript(no-misused-promises)',
    'src/misused.ts',
    'export const isDone = (work: () => Promise<boolean>) => (work() ? 1 : 2)\n',
  ],
  [
    'text in the markup of the console',
    'react(jsx-no-literals)',
    'console/page.tsx',
    'export const Page = () => <p>Some words</p>\n',
  ],
]

/** At the limit of each rule, and tests, which may have long functions. */
const sound: Record<string, string> = {
  'src/sound/parameters.ts': parameters(4),
  'src/sound/function.ts': step + functionOf(60),
  'src/sound/file.ts': fileOf(400),
  'src/sound/uses.ts': "import { sum } from './parameters.ts'\nexport const three = () => sum(1, 2, 3, 4)\n",
  'src/sound/long.test.ts': step + functionOf(61) + parameters(5),
  'test/long.ts': step + functionOf(61) + parameters(5),
  'console/sound.tsx': "export const Page = () => <p>{'words'}</p>\n",
}

type Report = { code: string; filename: string }
let folder: string
let reports: Report[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quiver-lint-'))
  // The configuration names folders from where it lies.
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  const options = { strict: true, target: 'es2023', module: 'nodenext', noEmit: true }
  write('tsconfig.json', JSON.stringify({ compilerOptions: options }))
  for (const [, , path, text] of plants) write(path, text)
  for (const [path, text] of Object.entries(sound)) write(path, text)
  reports = lint()
})

afterAll(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** As `npm run check:lint` does. */
function lint(): Report[] {
  const args = ['--type-aware', '-c', '.oxlintrc.json', '--format', 'json']
  const bin = join(root, 'node_modules/.bin')
  // It looks for its companion with the types in PATH.
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
  const { stdout, stderr } = spawnSync(join(bin, 'oxlint'), args, { cwd: folder, env, encoding: 'utf8' })
  if (stderr !== '') throw new Error(stderr)
  const { diagnostics }: { diagnostics: Report[] } = JSON.parse(stdout)
  return diagnostics
}

const rulesOf = (path: string) => reports.filter(({ filename }) => filename === path).map(({ code }) => code)

describe('the linter rejects', () => {
  test.each(plants)('%s by %s', (_what, rule, path) => {
    expect(rulesOf(path)).toEqual([rule])
  })
})

test('the linter allows what is at the limit of each rule', () => {
  for (const path of Object.keys(sound)) expect(rulesOf(path), path).toEqual([])
})
