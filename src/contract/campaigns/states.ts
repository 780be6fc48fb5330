/** Specification, section 3; diagram in docs/lifecycles.md. Pause is a flag beside the state. */
export const campaignStates = ['idle', 'scheduled', 'sending', 'finished', 'failed', 'cancelled'] as const
export type CampaignState = (typeof campaignStates)[number]

/** The database enforces the same table (migrations/011, campaign_may_become). */
export const campaignMayBecome: Record<CampaignState, readonly CampaignState[]> = {
  idle: ['scheduled', 'cancelled'],
  scheduled: ['idle', 'sending', 'failed', 'cancelled'],
  sending: ['finished', 'failed', 'cancelled'],
  finished: [],
  failed: [],
  cancelled: [],
}

export const stateDescriptions: Record<CampaignState, string> = {
  idle: 'Step 1: Pending',
  scheduled: 'Step 2: Scheduled',
  sending: 'Step 3: Sending',
  finished: 'Step 4: Finished',
  failed: 'Step 4: Failed',
  cancelled: 'Step 4: Cancelled',
}

type Change = {
  current: CampaignState
  /** Whether segment, contents, delivery settings and begin time are set. */
  wasComplete: boolean
  isComplete: boolean
  wanted: 'idle' | 'scheduled' | undefined
  isTimeGiven: boolean
}

/** Scheduled once complete, unless idle was requested. A complete idle campaign waits for a state or a time. */
export function unstartedState(change: Change): 'idle' | 'scheduled' {
  const { current, wasComplete, isComplete, wanted, isTimeGiven } = change
  if (!isComplete || wanted === 'idle') return 'idle'
  return wanted === 'scheduled' || isTimeGiven || !wasComplete || current === 'scheduled'
    ? 'scheduled'
    : 'idle'
}

type Content = { format: 'html' | 'text' | 'both'; html: string; text: string }

/** With both formats, the text can be generated from the HTML. */
export function hasContent(contents: readonly Content[]): boolean {
  return (
    contents.length > 0 &&
    contents.every(({ format, html, text }) => (format === 'text' ? text : html).trim() !== '')
  )
}

export const campaignParts = ['segment', 'content', 'from_email', 'begins_at'] as const
export type CampaignPart = (typeof campaignParts)[number]

type Parts = {
  segmentation_criteria_id: number | null
  segmentation_criteria_remote_sql: string | null
  has_dispatch: boolean
  from_email: string
  begins_at: Date | null
}

/** @param inherited the default of the From address. */
export function missingParts(parts: Parts, contents: readonly Content[], inherited = ''): CampaignPart[] {
  const { has_dispatch: hasDispatch, from_email: fromEmail, begins_at: beginsAt } = parts
  const has: Record<CampaignPart, boolean> = {
    segment: (parts.segmentation_criteria_id ?? parts.segmentation_criteria_remote_sql) !== null,
    content: hasContent(contents),
    from_email: (hasDispatch ? fromEmail : inherited) !== '',
    begins_at: hasDispatch && beginsAt !== null,
  }
  return campaignParts.filter((part) => !has[part])
}
