import { Button, Tabs, Text } from '@mantine/core'
import {
  showCampaignComparison,
  type CampaignComparison,
} from '../../../src/contract/campaigns/results/comparison.ts'
import { Link } from 'wouter'
import { useCall } from '../../app/api.ts'
import { useIdParam, useInOrganization, useQueryParam, useZone } from '../../app/places.ts'
import { percent } from '../../design/figures.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { reportWords as words } from '../../words/report/reports.ts'
import { stageOf, useCampaign, type Campaign } from '../data.ts'
import { State } from '../state.tsx'
import { LeftOut } from './left-out.tsx'
import { Tiles } from '../tiles.tsx'
import { Versions } from './versions.tsx'
import { QueryRows } from '../whom/query-rows.tsx'
import { Bounces } from './bounces.tsx'
import { Domains } from './domains.tsx'
import { Funnel } from './funnel.tsx'
import { usePeoplePath } from './people/path.ts'
import { Machines } from './machines.tsx'
import { Mail } from './mail.tsx'
import { Summary } from './summary.tsx'
import { Time } from './time.tsx'
import { WhyNot } from './why/ask.tsx'

const parts = ['time', 'funnel', 'mail', 'domains', 'bounces'] as const
const shown = ['sent', 'opened', 'clicked', 'bounced', 'unsubscribed', 'complained'] as const
export type Shown = (typeof shown)[number]

/** What became of one campaign. The tiles choose what the graph shows. */
export default function Report() {
  const answer = useCampaign(useIdParam('campaign'))
  return (
    <Answered of={answer}>
      {({ data: [campaign] }) => campaign !== undefined && <Of campaign={campaign} />}
    </Answered>
  )
}

function Of({ campaign }: { campaign: Campaign }) {
  const at = useInOrganization()
  const zone = useZone()
  const [, setPart] = useQueryParam('part', 'time')
  const [show, setShow] = useQueryParam('show', 'opened')
  const chosen = shown.find((one) => one === show) ?? 'opened'
  const { dispatch, stats } = campaign
  const to = usePeoplePath(campaign.id)
  const compared = useCall(showCampaignComparison, { params: { id: campaign.id } })
  const comparison = compared.data?.data
  const isSending = dispatch?.started_at != null && dispatch.finished_at === null
  return (
    <Page
      title={campaign.name}
      aside={<State stage={stageOf(campaign)} />}
      lead={dispatch?.started_at != null && words.sentAt(dispatch.started_at, zone)}
      parent={{ title: words.parent, to: at('/campaigns') }}
      actions={
        isSending && (
          <Button variant="default" component={Link} href={at(`/campaigns/${campaign.id}/live`)}>
            {words.live}
          </Button>
        )
      }
    >
      <Summary campaign={campaign} comparison={comparison} />
      {stats === null ? (
        <Panel flush>
          <Empty {...words.time.empty} />
        </Panel>
      ) : (
        <>
          <Tiles
            label={words.figures}
            tiles={tilesOf(stats, to, comparison)}
            chosen={chosen}
            choose={(key) => {
              setPart('time')
              setShow(key)
            }}
          />
          {!compared.isError && (
            <Text size="sm" c="dimmed" mt={-12} mih="1lh">
              {comparison !== undefined && words.averageOf(comparison.campaigns)}
            </Text>
          )}
          <Machines campaignId={campaign.id} />
          <LeftOut asked={stats.skip.ssr_request} failed={stats.skip.ssr_failure} to={to('skipped')} />
          <Versions campaignId={campaign.id} />
          <Parts campaign={campaign} show={chosen} />
          <WhyNot campaign={campaign} />
          <QueryRows campaign={campaign} />
        </>
      )}
    </Page>
  )
}

function Parts({ campaign, show }: { campaign: Campaign; show: Shown }) {
  const [part, setPart] = useQueryParam('part', 'time')
  return (
    <Panel flush>
      <Tabs
        value={parts.find((one) => one === part) ?? 'time'}
        onChange={(value) => setPart(value ?? 'time')}
        keepMounted={false}
      >
        <Tabs.List aria-label={words.sections}>
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {words.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="time">
          <Time campaign={campaign} show={show} />
        </Tabs.Panel>
        <Tabs.Panel value="funnel">
          {campaign.stats !== null && <Funnel campaignId={campaign.id} stats={campaign.stats} />}
        </Tabs.Panel>
        <Tabs.Panel value="mail">
          <Mail campaignId={campaign.id} />
        </Tabs.Panel>
        <Tabs.Panel value="domains">
          <Domains campaignId={campaign.id} />
        </Tabs.Panel>
        <Tabs.Panel value="bounces">
          <Bounces campaignId={campaign.id} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  )
}

function tilesOf(
  { sent, open, click, bounce, unsub, scomp }: NonNullable<Campaign['stats']>,
  to: ReturnType<typeof usePeoplePath>,
  comparison: CampaignComparison | undefined,
) {
  const average = (key: keyof CampaignComparison['sums'], base: 'sent' | 'accepted') =>
    comparison === undefined || comparison.sums[base] === 0
      ? undefined
      : words.average(percent(comparison.sums[key], comparison.sums[base]))
  const taken = { word: words.ofTaken, value: sent.accepted }
  const all = { word: words.ofSent, value: sent.total }
  const { tiles } = words
  return [
    { key: 'sent' as const, word: tiles.sent, value: sent.total, to: to('sent') },
    {
      key: 'opened' as const,
      word: tiles.opened,
      value: open.unique,
      to: to('opened'),
      average: average('opened', 'accepted'),
      base: taken,
    },
    {
      key: 'clicked' as const,
      word: tiles.clicked,
      value: click.unique,
      to: to('clicked'),
      average: average('clicked', 'accepted'),
      base: taken,
    },
    {
      key: 'bounced' as const,
      word: tiles.bounced,
      value: bounce.unique,
      to: to('bounced'),
      average: average('bounced', 'sent'),
      base: all,
    },
    {
      key: 'unsubscribed' as const,
      word: tiles.unsubscribed,
      value: unsub.unique,
      to: to('unsubscribed'),
      average: average('unsubscribed', 'accepted'),
      base: taken,
    },
    {
      key: 'complained' as const,
      word: tiles.complained,
      value: scomp.unique,
      to: to('complained'),
      average: average('complained', 'accepted'),
      base: taken,
    },
  ]
}
