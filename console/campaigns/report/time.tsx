import { Group, SegmentedControl, Text } from '@mantine/core'
import {
  showCampaignTimeline,
  type TimelineCount,
  type TimelineStep,
} from '../../../src/contract/campaigns/timeline.ts'
import { useCall } from '../../app/api.ts'
import { useQueryParam } from '../../app/places.ts'
import { Answered, Empty } from '../../design/states.tsx'
import { dayInFull, instantWithoutZone } from '../../design/figures.ts'
import { Series } from '../../design/series.tsx'
import { reportWords } from '../../words/report/reports.ts'
import type { Campaign } from '../data.ts'

const words = reportWords.time
const everyMs = 30_000

/** When it was sent, opened and clicked: a line of the chosen tile. */
export function Time({ campaign, show }: { campaign: Campaign; show: TimelineCount }) {
  const [step, setStep] = useQueryParam('by', 'hour')
  const by: TimelineStep = step === 'day' ? 'day' : 'hour'
  const { id } = campaign
  const timeline = useCall(showCampaignTimeline, { params: { id }, query: { by } }, { keep: true, everyMs })
  const word = reportWords.tiles[show]
  return (
    <Answered of={timeline}>
      {({ data: { time_zone: zone, periods, later, undated } }) => {
        const total = periods.reduce((sum, period) => sum + period[show], 0)
        if (periods.length === 0) return <Empty {...words.empty} />
        return (
          <>
            <Group px="md" pt="md" justify="space-between">
              <SegmentedControl
                size="xs"
                aria-label={words.step}
                data={[
                  { value: 'hour', label: words.hour },
                  { value: 'day', label: words.day },
                ]}
                value={by}
                onChange={setStep}
              />
              <Text size="sm" c="dimmed">
                {words.elsewhere(later[show], undated[show])}
              </Text>
            </Group>
            <Series
              caption={words.caption(word, total, zone)}
              axis={words.start(zone)}
              series={[word]}
              points={periods.map((period) => ({ name: nameOf(period.start, by), values: [period[show]] }))}
              shape="line"
              isChartFirst
              csv={{ fileName: `campaign-${id}-${show}-by-${by}.csv` }}
            />
          </>
        )
      }}
    </Answered>
  )
}

/** The answer's times are in the organization's zone already: 2026-05-03T09:00:00+02:00 is 3 May 2026, 09:00. */
function nameOf(start: string, by: TimelineStep): string {
  return by === 'day' ? dayInFull(start.slice(0, 10)) : instantWithoutZone(`${start.slice(0, 19)}Z`, 'UTC')
}
