import type { reasonForms } from '../../../src/contract/values/said/reasons.ts'
import type { Template } from '../../design/figures.ts'

/** Why something waits or has failed. English is what the server says. */
export const reasonWords = {} as Record<keyof typeof reasonForms, Template> &
  Partial<Record<string, Template>>
