import * as fc from 'fast-check'
import { test } from 'vitest'
import { anyFiles, wellFormedFiles } from '../../../test/harness/importing/csv-files.ts'
import { expectAsWritten, expectByTheRules } from '../../../test/harness/importing/csv-oracles.ts'

const runs = { numRuns: 1_000 }

test('1,000 well-formed files read as written and as csv-parse reads them, in chunks of 1 B to 1 MB', () => {
  fc.assert(fc.property(wellFormedFiles, expectAsWritten), runs)
})

test('1,000 files of any bytes read by the rules or have their fault named, in chunks of 1 B to 1 MB', () => {
  fc.assert(fc.property(anyFiles, expectByTheRules), runs)
})
