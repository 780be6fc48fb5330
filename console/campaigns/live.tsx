import { Alert, Anchor, Button, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconHourglass, IconPlayerPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { listOwnCreditLedger } from '../../src/contract/accounting/credit-ledger.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '../../src/contract/campaigns/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useIdParam, useInOrganization, useZone } from '../app/places.ts'
import { instant } from '../design/figures.ts'
import { duration } from '../words/audience/amounts.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { reasonOf } from '../app/reach/reasons.ts'
import { campaignWords } from '../words/campaigns.ts'
import { CancelButton } from './cancel.tsx'
import { stageOf, useCampaign, type Campaign, type CampaignStats } from './data.ts'
import { DeleteButton } from './delete.tsx'
import { useMilestone, usePerMinute } from './pace.ts'
import { State } from './state.tsx'
import { Tiles } from './tiles.tsx'
import { Uncertain } from './uncertain.tsx'
import { usePeoplePath } from './report/people/path.ts'
import { Versions } from './report/versions.tsx'
import { QueryRows } from './whom/query-rows.tsx'

const words = campaignWords.live

/** One campaign while it is being sent. */
export default function Live() {
  const answer = useCampaign(useIdParam('campaign'))
  return (
    <Answered of={answer}>
      {({ data: [campaign] }) => campaign !== undefined && <Watched campaign={campaign} />}
    </Answered>
  )
}

function Watched({ campaign }: { campaign: Campaign }) {
  const at = useInOrganization()
  const { stats, id } = campaign
  const hasReport = campaign.dispatch?.started_at != null
  return (
    <Page
      title={campaign.name}
      aside={<State stage={stageOf(campaign)} />}
      parent={{ title: campaignWords.title, to: at('/campaigns') }}
      actions={
        <>
          {hasReport && stats !== null && (
            <Button variant="default" component={Link} href={at(`/campaigns/${id}/report`)}>
              {campaignWords.report}
            </Button>
          )}
          <Controls campaign={campaign} />
          <DeleteButton campaign={campaign} />
        </>
      }
    >
      <Panel>
        <Stack gap="sm">
          <Running campaign={campaign} />
          <Waits campaign={campaign} />
        </Stack>
      </Panel>
      {stats !== null && <Figures campaignId={id} stats={stats} />}
      {hasReport && stats !== null && <Versions campaignId={id} />}
      <QueryRows campaign={campaign} />
      {hasReport && <Uncertain campaignId={id} />}
    </Page>
  )
}

function Controls({ campaign: { id, dispatch, name, stats } }: { campaign: Campaign }) {
  const may = useMay()
  const pause = useChange(pauseCampaign)
  const resume = useChange(resumeCampaign)
  if (dispatch === undefined || dispatch.finished_at !== null || !may(cancelCampaign)) return null
  const failed = pause.error ?? resume.error
  return (
    <>
      {failed !== null && <Failure error={failed} />}
      {dispatch.paused ? (
        <Button loading={resume.isPending} onClick={() => resume.mutate({ params: { id } })}>
          {words.resume}
        </Button>
      ) : (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate({ params: { id } })}>
          {words.pause}
        </Button>
      )}
      <CancelButton id={id} name={name} recipients={stats?.recipients ?? null} />
    </>
  )
}

function Running({ campaign }: { campaign: Campaign }) {
  const zone = useZone()
  const { dispatch, stats } = campaign
  const { total, total_is: is, sent, skip, remaining } = stats?.recipients ?? nobody
  const done = sent + skip
  const perMinute = usePerMinute(done, stageOf(campaign) === 'sending')
  const milestone = useMilestone(done, is === 'counting' ? 0 : total)
  if (dispatch === undefined || dispatch.state === 'idle') return <Text>{words.draft}</Text>
  if (dispatch.started_at === null)
    return <Text>{words.notStarted(instant(dispatch.begins_at ?? 0, zone))}</Text>
  const over = overOf(campaign)
  const seconds =
    perMinute === null || perMinute <= 0 || is === 'counting' ? null : (60 * remaining) / perMinute
  return (
    <>
      {(is !== 'counting' || over !== null) && (
        <Progress size="lg" value={total === 0 ? 100 : (100 * done) / total} aria-label={words.progress} />
      )}
      <Group gap="lg" className="figures">
        <Text fw={500}>{over ?? words.sentOf(sent, total, is)}</Text>
        {perMinute !== null && <Text c="dimmed">{words.perMinute(perMinute)}</Text>}
        {seconds !== null && remaining > 0 && <Text c="dimmed">{words.left(duration(seconds))}</Text>}
      </Group>
      <VisuallyHidden role="status">{milestone !== null && words.milestone(milestone, sent)}</VisuallyHidden>
    </>
  )
}

const nobody: CampaignStats['recipients'] = {
  total: 0,
  total_is: 'exact',
  sent: 0,
  skip: 0,
  remaining: 0,
}

/** Progress ends in a sentence. */
function overOf({ dispatch, stats, error_message: error }: Campaign): string | null {
  const sent = stats?.sent.total ?? 0
  if (dispatch?.state === 'finished') return words.over.finished(sent)
  if (dispatch?.state === 'cancelled') return words.over.cancelled(sent)
  return dispatch?.state === 'failed' ? words.over.failed(sent, reasonOf(error ?? '')) : null
}

function Waits({ campaign }: { campaign: Campaign }) {
  const may = useMay()
  const at = useInOrganization()
  const { dispatch, waiting_for: reason } = campaign
  if (dispatch?.paused === true) {
    return <Notice icon={<IconPlayerPause stroke={1.75} />}>{words.pausedBy(reasonOf(reason))}</Notice>
  }
  if (dispatch?.state !== 'sending' || reason === '') return null
  const { says, helps, link } = words.wait(reason, reasonOf(reason))
  return (
    <Notice icon={<IconHourglass stroke={1.75} />} title={says}>
      <Text>{helps}</Text>
      {link === 'credits' && may(listOwnCreditLedger) && (
        <Anchor component={Link} href={at('/reports/credits')}>
          {words.credits}
        </Anchor>
      )}
    </Notice>
  )
}

function Notice({ icon, title, children }: { icon: ReactNode; title?: string; children: ReactNode }) {
  return (
    <Alert variant="outline" color="var(--quiver-warning)" icon={icon} title={title}>
      {children}
    </Alert>
  )
}

function Figures({ campaignId, stats }: { campaignId: number; stats: CampaignStats }) {
  const { sent, open, click, unsub, bounce } = stats
  const to = usePeoplePath(campaignId)
  return (
    <Tiles
      label={words.figures}
      tiles={[
        { key: 'taken', word: words.taken, value: sent.accepted, to: to('accepted') },
        { key: 'refused', word: words.refused, value: bounce.unique, to: to('bounced') },
        { key: 'waiting', word: words.waiting, value: sent.in_queue, to: to('waiting') },
        { key: 'opened', word: campaignWords.opened, value: open.unique, to: to('opened') },
        { key: 'clicked', word: campaignWords.clicked, value: click.unique, to: to('clicked') },
        { key: 'left', word: campaignWords.left, value: unsub.unique, to: to('unsubscribed') },
      ]}
    />
  )
}
