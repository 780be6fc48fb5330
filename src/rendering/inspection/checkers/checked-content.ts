import type { BlockDocument } from '../../../contract/blocks/document.ts'
import type { Finding } from '../../../contract/campaigns/check.ts'
import type { MessageBody, MessageContent } from '../../../contract/campaigns/message-content.ts'

export type CheckedContent = {
  /** As it is stored, with its codes. */
  body: MessageBody
  /** null: it was not made of blocks. */
  document: BlockDocument | null
  message: Pick<MessageContent, 'organization' | 'fields' | 'source'>
  /** Of the HTML as one subscriber gets it. */
  htmlBytes: number
}

export type Problem = Pick<Finding, 'kind' | 'code' | 'sentence'>

/** Looks at one content of a message, without asking or sending anything. */
export type ContentChecker = (content: CheckedContent) => Problem[]
