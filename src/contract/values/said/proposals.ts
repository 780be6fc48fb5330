import { readerOf } from './reader.ts'

/** What the cells of a column of opt-outs mean. */
export const optOutMeanings = {
  flag: 'yes means that the person has left',
  filled: 'a filled cell means that the person has left',
  refused: 'each refusal means that the person has not agreed',
  consent: 'everything but a yes means that the person has not agreed',
  unconfirmed: 'no means that the person has not confirmed or is not active',
  words: 'each word has its status',
  codes: 'one code means that the person is active, the others may mean that the person has left',
} as const

/** Why an inspection proposes what it does, for clients that say it in another language. The first form that fits counts. */
export const proposalForms = {
  would_fail: '{reason} {#number} of the {#all} filled cells that were read would fail, such as "{cell}".',
  called: 'The column is called {field}.',
  near: '"{header}" is {field} in another spelling.',
  synonym: '"{header}" is another word for {field}.',
  options: 'All cells are options of {field}.',
  addresses: 'The cells are email addresses.',
  proof: 'An export wrote it as proof of a consent. Only web forms make proofs; an import cannot.',
  empty: 'No cell that was read is filled.',
  left_out_before: 'Import {import} left this column out.',
  before: 'Import {import} had this meaning.',
  mostly:
    'No field of the list fits; a new one would: {#number} of the {#all} cells that were read are {what}.',
  few: 'No field of the list fits; a new one would: too few cells were read for anything but text.',
  fresh: 'No field of the list fits; a new one would: {why}.',
  opt_out_doubt: '"{header}" looks like an opt-out: {how}. "{cell}" is not a known word.',
  opt_out: '"{header}" looks like an opt-out: {how}.',
  opt_out_of_doubt: '"{header}" is {product}\'s column of opt-outs: {how}. "{cell}" is not a known word.',
  opt_out_of: '"{header}" is {product}\'s column of opt-outs: {how}.',
  left: '{column} has cells such as "{cell}", which mean that the person has left.',
} as const

export const readProposal = readerOf(proposalForms)
