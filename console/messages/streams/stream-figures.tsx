import { Group } from '@mantine/core'
import type { z } from 'zod'
import { listMessages } from '../../../src/contract/messages/endpoints.ts'
import { showMessageStreamStatistics } from '../../../src/contract/messages/statistics.ts'
import { messageStates } from '../../../src/contract/messages/states.ts'
import { Days, useDays } from '../../accounting/days.tsx'
import { periodsBetween } from '../../accounting/periods.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { useOpenSession } from '../../app/session.tsx'
import { Tiles } from '../../campaigns/tiles.tsx'
import { dayName } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Series } from '../../design/series.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { messageWords } from '../../words/messages.ts'
import type { MessageStream } from '../queries.ts'

const words = messageWords.streams

const counters = [
  'accepted',
  'bounced',
  'skipped',
  'uncertain',
  'opened',
  'clicked',
  'complained',
  'unsubscribed',
] as const
type Counter = (typeof counters)[number]

/** The counters that are drawn: as many as can be told apart. */
const drawn = ['accepted', 'bounced', 'skipped', 'opened', 'clicked'] as const

type Statistics = z.output<typeof showMessageStreamStatistics.data>

/** What became of the messages of a stream, as a whole and by day. */
export function StreamFigures({ of: stream }: { of: MessageStream }) {
  const { start_date: start, end_date: end } = useDays()
  const query = {
    ...(start !== undefined && { time__start: start }),
    ...(end !== undefined && { time__end: end }),
  }
  const statistics = useCall(
    showMessageStreamStatistics,
    { params: { id: stream.id }, query },
    { keep: true, everyMs: 30_000 },
  )
  return (
    <>
      <Group align="flex-end">
        <Days />
      </Group>
      <Answered of={statistics}>
        {({ data: { total, days } }) => {
          const shown = counters.filter((key) => total[key] > 0 || isAlwaysShown(key, stream))
          return (
            <>
              <Totals of={stream} total={total} shown={shown} />
              <Panel flush>
                <ByDay of={stream} days={days} shown={shown} />
              </Panel>
            </>
          )
        }}
      </Answered>
    </>
  )
}

function isAlwaysShown(key: Counter, { track_opens: opens, track_links: links }: MessageStream): boolean {
  if (key === 'opened') return opens
  return key === 'clicked' ? links : ['accepted', 'bounced', 'skipped'].includes(key)
}

type TotalsProps = { of: MessageStream; total: Statistics['total']; shown: readonly Counter[] }

/** Each number leads to its messages, if the log can show them. */
function Totals({ of: { name }, total, shown }: TotalsProps) {
  const at = useInOrganization()
  const may = useMay()
  const { start_date: start, end_date: end } = useDays()
  const log = new URLSearchParams({
    stream: name,
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
  })
  const isOfAccepted = (key: Counter) => ['opened', 'clicked', 'complained', 'unsubscribed'].includes(key)
  const toOf = (key: Counter) =>
    may(listMessages) && messageStates.some((one) => one === key)
      ? `${at('/messages')}?${log.toString()}&state=${key}`
      : undefined
  return (
    <Tiles
      label={words.figures}
      tiles={shown.map((key) => ({
        key,
        word: words.tiles[key],
        value: total[key],
        ...(isOfAccepted(key) && { base: { word: words.ofAccepted, value: total.accepted } }),
        to: toOf(key),
      }))}
    />
  )
}

type ByDayProps = { of: MessageStream; days: Statistics['days']; shown: readonly Counter[] }

function ByDay({ of: { name }, days, shown }: ByDayProps) {
  const { organization } = useOpenSession()
  const { start_date: start, end_date: end } = useDays()
  if (days.length === 0) return <Empty {...words.noFigures} />
  const zone = organization.time_zone
  const byDay = new Map(days.map((day) => [day.day, day]))
  const series = drawn.filter((key) => shown.includes(key))
  return (
    <Series
      caption={words.caption(start === undefined && end === undefined, zone)}
      axis={words.day(zone)}
      series={series.map((key) => words.tiles[key])}
      points={periodsBetween([...byDay.keys()], true).map((day) => ({
        name: dayName(day),
        values: series.map((key) => byDay.get(day)?.[key] ?? 0),
      }))}
      shape="line"
      csv={{ fileName: `${name}.csv` }}
    />
  )
}
