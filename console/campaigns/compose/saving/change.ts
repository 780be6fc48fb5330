import type { z } from 'zod'
import type { campaignSchema } from '../../../../src/contract/campaigns/endpoints.ts'
import type { ContentLanguage } from '../../../../src/contract/campaigns/language.ts'
import type { AttachmentRecord } from '../../../../src/contract/resources/attachments.ts'
import type { BlockDocument } from '../../../../src/contract/blocks/document.ts'

export type Campaign = z.output<typeof campaignSchema>

export type DraftContent = {
  name: string
  language: ContentLanguage
  subject: string
  format: 'html' | 'text' | 'both'
  html: string
  text: string
  document: BlockDocument | null
  attachments: AttachmentRecord[]
}

export type Edit = (changes: Partial<DraftContent>) => void

/** What the steps change. The dispatch and the segment are sent only when they were changed. */
export type DraftChange = {
  name?: string
  contents?: DraftContent[]
  segmentation_criteria_id?: number
  segmentation_criteria_ad_hoc?: unknown[]
  segmentation_criteria_remote_sql?: string | null
  dispatch_attributes?: Record<string, string | number | boolean | null>
}

/** `kept`: on the server, beside what is scheduled. */
export type SaveState = 'saved' | 'kept' | 'waiting' | 'saving' | 'conflict' | 'failed'

/** What the server keeps beside a scheduled campaign. */
export type Beside = { changes: Record<string, unknown>; updated_at: string }

export type Saved = {
  /** As it was last saved or seen. */
  campaign: Campaign
  /** What somebody else saved meanwhile, and who. */
  theirs: Campaign | null
  who: string
  state: SaveState
  error: unknown
  /** Typed and not saved: what is on its way, and what came after it. */
  sending: DraftChange
  waiting: DraftChange
  /** As it was last kept or seen on the server. */
  beside: Beside | null
  /** What somebody else has kept there meanwhile. */
  theirBeside: Beside | null
}

export type Calls = {
  show: () => Promise<Campaign>
  update: (body: object, expectedUpdatedAt: string) => Promise<Campaign>
  showBeside: () => Promise<Beside | null>
  keepBeside: (changes: object, expectedUpdatedAt: string) => Promise<Beside>
  dropBeside: () => Promise<void>
  /** Makes the campaign what is beside it. */
  schedule: (expectedUpdatedAt: string) => Promise<Campaign>
  /** For whatever else shows the campaign. */
  keep: (campaign: Campaign) => void
  askAgain: () => void
}

export function merged(before: DraftChange, changes: DraftChange): DraftChange {
  const { dispatch_attributes: dispatch } = changes
  const together = { ...before.dispatch_attributes, ...dispatch }
  return { ...before, ...changes, ...(dispatch === undefined ? {} : { dispatch_attributes: together }) }
}

/** A draft stays a draft until it is sent; what is scheduled stays so. */
export function bodyOf(
  { contents, dispatch_attributes: dispatch, ...changes }: DraftChange,
  { dispatch: now }: Campaign,
) {
  const isDraft = now === undefined || now.state === 'idle'
  const attributes = isDraft ? { state: 'idle', ...dispatch } : dispatch
  return {
    ...changes,
    ...(contents === undefined ? {} : { contents: contents.map(inputOf) }),
    ...(attributes === undefined ? {} : { dispatch_attributes: attributes }),
  }
}

/** A document makes the parts, so they do not go with it. */
export function inputOf(content: DraftContent) {
  const { name, language, subject, format, html, text, document, attachments } = content
  const written = { name, language, subject, format, attachments: attachments.map(recordOf) }
  return document === null ? { ...written, html, text } : { ...written, document }
}

/** In one order, so that two of them can be compared as texts. The names are for what is kept beside a scheduled campaign. */
function recordOf({ id, filename, content_type, size_bytes }: AttachmentRecord): AttachmentRecord {
  return { id, filename, content_type, size_bytes }
}

export function contentsOf(campaign: Campaign): DraftContent[] {
  return campaign.campaign_contents.map(({ id: _id, ...content }) => content)
}
