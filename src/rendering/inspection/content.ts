import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'
import { codeTable } from '../codes.ts'
import { compileHtml } from '../links.ts'
import type { CheckedContent, ContentChecker, Problem } from './checkers/checked-content.ts'
import { checkCodes } from './checkers/codes.ts'
import { checkLinkAddresses } from './checkers/links.ts'
import { checkParts, checkPictures, checkSize, checkSubject, checkUnsubscribing } from './checkers/message.ts'

import { checkSamples } from './checkers/samples.ts'

/** In the order in which a page shows what they find. */
const checkers: readonly ContentChecker[] = [
  checkSubject,
  checkParts,
  checkLinkAddresses,
  checkSamples,
  checkUnsubscribing,
  checkCodes,
  checkPictures,
  checkSize,
]

/** What can be said of a content without sending or asking anything. */
export function inspectContent(content: CheckedContent): Problem[] {
  return checkers.flatMap((check) => check(content))
}

/** The targets that can be opened: without codes, each once, in their order. */
export function linksOf({ format, html }: MessageBody, fields: MessageContent['fields']): readonly string[] {
  return format === 'text' ? [] : compileHtml(html, codeTable(fields), { links: true, opens: false }).links
}
