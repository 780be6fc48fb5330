import { test } from 'vitest'
import { surviveLostAnswers } from '../../harness/importing/lost-answers.ts'

test('200 commits whose answer is lost neither lose nor repeat a row', { timeout: 600_000 }, () =>
  surviveLostAnswers(200),
)
