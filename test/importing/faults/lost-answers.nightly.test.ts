import { test } from 'vitest'
import { surviveLostAnswers } from '../../harness/importing/lost-answers.ts'

test('200 commits whose answer never arrives double nothing and lose nothing', { timeout: 600_000 }, () =>
  surviveLostAnswers(200),
)
