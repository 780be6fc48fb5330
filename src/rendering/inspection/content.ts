import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'
import { compileBody, orProblem } from '../composer.ts'
import type { CheckedContent, ContentChecker, Problem } from './checkers/checked-content.ts'
import { checkCodes } from './checkers/codes.ts'
import { checkLinkAddresses } from './checkers/links.ts'
import {
  checkCarried,
  checkParts,
  checkPictures,
  checkSize,
  checkSubject,
  checkUnsubscribing,
} from './checkers/message.ts'

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
  checkCarried,
  checkSize,
]

/** What can be said of a content without sending or asking anything. */
export function inspectContent(content: CheckedContent): Problem[] {
  return checkers.flatMap((check) => check(content))
}

/** The targets that can be opened: without codes, each once, in their order. */
export function linksOf(body: MessageBody, message: MessageContent): readonly string[] {
  if (body.format === 'text') return []
  const organization = {
    htmlHeader: '',
    htmlFooter: '',
    textHeader: '',
    textFooter: '',
    unsubTagMode: 'default',
  } as const
  const bare = { ...message, organization, tracking: { links: true, opens: false } }
  const read = orProblem(() => compileBody(bare, body))
  return 'problem' in read ? [] : (read.result.html?.links ?? [])
}
