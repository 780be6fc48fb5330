import * as fc from 'fast-check'
import { daySeed } from '../night.ts'

// By day only a change of the code can turn a test red; random cases are met at night, where this file is not read.
fc.configureGlobal({ seed: daySeed })
