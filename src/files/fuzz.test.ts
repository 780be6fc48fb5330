import { test } from 'vitest'
import { surviveFiles } from '../../test/harness/fuzz/files.ts'

test('files that were changed anywhere are read, or refused in a sentence, within their bounds', () =>
  surviveFiles(1_500))
