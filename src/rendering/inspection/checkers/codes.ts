import { writtenPart } from '../../conditional.ts'
import { findUnknownCodes } from '../unknown-codes.ts'
import type { ContentChecker } from './checked-content.ts'

export const checkCodes: ContentChecker = ({ body, message: { fields } }) => {
  const found = (['subject', 'html', 'text'] as const).flatMap((part) =>
    findUnknownCodes(writtenPart(body, part), fields, body.language),
  )
  const unique = [...new Map(found.map((one) => [one.code, one])).values()]
  return unique.map(({ code, meant }) => ({
    kind: 'warn',
    code: 'unknown_code',
    sentence: `${code} is not a known code and stays in the message as it is.${meant === null ? '' : ` Did you mean ${meant}?`}`,
  }))
}
