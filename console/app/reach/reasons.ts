import { readReason } from '../../../src/contract/values/said/reasons.ts'
import { reasonWords as words } from '../../words/session/reasons.ts'
import { say } from '../../design/figures.ts'

/** What the server says about something that waits, has failed or is wrong, in the language of the page. */
export function reasonOf(sentence: string): string {
  const said = readReason(sentence)
  const template = said === null ? undefined : words[said.code]
  if (said === null || template === undefined) return sentence
  const { problem } = said.parameters
  // Within a sentence stands another one, such as what was wrong with the recipients.
  return say(template, {
    ...said.parameters,
    ...(typeof problem === 'string' && { problem: reasonOf(problem) }),
  })
}
