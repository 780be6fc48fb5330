import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { auditWords } from '../../../console/words/audit-events.ts'

test('every kind of event in the table of docs/administration.md has words of its own', async () => {
  const text = await readFile(new URL('../../../docs/administration.md', import.meta.url), 'utf8')
  const [, table = ''] = text.split('| Subject ')
  const kinds = table.split('\n').flatMap((line) => {
    const [, subjects = '', names = ''] = line.split('|')
    const found = (cell: string) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name ?? '')
    return found(subjects).flatMap((subject) => found(names).map((name) => subject + name))
  })
  expect(kinds.length).toBeGreaterThan(50)
  expect(kinds.filter((kind) => !(kind in auditWords.kinds))).toEqual([])
})
