import { optOutMeanings, readProposal } from '../../../src/contract/values/said/proposals.ts'
import { say } from '../../design/figures.ts'
import { proposalWords } from '../../words/audience/proposals.ts'
import { columnWords } from '../../words/imports.ts'

const names: Partial<Record<string, string>> = columnWords.names
const meanings = Object.entries(optOutMeanings).map(
  ([key, english]) => [english, proposalWords.meanings[key as keyof typeof optOutMeanings]] as const,
)
const meaningOf = new Map<string, string | undefined>(meanings)

/** The server's reason in the language of the page; one that has none of its forms stays as it is. */
export function reasonOf(sentence: string): string {
  const said = readProposal(sentence)
  const template = said === null ? undefined : proposalWords.forms[said.code]
  if (said === null || template === undefined) return sentence
  const { field, reason, how, ...values } = said.parameters
  return say(template, {
    ...values,
    ...(field === undefined ? {} : { field: names[field] ?? field }),
    ...(reason === undefined ? {} : { reason: reasonOf(String(reason)) }),
    ...(how === undefined ? {} : { how: meaningOf.get(String(how)) ?? how }),
  })
}
