import { describe, expect, test } from 'vitest'
import { readdir, readFile } from 'node:fs/promises'
import { arrowsUp, arrowsUpMax, findBreaches } from '../../scripts/house-rules.ts'

const breachesOf = (path: string, text: string) =>
  findBreaches([{ path, text }], ['zod', 'fastify', '@scope/pack'])

describe('the house rules reject', () => {
  test.each([
    [
      'a store that imports from http',
      'src/store/x.ts',
      "import { a } from '../http/a.ts'",
      'may not look into http',
    ],
    [
      'a console that imports from the server',
      'console/lists/lists-page.tsx',
      "import { a } from '../../src/store/a.ts'",
      'a client of the API',
    ],
    [
      'http that imports from a verb',
      'src/http/x.ts',
      "import { a } from '../importing/run.ts'",
      'into importing',
    ],
    [
      'a verb that imports from http',
      'src/importing/x.ts',
      "import type { A } from '../http/a.ts'",
      'into http',
    ],
    [
      'an import from a deeper folder',
      'src/database/embedded/x.ts',
      "import { a } from '../../store/a.ts'",
      'into store',
    ],
    ['a dynamic import', 'src/http/x.ts', "await import('../importing/run.ts')", 'into importing'],
    ['an import for its side effect', 'src/store/x.ts', "import '../http/a.ts'", 'into http'],
    [
      'an import from server outside the command line',
      'src/http/x.ts',
      "import { a } from '../server/start.ts'",
      'into server',
    ],
    [
      'a command line that imports from the engine',
      'src/cli/x.ts',
      "import { a } from '../importing/run.ts'",
      'into importing',
    ],
    [
      'product code that imports a test',
      'src/http/x.ts',
      "import { a } from '../../test/a.ts'",
      'not part of the product',
    ],
    ['Node in the contract', 'src/contract/x.ts', "import { isIP } from 'node:net'", 'browsers do not have'],
    [
      'a test package in the product',
      'src/http/x.ts',
      "import a from 'csv-parse/sync'",
      'csv-parse, which is not installed',
    ],
    ['an unknown top-level folder', 'src/shed/x.ts', '', 'in no room'],
    ['SQL in a handler', 'src/http/x.ts', 'await sql<Row[]>`select 1`', 'holds SQL'],
    ['SQL behind another tag', 'src/importing/x.ts', 'await database`\n    update x set y = 1`', 'holds SQL'],
    [
      'a transaction that a handler begins',
      'src/http/x.ts',
      'return sql.begin(async (sql) => sql)',
      'begins a transaction',
    ],
    [
      'a typed transaction that a handler begins',
      'src/http/x.ts',
      'return sql.begin<Row>(async (sql) => sql)',
      'begins a transaction',
    ],
    ...['store', 'rendering', 'outbound', 'files', 'work', 'secrets'].map(
      (room): [string, string, string, string] => [
        `a transaction that ${room} begins`,
        `src/${room}/x.ts`,
        'await database.begin(async (sql) => change(sql))',
        'begins a transaction',
      ],
    ),
    [
      'a transaction with an end that the store begins',
      'src/store/x.ts',
      'await database.beginUntil(signal, async (sql) => change(sql))',
      'begins a transaction',
    ],
    [
      'a comment that asks for a transaction',
      'src/store/x.ts',
      ' * Finds rows. Run it in a transaction.',
      'asks for a transaction in words',
    ],
    ['an action that imports from http', 'src/actions/x.ts', "import { a } from '../http/a.ts'", 'into http'],
    [
      'upkeep that imports from a verb',
      'src/upkeep/x.ts',
      "import { a } from '../sending/run.ts'",
      'into sending',
    ],
    [
      'a handler that reads a query',
      'src/http/x.ts',
      'const { name } = request.query',
      'reads a query by hand',
    ],
    ['a parameter read by hand', 'src/http/x.ts', "const text = call.query['name']", 'reads a query by hand'],
    ['a folder too deep', 'src/http/a/b/c/x.ts', '', 'more than 3 folders'],
    ['a catch-all file', 'src/http/utils.ts', '', 'says nothing'],
    ['a barrel', 'src/http/x.ts', "export * from './a.ts'", 'passes on everything'],
    ['unfinished work', 'test/x.ts', '// TO\u0044O: later', 'do it'],
    ['a type check switched off', 'bench/x.ts', '// @ts-\u0069gnore', 'do it'],
  ])('%s', (_what, path, text, words) => {
    expect(breachesOf(path, text)).toEqual([expect.stringContaining(words)])
  })
})

