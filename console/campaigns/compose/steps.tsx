import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { showCampaign, updateCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { showCampaignDraft } from '../../../src/contract/campaigns/drafts.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization, useZone } from '../../app/places.ts'
import { comma, instant } from '../../design/figures.ts'
import { Page } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { composeWords as words } from '../../words/compose.ts'
import { stageOf } from '../data.ts'
import { DeleteButton } from '../delete.tsx'
import { State } from '../state.tsx'
import { useSession } from '../../app/session.tsx'
import { useDraft, type Draft } from './draft.ts'
import type { Beside, Campaign } from './saving/change.ts'
import { needsTime } from '../untimed.ts'
import './sheet.css'

export const steps = ['whom', 'what', 'how', 'when', 'check'] as const
export type Step = (typeof steps)[number]

type StepProps = { step: Step; children: (draft: Draft) => ReactNode }

/** The frame of a step: the list of steps, what is missing, and whether it is saved. */
export function StepPage({ step, children }: StepProps) {
  const id = useIdParam('campaign')
  const campaign = useCall(showCampaign, { params: { id }, query: {} })
  const beside = useCall(showCampaignDraft, { params: { id } })
  return (
    <Answered of={campaign}>
      {({ data }) => (
        <Answered of={beside}>
          {({ data: kept }) => (
            <OneStep key={id} step={step} first={data} beside={kept}>
              {children}
            </OneStep>
          )}
        </Answered>
      )}
    </Answered>
  )
}

function OneStep({ step, first, beside, children }: StepProps & { first: Campaign; beside: Beside | null }) {
  const draft = useDraft(first, beside)
  const at = useInOrganization()
  const may = useMay()
  const { state: session } = useSession()
  const { campaign } = draft
  const state = campaign.dispatch?.state ?? 'idle'
  const isOpen = (state === 'idle' || state === 'scheduled') && may(updateCampaign)
  const parent = { title: words.campaigns, to: at('/campaigns') }
  return (
    <Page
      title={campaign.name}
      aside={<Saving draft={draft} />}
      parent={parent}
      actions={<DeleteButton campaign={campaign} />}
    >
      <Steps campaign={campaign} current={step} draft={draft} />
      {draft.state === 'conflict' && <Conflict draft={draft} />}
      {draft.state === 'failed' && session === 'open' && (
        <Failure error={draft.error} again={() => void draft.flush()} />
      )}
      {state === 'scheduled' && <Scheduled draft={draft} isOpen={isOpen} />}
      {isOpen ? (
        children(draft)
      ) : (
        <Group>
          <Text>{words.locked(state)}</Text>
          {campaign.dispatch?.started_at != null && (
            <Anchor component={Link} href={at(`/campaigns/${campaign.id}/live`)}>
              {words.seeSending}
            </Anchor>
          )}
        </Group>
      )}
    </Page>
  )
}

/** What leaves at its time is what was scheduled last; a change stays a draft beside it until it is scheduled again. */
function Scheduled({ draft, isOpen }: { draft: Draft; isOpen: boolean }) {
  const zone = useZone()
  const may = useMay()
  const at = useInOrganization()
  const [, go] = useLocation()
  const [isWorking, setWorking] = useState(false)
  const { scheduledFor: begins, state } = draft
  const isChanged = state !== 'saved'
  const again = async () => {
    setWorking(true)
    const isDone = await draft.scheduleAgain()
    setWorking(false)
    if (isDone) go(at(`/campaigns/${draft.campaign.id}/check`))
  }
  const note = begins === null ? '' : instant(begins, zone)
  return (
    <Alert variant="outline" color="var(--quiver-info)">
      <Group justify="space-between">
        <Text>{isChanged ? words.changedNote(note) : words.scheduledNote(note)}</Text>
        {isOpen && (
          <Group gap="xs">
            {isChanged && state !== 'conflict' && may({ role: 'standard', permission: 'campaign.send' }) && (
              <Button loading={isWorking} onClick={() => void again()}>
                {words.scheduleAgain}
              </Button>
            )}
            {isChanged && (
              <Button variant="default" onClick={() => void draft.discard()}>
                {words.discard}
              </Button>
            )}
            <Button
              variant="default"
              onClick={() => draft.change({ dispatch_attributes: { state: 'idle' } })}
            >
              {words.unschedule}
            </Button>
          </Group>
        )}
      </Group>
    </Alert>
  )
}

/** Answers have times in the zone of the organization. */
function timeOf(at: string): string {
  return at.slice(11, 16)
}

function Saving({ draft: { state, campaign, keptAt } }: { draft: Draft }) {
  const { dispatch } = campaign
  if (dispatch?.started_at != null) return <State stage={stageOf(campaign)} />
  const text = {
    saved: words.saved(timeOf(campaign.updated_at)),
    kept: words.kept(timeOf(keptAt ?? campaign.updated_at)),
    waiting: words.unsaved,
    saving: words.saving,
    conflict: words.unsaved,
    failed: words.unsaved,
  }[state]
  return (
    <span role="status">{`${dispatch?.state === 'scheduled' ? '' : `${words.draft}${comma}`}${text}`}</span>
  )
}

function Conflict({ draft }: { draft: Draft }) {
  const { at, who } = draft.theirs
  const title = words.conflict(who, timeOf(at))
  return (
    <Alert role="alert" variant="outline" color="var(--quiver-warning)" title={title}>
      <Text mb="xs">{words.conflictText}</Text>
      <Group>
        <Button variant="default" onClick={draft.takeTheirs}>
          {words.takeTheirs}
        </Button>
        <Button variant="default" onClick={draft.keepMine}>
          {words.keepMine}
        </Button>
      </Group>
    </Alert>
  )
}

/** Complete or not, by what the server says is missing. */
export function isDone(step: Step, { id, missing, dispatch }: Campaign): boolean {
  const part = { whom: 'segment', what: 'content', how: 'from_email' } as const
  if (step === 'check') return dispatch?.state === 'scheduled'
  // Without a time it goes as soon as it is sent.
  if (step === 'when') return !needsTime(id)
  return !missing.includes(part[step])
}

function Steps({ campaign, current, draft }: { campaign: Campaign; current: Step; draft: Draft }) {
  const at = useInOrganization()
  const may = useMay()
  // Other users see recipients, settings and time; content and check open only for users who may write.
  const offered = steps.filter((step) => may(updateCampaign) || (step !== 'what' && step !== 'check'))
  return (
    <nav aria-label={words.steps.label}>
      <Group className="compose-steps">
        {offered.map((step) => {
          const done = isDone(step, campaign)
          const Icon = done ? IconCircleCheck : IconCircleDashed
          return (
            <Anchor
              key={step}
              component={Link}
              href={at(`/campaigns/${campaign.id}/${step}`)}
              aria-current={step === current ? 'step' : undefined}
              fw={step === current ? 600 : 400}
              underline={step === current ? 'always' : 'hover'}
              onClick={() => void draft.flush()}
            >
              <Group gap={6} component="span" wrap="nowrap">
                <Icon size={18} stroke={1.75} aria-label={done ? words.stepDone : words.stepMissing} />
                {words.steps[step]}
              </Group>
            </Anchor>
          )
        })}
      </Group>
    </nav>
  )
}

/** The way on: the one filled button of a step. */
export function Onward({ step, draft }: { step: Exclude<Step, 'check'>; draft: Draft }) {
  const at = useInOrganization()
  const next = steps[steps.indexOf(step) + 1] ?? 'check'
  return (
    <Group>
      <Button
        component={Link}
        href={at(`/campaigns/${draft.campaign.id}/${next}`)}
        onClick={() => void draft.flush()}
      >
        {words.next(words.steps[next])}
      </Button>
    </Group>
  )
}
