import { ApiFailure } from '../../src/client/api.ts'
import { staleOf } from '../app/reach/guard.ts'
import type { FieldError } from '../../src/contract/api/errors.ts'
import type { Said } from '../../src/contract/values/said/reader.ts'
import { refusalWords as words } from '../words/session/refusals.ts'
import { comma, fullStop, language, say } from './figures.ts'

export type FailureKind =
  | 'offline'
  | 'forbidden'
  | 'stale'
  | 'missing'
  | 'busy'
  | 'later'
  | 'server'
  | 'refused'

export function kindOf(error: unknown): FailureKind {
  if (!(error instanceof ApiFailure)) return 'offline'
  if (error.code === 'not_found') return 'missing'
  if (error.code === 'not_authorized') return 'forbidden'
  if (staleOf(error) !== null) return 'stale'
  if (error.status === 429) return 'busy'
  if (error.code !== 'internal_error') return 'refused'
  // The sentence about an unexpected fault holds the request id and nothing else: the others say what to do.
  const isUnexpected = error.requestId === null || error.message.includes(error.requestId)
  return isUnexpected ? 'server' : 'later'
}

/** The server's sentences in the language of the page, with a capital and a full stop. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const stale = staleOf(error)
  // The zone of the organization, in which answers have their times.
  if (stale !== null) return `${stale.who}${comma}${stale.at.slice(11, 16)}`
  if (!(error instanceof ApiFailure)) return sentenceOf(error.message)
  if (error.errors.length > 0) return error.errors.map(ofField).join(' ')
  return sentenceOf(error.said === null ? error.message : inLanguage(error.said, error.message))
}

/** What is wrong with a field, to stand below it. */
export function problemOf({ problem, code, parameters = {} }: Omit<FieldError, 'path'>): string {
  return sentenceOf(code === undefined ? problem : inLanguage({ code, parameters }, problem))
}

/** What is wrong with a cell or a row of a file, without a full stop. @param title of its column; '': of the whole row */
export function cellProblem(
  title: string,
  { problem, code, parameters = {} }: Omit<FieldError, 'path'>,
): string {
  if (code === undefined || words.forms[code] === undefined) return problem
  const said = inLanguage({ code, parameters }, problem)
  return title === '' ? said : words.field(title, said)
}

function ofField({ path, problem, code, parameters = {} }: FieldError): string {
  const said = code === undefined ? problem : inLanguage({ code, parameters }, problem)
  const attribute = path.split('.').findLast((part) => /^[a-z]/.test(part))
  if (attribute === undefined) return sentenceOf(said)
  return sentenceOf(words.field(words.names[attribute] ?? attribute.replaceAll('_', ' '), said))
}

function inLanguage({ code, parameters }: Said, sentence: string): string {
  const template = words.forms[code]
  return template === undefined ? sentence : say(template, parameters)
}

function sentenceOf(message: string): string {
  const text = message.trim()
  if (text === '') return ''
  return `${text.charAt(0).toLocaleUpperCase(language)}${text.slice(1)}${/[.!?。]$/.test(text) ? '' : fullStop}`
}
