import { AppError, invalid } from '../../contract/api/errors.ts'
import type { MessageInput } from '../../contract/messages/input.ts'

type Given = Pick<MessageInput, 'subject' | 'html' | 'text' | 'document' | 'template_id'>

/** A content that cannot be read names its part; the caller learns which field that is. */
export function atField<Result>(given: Given, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError) || error.errors.length > 0) throw error
    const [, part = '', problem = ''] = /^In the (HTML|text|subject), (.*)$/s.exec(error.message) ?? []
    const path = fieldOf(given, part)
    throw path === null ? error : invalid(error.message, [{ path, problem }])
  }
}

function fieldOf({ subject, text, document, template_id: templateId }: Given, part: string): string | null {
  if (part === '') return null
  if (part === 'subject' && subject !== undefined) return 'subject'
  if (templateId !== undefined) return 'template_id'
  if (part === 'subject') return null
  if (document !== undefined && document !== null) return 'document'
  // Without a text of its own, it is made of the HTML.
  return part === 'text' && text !== undefined && text.trim() !== '' ? 'text' : 'html'
}
