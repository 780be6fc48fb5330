import { describe, expect, test } from 'vitest'
import { findBreaches } from '../../scripts/house-rules.ts'

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
      'console/lists/all.tsx',
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

describe('the house rules allow', () => {
  test.each([
    ['an import in the allowed direction', 'src/http/x.ts', "import { a } from '../store/a.ts'"],
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
