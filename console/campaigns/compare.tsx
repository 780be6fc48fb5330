import { Anchor, Box, Button, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useInOrganization, useQueryParam, useZone } from '../app/places.ts'
import { count, instantWithoutZone, percent } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Rows, type Column } from '../design/table.tsx'
import { reportWords } from '../words/report/reports.ts'
import { pathOf, useCampaigns, type Campaign, type CampaignStats } from './data.ts'
import { Bar } from './report/bar.tsx'

const words = reportWords.compare
const { tiles } = reportWords

type Started = Campaign & { stats: CampaignStats }
type Rate = {
  key: keyof typeof tiles
  value: (stats: CampaignStats) => number
  base: (stats: CampaignStats) => number
}

const taken = ({ sent }: CampaignStats) => sent.accepted
const rates: readonly Rate[] = [
  { key: 'opened', value: ({ open }) => open.unique, base: taken },
  { key: 'clicked', value: ({ click }) => click.unique, base: taken },
  { key: 'bounced', value: ({ bounce }) => bounce.unique, base: ({ sent }) => sent.total },
  { key: 'unsubscribed', value: ({ unsub }) => unsub.unique, base: taken },
  { key: 'complained', value: ({ scomp }) => scomp.unique, base: taken },
]

/** Several campaigns beside each other, in the order in which they were chosen. */
export default function Compare() {
  const at = useInOrganization()
  const [ids] = useQueryParam('ids')
  const asked = ids.split(',').filter((id) => /^\d+$/.test(id))
  return (
    <Page title={words.title} lead={words.lead} parent={{ title: reportWords.parent, to: at('/campaigns') }}>
      <Panel flush>{asked.length === 0 ? <NothingChosen /> : <Chosen asked={asked.slice(0, 5)} />}</Panel>
    </Page>
  )
}

function Chosen({ asked }: { asked: readonly string[] }) {
  const campaigns = useCampaigns({ ids: asked.join(',') })
  return (
    <Answered of={campaigns}>
      {({ data }) => {
        const started = asked.flatMap((id) => data.filter((one) => String(one.id) === id)).filter(hasStats)
        return started.length === 0 ? <NothingChosen /> : <Table campaigns={started} />
      }}
    </Answered>
  )
}

function NothingChosen() {
  const at = useInOrganization()
  const choose = (
    <Button component={Link} href={at('/campaigns')}>
      {words.choose}
    </Button>
  )
  return <Empty {...words.empty} action={choose} />
}

function hasStats(campaign: Campaign): campaign is Started {
  return campaign.stats !== null
}

function Table({ campaigns }: { campaigns: readonly Started[] }) {
  const at = useInOrganization()
  const zone = useZone()
  const columns: Column<Started>[] = [
    {
      key: 'name',
      word: words.campaign,
      show: (campaign) => (
        <Anchor component={Link} href={at(pathOf(campaign, true))}>
          {campaign.name}
        </Anchor>
      ),
    },
    {
      key: 'started',
      word: words.started(zone),
      show: ({ dispatch }) => instantWithoutZone(dispatch?.started_at ?? 0, zone),
    },
    { key: 'sent', word: tiles.sent, isNumber: true, show: ({ stats }) => count(stats.sent.total) },
    ...rates.map((rate) => ({
      key: rate.key,
      word: tiles[rate.key],
      isNumber: true,
      show: ({ stats }: Started) => <Share rate={rate} stats={stats} all={campaigns} />,
    })),
  ]
  return <Rows caption={words.title} columns={columns} rows={campaigns} keyOf={({ id }) => id} />
}

/** The longest bar of a column is the highest rate: the figures say how high. */
function Share({ rate, stats, all }: { rate: Rate; stats: CampaignStats; all: readonly Started[] }) {
  const rateOf = (one: CampaignStats) => (rate.base(one) === 0 ? 0 : rate.value(one) / rate.base(one))
  const most = Math.max(...all.map((campaign) => rateOf(campaign.stats)))
  return (
    <Box miw={90}>
      <Text component="span" size="sm" className="figures">
        {[count(rate.value(stats)), percent(rate.value(stats), rate.base(stats))].filter(Boolean).join(' · ')}
      </Text>
      <Bar value={rateOf(stats)} of={most} />
    </Box>
  )
}
