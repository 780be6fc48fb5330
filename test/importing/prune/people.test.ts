import { describe, expect, test } from 'vitest'
import { anImporter } from '../../harness/importing/whole.ts'
import { wholeNumber } from '../../harness/core/files.ts'
import type { OracleStatus, OracleSubscriber } from '../../harness/oracle/model.ts'

/** `not_in_file`: active subscribers who are not in the file get another status. */

const smallRanges = { rangeSize: { rows: 7, bytes: 1_000_000 } }

function someone(name: string, status: OracleStatus = 'active'): [string, OracleSubscriber] {
  return [`${name}@example.com`, { email: `${name}@example.com`, status, fields: {} }]
}

function people(from: number, to: number): [string, OracleSubscriber][] {
  return Array.from({ length: to - from }, (_, index) => someone(`p${from + index}`))
}

const others = (['unsubscribed', 'bounced', 'scomp', 'deactivated'] as const).map((status) =>
  someone(status, status),
)

describe.each(['deactivate', 'unsubscribe'] as const)('%s', (notInFile) => {
  test('reaches active subscribers who are not in the file, and nobody else', async () => {
    const importer = await anImporter()
    const file = `email\n${people(20, 60)
      .map(([key]) => `${key}\n`)
      .join('')}`
    const before = new Map([...people(0, 50), ...others])
    const { oracle } = await importer.schedule({ file, mapping: ['email'], notInFile }, { before })
    expect(oracle.pruned.size).toBe(20)
    await importer.expectAsOracle(smallRanges)
  })

  test('leaves the people of rows that fail, are skipped or repeated, however they are written', async () => {
    const importer = await anImporter()
    const named = ['"Quoted"', 'UPPER', ' spaced ', 'failed', 'long', 'twice', 'twice', 'Bad quote'].map(
      (name) => name.replaceAll('"', '').trim().replace(' ', '.').toLowerCase(),
    )
    const file = [
      'email,Score',
      '"quoted@example.com",1',
      'UPPER@Example.COM,1',
      '  spaced@example.com\t,1',
      'failed@example.com,many',
      'long@example.com,1,2,3',
      'twice@example.com,1',
      'twice@example.com,2',
      'bad.quote@example.com,"1"x',
      '"o""hara@example.com",1',
      ',1',
      'no address,1',
      'bücher@bücher.example,1',
    ].join('\n')
    const before = new Map([...named.map((name) => someone(name)), ...people(0, 5), ...others])
    const order = { file, mapping: ['email', 'Score'], notInFile, fields: { Score: wholeNumber } }
    const fields = { Score: { field_type: 'number' as const } }
    const { oracle } = await importer.schedule(order, { before, fields })
    expect([...oracle.pruned.keys()]).toEqual(people(0, 5).map(([key]) => key))
    await importer.work(smallRanges)
    const rows = await importer.sql<{ key: string }[]>`
      select key from subscribers where status <> 'active' order by id`
    expect(rows.map(({ key }) => key).toSorted()).toEqual(
      [...people(0, 5), ...others].map(([key]) => key).toSorted(),
    )
  })
})

test('on a list with a primary key field, the file names people by that key', async () => {
  const importer = await anImporter()
  const numbered = (number: number): [string, OracleSubscriber] => [
    String(number),
    { email: `n${number}@example.com`, status: 'active', fields: { Number: number } },
  ]
  const before = new Map([1, 2, 3, 4, 5, 6].map(numbered))
  const file = 'email,Number\nn1@example.com,001\nno address,02\nn4@example.com,3\nn5@example.com,\n'
  const order = { file, mapping: ['email', 'Number'], keyField: 'Number', notInFile: 'deactivate' as const }
  const fields = { Number: { field_type: 'number' as const, required: true } }
  const { oracle } = await importer.schedule(
    { ...order, fields: { Number: wholeNumber } },
    { before, fields },
  )
  expect([...oracle.pruned.keys()]).toEqual(['4', '5', '6'])
  await importer.expectAsOracle(smallRanges)
})

test('a file without rows prunes everybody, if the limit allows it', async () => {
  const importer = await anImporter()
  await importer.schedule(
    { file: 'email\n', mapping: ['email'], notInFile: 'deactivate' },
    { before: new Map(people(0, 30)) },
  )
  const [row] = await importer.expectAsOracle(smallRanges)
  expect(row).toMatchObject({ pruned: 30, prune_active: 30, prune_found: 30 })
})
