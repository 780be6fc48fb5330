import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { dailyMessagesSent } from '../../../src/contract/accounting/messages-sent.ts'
import { updateCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useQueryParam, useZone } from '../../app/places.ts'
import { useOpenSession } from '../../app/session.tsx'
import { dayInFull, instant } from '../../design/figures.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { calendarWords as words } from '../../words/report/calendar.ts'
import { useCampaigns, type Campaign } from '../data.ts'
import { plus, turned, wallTime, weeksOf, type View } from './days.ts'
import { Grid, type Entry, type Sent } from './grid.tsx'
import { Move } from './move.tsx'

/** What was sent and what will be, day by day in the viewer's zone; what is scheduled can be moved. */
export default function Calendar() {
  const zone = useZone()
  const today = wallTime(new Date(), zone).slice(0, 10)
  const [asked, setDay] = useQueryParam('day', today)
  const [view, setView] = useQueryParam('view', 'month')
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today
  const shown: View = view === 'week' ? 'week' : 'month'
  const weeks = weeksOf(day, shown)
  const [from = day, to = day] = [weeks[0]?.[0], weeks.at(-1)?.[6]]
  return (
    <Page title={words.title} lead={words.lead(zone)}>
      <Group justify="space-between">
        <Group gap="xs">
          <Button variant="default" onClick={() => setDay(turned(day, shown, -1))}>
            {words.earlier}
          </Button>
          <Button variant="default" onClick={() => setDay(today)}>
            {words.today}
          </Button>
          <Button variant="default" onClick={() => setDay(turned(day, shown, 1))}>
            {words.later}
          </Button>
          <Text role="status" fw={600}>
            {words.range(dayInFull(from), dayInFull(to))}
          </Text>
        </Group>
        <SegmentedControl
          aria-label={words.view}
          value={shown}
          onChange={setView}
          data={(['month', 'week'] as const).map((value) => ({ value, label: words.views[value] }))}
        />
      </Group>
      <Days weeks={weeks} from={from} to={to} today={today} />
    </Page>
  )
}

type DaysProps = { weeks: string[][]; from: string; to: string; today: string }

function Days({ weeks, from, to, today }: DaysProps) {
  const zone = useZone()
  const may = useMay()
  const [moving, setMoving] = useState<{ entry: Entry; at: string } | null>(null)
  // A day more on each side: the server's days may be those of another zone.
  const range = { started_at__start: plus(from, -1), started_at__end: plus(to, 1), per_page: 500 }
  const begun = useCampaigns(range)
  const scheduled = useCampaigns({ state: 'scheduled', per_page: 500 })
  const sent = useSent(from, to)
  const update = useChange(updateCampaign, { done: () => setMoving(null) })
  const entries = entriesOf([...(begun.data?.data ?? []), ...(scheduled.data?.data ?? [])], zone).filter(
    ({ at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to,
  )
  const moved = update.data?.data
  const begins = moved?.dispatch?.begins_at ?? null
  const mayMove = may(updateCampaign)
  const propose = (entry: Entry, day: string) => {
    update.reset()
    setMoving({ entry, at: `${day}T${entry.at.slice(11)}` })
  }
  return (
    <>
      <Panel flush>
        <Answered of={scheduled}>
          {() => (
            <Grid weeks={weeks} entries={entries} sent={sent} today={today} move={mayMove ? propose : null} />
          )}
        </Answered>
      </Panel>
      <Hints isEmpty={entries.length === 0 && sent.size === 0} />
      <Text role="status" size="sm">
        {moved !== undefined && begins !== null ? words.moved(moved.name, instant(begins, zone)) : ''}
      </Text>
      {moving !== null && (
        <Move
          key={moving.at}
          of={moving.entry.campaign}
          at={moving.at}
          state={update}
          close={() => {
            setMoving(null)
            // Whose version is old asks for the new one.
            if (update.isError) void scheduled.refetch()
          }}
          move={(at) =>
            update.mutate({
              params: { id: moving.entry.campaign.id },
              body: { dispatch_attributes: { begins_at: at.replace('T', ' ') } },
              expectedUpdatedAt: moving.entry.campaign.updated_at,
            })
          }
        />
      )}
    </>
  )
}

/** What the calendar shows and what can be done in it. */
function Hints({ isEmpty }: { isEmpty: boolean }) {
  const may = useMay()
  return (
    <>
      <Text size="sm" c="dimmed">
        {isEmpty ? words.none : may(updateCampaign) && words.drag}
      </Text>
      {may(dailyMessagesSent) && (
        <Text size="sm" c="dimmed">
          {words.onlySent}
        </Text>
      )}
    </>
  )
}

/** By day of the organization, from its report; nothing for viewers who may not read that. */
function useSent(from: string, to: string): ReadonlyMap<string, readonly Sent[]> {
  const may = useMay()
  const { organization } = useOpenSession()
  const params = { organization_id: organization.id }
  const query = { start_date: from, end_date: to }
  const report = useCall(dailyMessagesSent, { params, query }, { enabled: may(dailyMessagesSent) })
  const days = new Map<string, Sent[]>()
  for (const row of report.data?.data.report ?? []) {
    const { autoresponder_id: id, autoresponder_name: name, messages_sent: messages } = row
    if (id === null || messages === 0) continue
    const day = row.time_period_start.slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), { id, name: name ?? '', messages }])
  }
  return days
}

/** Each once, in the order of the day: what has begun by when it did, the rest by when it will. */
function entriesOf(campaigns: readonly Campaign[], zone: string): Entry[] {
  const known = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  return [...known.values()]
    .flatMap((campaign) => {
      const time = campaign.dispatch?.started_at ?? campaign.dispatch?.begins_at ?? null
      return time === null ? [] : [{ campaign, at: wallTime(time, zone) }]
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
}
