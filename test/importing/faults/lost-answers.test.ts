import { test } from 'vitest'
import { surviveLostAnswers } from '../../harness/importing/lost-answers.ts'

/** R7: a worker that cannot know whether its commit was carried out does nothing twice and leaves nothing out. */

test('20 commits whose answer never arrives double nothing and lose nothing', { timeout: 90_000 }, () =>
  surviveLostAnswers(20),
)
