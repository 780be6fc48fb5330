import { expect, test } from 'vitest'
import { upgradeDocument } from './document.ts'
import { blockDocumentInput } from './schema.ts'

test('older documents are upgraded step by step, and newer ones are left to the schema', () => {
  const steps = [
    (document: Record<string, unknown>) => ({ ...document, second: true }),
    (document: Record<string, unknown>) => ({ ...document, third: document['second'] }),
  ]
  expect(upgradeDocument({ version: 1 }, steps)).toEqual({ version: 3, second: true, third: true })
  expect(upgradeDocument({ version: 2, second: false }, steps)).toEqual({
    version: 3,
    second: false,
    third: false,
  })
  expect(upgradeDocument({ version: 4 }, steps)).toEqual({ version: 4 })
  expect(blockDocumentInput.safeParse({ version: 2 }).success).toBe(false)
})
