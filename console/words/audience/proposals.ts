import type { optOutMeanings, proposalForms } from '../../../src/contract/values/said/proposals.ts'
import type { Template } from '../../design/figures.ts'

/** Why a column of a file is taken for what it is. */
export const proposalWords = {
  /** Otherwise English is what the server says. */
  forms: {
    called: 'The column is called so.',
    near: '“{header}” is “{field}” in another spelling.',
    synonym: '“{header}” is another word for “{field}”.',
  } as Partial<Record<keyof typeof proposalForms, Template>>,
  meanings: {} as Partial<Record<keyof typeof optOutMeanings, string>>,
}
