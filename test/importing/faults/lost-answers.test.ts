import { test } from 'vitest'
import { surviveLostAnswers } from '../../harness/importing/lost-answers.ts'

/** R7: a worker that cannot know whether its commit succeeded repeats nothing and leaves nothing out. */

test('20 commits whose answer is lost neither lose nor repeat a row', () => surviveLostAnswers(20))
