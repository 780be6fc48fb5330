import { expect, test } from 'vitest'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import { pruneSettings, questionOf } from './pruning.ts'

function afterDryRun(prune: object): ImportRecord {
  const counted = { active: 2000, not_in_file: 0, is_over_limit: false, pruned: 0, left_alone: 0, ...prune }
  // Only what is asked of it.
  return { not_in_file: 'deactivate', stats: { prune: counted } } as ImportRecord
}

test('a person is asked with the figures of the dry run, and the answer is no unless it is given', () => {
  expect(questionOf(afterDryRun({ not_in_file: 12 }))).toEqual({
    text: 'Import the file, and deactivate 12 of 2,000 active subscribers of the list, who are not in it?',
    isYesByDefault: false,
  })
  const many = questionOf(afterDryRun({ not_in_file: 1200, is_over_limit: true }))
  expect(many.text).toMatch(
    /^That is more than 10% of them\. Is the file complete\?\n.* deactivate 1,200 of 2,000 /,
  )
  expect(questionOf(afterDryRun({})).isYesByDefault).toBe(true)
})

test('a limit that was given binds, and the sentence says how to go on', () => {
  const over = afterDryRun({ not_in_file: 12, is_over_limit: true })
  expect(() => questionOf(over, '0.5%')).toThrow(/more than --prune-limit 0\.5% allows.*--prune-limit 12\.$/)
  expect(() => pruneSettings({ pruneLimit: 5 })).toThrow('--not-in-file')
})
