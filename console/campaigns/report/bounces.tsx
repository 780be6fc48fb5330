import { Box, Text } from '@mantine/core'
import { showCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { count, percent } from '../../design/figures.ts'
import { Answered, Empty } from '../../design/states.tsx'
import { Rows } from '../../design/table.tsx'
import { reportWords } from '../../words/report/reports.ts'
import { Tiles } from '../tiles.tsx'
import { usePeoplePath } from './people/path.ts'
import { Bar } from './bar.tsx'

const words = reportWords.bounces

/** Why servers refused it: by kind, and by the code that they gave. */
export function Bounces({ campaignId: id }: { campaignId: number }) {
  const answer = useCall(showCampaign, { params: { id } })
  const to = usePeoplePath(id)
  return (
    <Answered of={answer}>
      {({ data: { stat_summary: stats } }) => {
        const total = stats?.bounces_unique ?? 0
        if (stats === null || total === 0) return <Empty {...words.empty} />
        const codes = Object.entries(stats.bounces_unique_by_code)
        const rows = codes.toSorted(([, one], [, other]) => other - one)
        return (
          <Box p="md">
            <Text size="sm" c="dimmed" mb="sm">
              {words.caption(total)}
            </Text>
            <Tiles
              label={words.kinds}
              tiles={[
                {
                  key: 'hard',
                  word: words.hard,
                  value: stats.bounces_unique_hard,
                  to: to('bounced', { severity: 'hard' }),
                },
                {
                  key: 'soft',
                  word: words.soft,
                  value: stats.bounces_unique_soft,
                  to: to('bounced', { severity: 'soft' }),
                },
                {
                  key: 'other',
                  word: words.other,
                  value: stats.bounces_unique_other,
                  to: to('bounced', { severity: 'other' }),
                },
              ]}
            />
            <Rows
              caption={words.caption(total)}
              columns={[
                { key: 'reason', word: words.reason, show: ([code]) => words.reasonOf(code) },
                { key: 'code', word: words.code, show: ([code]) => (code === 'unknown' ? '' : code) },
                { key: 'bar', word: words.share, show: ([, value]) => <Bar value={value} of={total} /> },
                {
                  key: 'people',
                  word: words.people,
                  isNumber: true,
                  show: ([, value]) => `${count(value)} · ${percent(value, total)}`,
                },
              ]}
              rows={rows}
              keyOf={([code]) => code}
            />
          </Box>
        )
      }}
    </Answered>
  )
}
