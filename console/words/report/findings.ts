import type { findingForms } from '../../../src/contract/values/said/findings.ts'
import type { Template } from '../../design/figures.ts'

/** What a check has found. */
export const findingWords = {
  /** English is what the server says. */
  forms: {} as Record<keyof typeof findingForms, Template> & Partial<Record<string, Template>>,
}
