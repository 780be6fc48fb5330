import { Group, SegmentedControl } from '@mantine/core'
import type { z } from 'zod'
import { mounts } from '../../src/contract/api/endpoint.ts'
import {
  dailyMessagesSent,
  dailyMessagesSentCsv,
  monthlyMessagesSent,
  monthlyMessagesSentCsv,
  type messagesSentSchema,
} from '../../src/contract/accounting/messages-sent.ts'
import { useCall } from '../app/api.ts'
import { useQueryParam } from '../app/places.ts'
import { serverUrl } from '../app/root.ts'
import { useOpenSession } from '../app/session.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Series } from '../design/series.tsx'
import type { Point } from '../design/thinned.ts'
import { Answered, Empty } from '../design/states.tsx'
import { reportWords } from '../words/report/reports.ts'
import { Days, useDays } from './days.tsx'
import { periodsBetween } from './periods.ts'

const words = reportWords.sent

type Row = z.output<typeof messagesSentSchema>['report'][number]

/** More colours than these cannot be distinguished. */
const sendersMax = 5

/** What was sent by day or month, stacked by what sent it. The file is the server's own. */
export default function Sent() {
  const [by, setBy] = useQueryParam('by', 'day')
  const isDaily = by !== 'month'
  const { organization } = useOpenSession()
  const query = useDays()
  const params = { organization_id: organization.id }
  const report = useCall(isDaily ? dailyMessagesSent : monthlyMessagesSent, { params, query }, { keep: true })
  const csv = isDaily ? dailyMessagesSentCsv : monthlyMessagesSentCsv
  const zone = organization.time_zone
  return (
    <Page title={words.title} lead={words.lead}>
      <Group align="flex-end">
        <SegmentedControl
          aria-label={words.by}
          data={[
            { value: 'day', label: words.daily },
            { value: 'month', label: words.monthly },
          ]}
          value={isDaily ? 'day' : 'month'}
          onChange={setBy}
        />
        <Days />
      </Group>
      <Panel flush>
        <Answered of={report}>
          {({ data: { report: rows } }) => {
            if (rows.length === 0) return <Empty {...words.empty} />
            const { series, points, total } = stacked(rows, isDaily)
            return (
              <Series
                caption={words.caption(total, zone)}
                axis={words.period(zone)}
                series={series}
                points={points}
                shape="bars"
                csv={{ href: hrefOf(csv.path, organization.id, query) }}
              />
            )
          }}
        </Answered>
      </Panel>
    </Page>
  )
}

function hrefOf(path: string, organizationId: number, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString()
  const target = path.replace(':organization_id', String(organizationId))
  return `${serverUrl}${mounts[0]}/${target}${search === '' ? '' : `?${search}`}`
}

/** The senders of most messages each for itself, the rest together. */
function stacked(
  rows: readonly Row[],
  isDaily: boolean,
): { series: string[]; points: Point[]; total: number } {
  const sums = new Map<string, { name: string; messages: number }>()
  for (const row of rows) {
    const { name, messages } = sums.get(senderOf(row)) ?? { name: nameOf(row), messages: 0 }
    sums.set(senderOf(row), { name, messages: messages + row.messages_sent })
  }
  const largest = [...sums].toSorted(([, one], [, other]) => other.messages - one.messages)
  const named = largest.slice(0, largest.length > sendersMax ? sendersMax - 1 : sendersMax)
  const places = new Map(named.map(([sender], place) => [sender, place]))
  const hasOther = largest.length > named.length
  const none = Array.from({ length: named.length + Number(hasOther) }, () => 0)
  const periods = new Map<string, number[]>()
  for (const row of rows) {
    const start = row.time_period_start.slice(0, isDaily ? 10 : 7)
    const values = periods.get(start) ?? [...none]
    const place = places.get(senderOf(row)) ?? named.length
    values[place] = (values[place] ?? 0) + row.messages_sent
    periods.set(start, values)
  }
  return {
    series: [...named.map(([, { name }]) => name), ...(hasOther ? [words.other] : [])],
    points: periodsBetween([...periods.keys()], isDaily).map((name) => ({
      name,
      values: periods.get(name) ?? none,
    })),
    total: rows.reduce((sum, row) => sum + row.messages_sent, 0),
  }
}

function senderOf({ campaign_id: campaignId, autoresponder_id: autoresponderId }: Row): string {
  return campaignId === null ? `a${autoresponderId}` : `c${campaignId}`
}

function nameOf({ campaign_name: campaign, autoresponder_name: autoresponder }: Row): string {
  return campaign ?? autoresponder ?? words.single
}
