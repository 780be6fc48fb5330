import { describe, expect, test } from 'vitest'
import { findBreaches } from '../../scripts/house-rules.ts'

const breachesOf = (path: string, text: string) =>
  findBreaches([{ path, text }], ['zod', 'fastify', '@scope/pack'])

describe('the house refuses', () => {
  test.each([
    [
      'a store that looks into http',
      'src/store/x.ts',
      "import { a } from '../http/a.ts'",
      'may not look into http',
    ],
    [
      'http that looks into a verb',
      'src/http/x.ts',
      "import { a } from '../importing/run.ts'",
      'into importing',
    ],
    [
      'a verb that looks into http',
      'src/importing/x.ts',
      "import type { A } from '../http/a.ts'",
      'into http',
    ],
    [
      'a look from a deeper folder',
      'src/database/embedded/x.ts',
      "import { a } from '../../store/a.ts'",
      'into store',
    ],
    ['a dynamic look', 'src/http/x.ts', "await import('../importing/run.ts')", 'into importing'],
    ['a look for the sake of an effect', 'src/store/x.ts', "import '../http/a.ts'", 'into http'],
    [
      'anybody but the command line that looks into server',
      'src/http/x.ts',
      "import { a } from '../server/start.ts'",
      'into server',
    ],
    [
      'a command line that looks into the engine',
      'src/cli/x.ts',
      "import { a } from '../importing/run.ts'",
      'into importing',
    ],
    [
      'a product that imports its tests',
      'src/http/x.ts',
      "import { a } from '../../test/a.ts'",
      'not part of the product',
    ],
    ['Node in the contract', 'src/contract/x.ts', "import { isIP } from 'node:net'", 'browsers do not have'],
    [
      'a package of tests in the product',
      'src/http/x.ts',
      "import a from 'csv-parse/sync'",
      'csv-parse, which is not installed',
    ],
    ['a room that nobody knows', 'src/shed/x.ts', '', 'in no room'],
    ['SQL in a handler', 'src/http/x.ts', 'await sql<Row[]>`select 1`', 'holds SQL'],
    ['SQL behind another tag', 'src/importing/x.ts', 'await database`\n    update x set y = 1`', 'holds SQL'],
    [
      'a transaction that a handler begins',
      'src/http/x.ts',
      'return sql.begin(async (sql) => sql)',
      'begins a transaction',
    ],
    [
      'a comment that asks for a transaction',
      'src/store/x.ts',
      ' * Finds rows. Run it in a transaction.',
      'asks for a transaction in words',
    ],
    ['an action that looks into http', 'src/actions/x.ts', "import { a } from '../http/a.ts'", 'into http'],
    [
      'an upkeep that looks into a verb',
      'src/upkeep/x.ts',
      "import { a } from '../sending/run.ts'",
      'into sending',
    ],
    [
      'a query that a handler reads',
      'src/http/x.ts',
      'const { name } = request.query',
      'reads a query by hand',
    ],
    ['a parameter read by hand', 'src/http/x.ts', "const text = call.query['name']", 'reads a query by hand'],
    ['a folder too deep', 'src/http/a/b/x.ts', '', 'more than 2 folders'],
    ['a file of odds and ends', 'src/http/utils.ts', '', 'says nothing'],
    ['a barrel', 'src/http/x.ts', "export * from './a.ts'", 'passes on everything'],
    ['work left undone', 'test/x.ts', '// TO\u0044O: later', 'do it'],
    ['a type check switched off', 'bench/x.ts', '// @ts-\u0069gnore', 'do it'],
  ])('%s', (_what, path, text, words) => {
    expect(breachesOf(path, text)).toEqual([expect.stringContaining(words)])
  })
})

describe('the house allows', () => {
  test.each([
    ['a look the right way', 'src/http/x.ts', "import { a } from '../store/a.ts'"],
    ['a look around the own room', 'src/database/embedded/x.ts', "import { a } from '../connection.ts'"],
    [
      'a command line that reads CSV',
      'src/cli/import/x.ts',
      "import { a } from '../../importing/csv/utf8.ts'",
    ],
    ['packages of the product', 'src/http/x.ts', "import a from 'fastify'\nimport b from '@scope/pack/part'"],
    ['a query as its schema parsed it', 'src/http/x.ts', 'const { name } = call.query; use(call.query.name)'],
    ['the reader of queries', 'src/http/route/x.ts', 'request.query'],
    ['SQL in the store', 'src/store/x.ts', 'await sql`select 1`'],
    ['everything in a test', 'src/store/x.test.ts', "import { a } from '../http/a.ts'\nawait sql`select 1`"],
    ['a template that begins like SQL', 'src/http/x.ts', '`${a}` + `select one of ${b}`'],
    ['words behind a template', 'src/http/x.ts', '`x${a}d` with `y`'],
  ])('%s', (_what, path, text) => {
    expect(breachesOf(path, text)).toEqual([])
  })
})

test('a breach is found at its line', () => {
  expect(breachesOf('src/store/x.ts', "\n\nimport { a } from '../http/a.ts'\n")[0]).toMatch(
    /^src\/store\/x\.ts:3 /,
  )
})