test.each([
  ['console/lists/fields.css', 'padding-left: 8px;'],
  ['console/lists/fields.css', 'padding: 0 0 16px 32px;'],
  ['console/lists/fields.css', '  left: 0;'],
  ['console/lists/fields.css', 'text-align: right;'],
  ['console/lists/x.tsx', '<Text ml="sm" />'],
  ['console/lists/x.tsx', 'style={{ marginLeft: 8 }}'],
  ['console/lists/x.tsx', '<Text left={0} />'],
])('a side of the page is refused in %s: %s', (path, text) => {
  expect(breachesOf(path, text)).toEqual([expect.stringContaining('names a side')])
})

describe('the house rules allow', () => {
  test.each([
    ['an import in the allowed direction', 'src/http/x.ts', "import { findA } from '../store/a.ts'"],
    [
      'an import inside the same top-level folder',
      'src/database/embedded/x.ts',
      "import { a } from '../connection.ts'",
    ],
    ['a command line that reads CSV', 'src/cli/import/x.ts', "import { a } from '../../files/csv/utf8.ts'"],
    ['packages of the product', 'src/http/x.ts', "import a from 'fastify'\nimport b from '@scope/pack/part'"],
    ['a query parsed by its schema', 'src/http/x.ts', 'const { name } = call.query; use(call.query.name)'],
    ['the reader of queries', 'src/http/route/x.ts', 'request.query'],
    ['SQL in the store', 'src/store/x.ts', 'await sql`select 1`'],
    ...['actions', 'changing', 'exporting', 'importing', 'notifying', 'sending', 'tracking', 'upkeep'].map(
      (room): [string, string, string] => [
        `a transaction that ${room} begins`,
        `src/${room}/x.ts`,
        'await database.begin((sql) => change(sql))',
      ],
    ),
    [
      'a transaction of a store that has a reason',
      'src/store/campaigns/ranges/claims.ts',
      'return everywhere.begin((sql) => take(sql))',
    ],
    ['everything in a test', 'src/store/x.test.ts', "import { a } from '../http/a.ts'\nawait sql`select 1`"],
    ['a template that begins like SQL', 'src/http/x.ts', '`${a}` + `select one of ${b}`'],
    ['words after a template', 'src/http/x.ts', '`x${a}d` with `y`'],
  ])('%s', (_what, path, text) => {
    expect(breachesOf(path, text)).toEqual([])
  })
})

test('a breach is reported with its line', () => {
  expect(breachesOf('src/store/x.ts', "\n\nimport { a } from '../http/a.ts'\n")[0]).toMatch(
    /^src\/store\/x\.ts:3 /,
  )
})

describe('inside store', () => {
  const upward = (count: number) => ({
    path: 'src/store/server/x.ts',
    text: Array.from({ length: count }, (_, n) => `import { a${n} } from '../lists/a${n}.ts'`).join('\n'),
  })

  test('imports run down: of those that run up no more than the known ones', () => {
    expect(findBreaches([upward(10)], [])).toEqual([])
    expect(findBreaches([upward(11)], [])).toContainEqual(
      expect.stringContaining('11 imports inside store run up'),
    )
  })

  test('a type import counts, and one in another file', () => {
    const other = { path: 'src/store/users/y.ts', text: "import type { B } from '../campaigns/b.ts'" }
    expect(findBreaches([upward(10), other], [])).toContainEqual(expect.stringContaining('users/y.ts:1'))
  })

  test('imports run down freely, and inside a folder', () => {
    const below = { path: 'src/store/lists/x.ts', text: upward(11).text.replaceAll('lists', 'server') }
    const beside = { path: 'src/store/lists/x.ts', text: upward(11).text.replaceAll('../lists', './forms') }
    expect(findBreaches([below, beside], [])).toEqual([])
  })

  test('a folder without a floor is refused', () => {
    expect(findBreaches([{ path: 'src/store/attic/x.ts', text: '' }], [])).toEqual([
      expect.stringContaining('no floor'),
    ])
  })

  test('the house as it stands has exactly the known ones: lower the limit with each that goes', async () => {
    const store = new URL('../../src/store/', import.meta.url)
    const names = (await readdir(store, { recursive: true })).filter((name) => name.endsWith('.ts'))
    const files = await Promise.all(
      names.map(async (name) => ({
        path: `src/store/${name}`,
        text: await readFile(new URL(name, store), 'utf8'),
      })),
    )
    expect(arrowsUp(files)).toHaveLength(arrowsUpMax)
  })
})

describe('http takes from store', () => {
  const taking = (names: string) =>
    breachesOf('src/http/x.ts', `import { ${names} } from '../store/lists/rows.ts'`)

  test('no change and no rule: that is an action', () => {
    expect(taking('findMailingList, deleteMailingList')).toEqual([
      expect.stringContaining('takes deleteMailingList from store'),
    ])
    expect(taking('\n  checkName as check,\n')).toEqual([expect.stringContaining('takes checkName')])
  })

  test('look-ups and types', () => {
    expect(taking('findMailingList, countLists, type ListRow')).toEqual([])
  })
})
