import { Box, Group, Progress, Select, Switch, Text } from '@mantine/core'
import type { z } from 'zod'
import { listSystemCampaigns, type systemCampaignsSchema } from '../../src/contract/campaigns/system-list.ts'
import { useCall } from '../app/api.ts'
import { usePageParam, useQueryParam } from '../app/places.ts'
import { count, percent } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { campaignWords } from '../words/campaigns.ts'
import { stageOf } from './data.ts'
import { State } from './state.tsx'

type Row = z.output<typeof systemCampaignsSchema>['campaign_report'][number]

const words = campaignWords.system
const everyMs = 5_000

const figures: Record<string, (row: Row) => number | string> = {
  organization: ({ organization }) => organization.name.toLowerCase(),
  name: ({ campaign }) => campaign.name.toLowerCase(),
  state: ({ campaign }) => campaign.state,
  sent: ({ campaign }) => campaign.stats.recipients.sent,
  opened: ({ campaign }) => campaign.stats.open.unique,
  bounced: ({ campaign }) => campaign.stats.bounce.unique,
  complained: ({ campaign }) => campaign.stats.scomp.unique,
}

/** The started campaigns of all organizations, moving; the columns sort what the page shows. */
export default function SystemCampaigns() {
  const [page, turn] = usePageParam()
  const [sort, setSort] = useQueryParam('sort')
  const [onlyOver, setOnlyOver] = useQueryParam('over')
  const [days, setDays] = useQueryParam('days', '30')
  const query = {
    page,
    per_page: 500,
    ...(onlyOver !== '' && { exclude_active_campaigns: true }),
    ...(days !== 'all' && { started_at__start: dayBefore(Number(days)) }),
  }
  const report = useCall(listSystemCampaigns, { query }, { keep: true, everyMs })
  const columns = columnsOf(sort, setSort)
  return (
    <Page title={words.title} lead={words.lead}>
      <Group align="flex-end">
        <Select
          label={words.started}
          data={words.periods}
          value={days}
          onChange={(value) => setDays(value ?? '30')}
          allowDeselect={false}
        />
        <Switch
          label={words.onlyOver}
          checked={onlyOver !== ''}
          onChange={({ currentTarget: { checked } }) => setOnlyOver(checked ? 'yes' : '')}
          mb={6}
        />
      </Group>
      <Panel flush>
        <Answered of={report}>
          {({ data: { campaign_report: rows }, paging }) =>
            rows.length === 0 ? (
              <Empty {...words.empty} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={columns}
                  rows={sorted(rows, sort)}
                  keyOf={({ organization, campaign }) => `${organization.id} ${campaign.id}`}
                  isOld={report.isPlaceholderData}
                />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
    </Page>
  )
}

/** `sort` is the column, with a minus before it for the other direction. The server answers by start. */
function sorted(rows: readonly Row[], sort: string): readonly Row[] {
  const figure = figures[sort.replace('-', '')]
  if (figure === undefined) return rows.toReversed()
  const sign = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((one, other) => sign * compare(figure(one), figure(other)))
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), 'en')
}

function columnsOf(sort: string, setSort: (sort: string) => void): Column<Row>[] {
  const sortBy = (key: string): Pick<Column<Row>, 'sort'> => {
    const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
    return { sort: { direction, change: () => setSort(direction === 'descending' ? key : `-${key}`) } }
  }
  const number = (key: string, word: string, show: Column<Row>['show']) => ({
    key,
    word,
    isNumber: true,
    show,
    ...sortBy(key),
  })
  return [
    { key: 'name', word: campaignWords.name, show: ({ campaign }) => campaign.name, ...sortBy('name') },
    {
      key: 'organization',
      word: words.organization,
      show: ({ organization }) => organization.name,
      ...sortBy('organization'),
    },
    {
      key: 'state',
      word: campaignWords.state,
      show: ({ campaign }) => <State stage={stageOf({ dispatch: dispatchOf(campaign), waiting_for: '' })} />,
      ...sortBy('state'),
    },
    number('sent', campaignWords.sent, (row) => <Sent row={row} />),
    number('opened', campaignWords.opened, (row) => share(row.campaign.stats.open.unique, row)),
    number('bounced', words.bounced, (row) => share(row.campaign.stats.bounce.unique, row)),
    number('complained', words.complained, (row) => share(row.campaign.stats.scomp.unique, row)),
  ]
}

function Sent({ row: { campaign } }: { row: Row }) {
  const { total, total_is: is, sent, skip, remaining } = campaign.stats.recipients
  if (remaining === 0 && is !== 'counting') return count(sent)
  return (
    <Box>
      <Text component="span" size="sm">
        {campaignWords.ofTotal(sent, total, is)}
      </Text>
      {is !== 'counting' && (
        <Progress
          size="sm"
          value={(100 * (sent + skip)) / total}
          aria-label={campaignWords.progressOf(campaign.name)}
        />
      )}
    </Box>
  )
}

function share(value: number, { campaign: { stats } }: Row): string {
  return stats.sent.total === 0 ? '' : `${count(value)} · ${percent(value, stats.sent.total)}`
}

function dispatchOf({ state, paused }: Row['campaign']) {
  const times = { begins_at: null, started_at: null, finished_at: null }
  return { state, paused, state_description: '', ...times }
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
