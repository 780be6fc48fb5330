import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQueryParam } from '../../app/places.ts'
import { csvOf, saveText } from '../../design/csv.ts'
import { percent } from '../../design/figures.ts'
import { Rows } from '../../design/table.tsx'
import { reportWords } from '../../words/report/reports.ts'
import type { CampaignStats } from '../data.ts'
import { Number } from './people/number.tsx'
import { usePeoplePath } from './people/path.ts'
import { funnelOf, type FunnelStep } from './funnel-steps.ts'

const words = reportWords.funnel
const wordOf = ({ key }: FunnelStep) => reportWords.tiles[key]

type FunnelProps = { campaignId: number; stats: CampaignStats }

/** How many were left at each step, as bars from the middle; the same numbers as a table and a file. */
export function Funnel({ campaignId, stats }: FunnelProps) {
  const [as, setAs] = useQueryParam('as', 'chart')
  const steps = funnelOf(stats)
  const to = usePeoplePath(campaignId)
  const total = stats.sent.total
  const isTable = as === 'table'
  const toggle = () => setAs(isTable ? 'chart' : 'table')
  useHotkeys([['t', toggle]])
  const save = () => {
    const points = steps.map((step) => ({ name: wordOf(step), values: [step.value] }))
    saveText(`campaign-${campaignId}-funnel.csv`, csvOf([words.step, words.people], points))
  }
  return (
    <Box p="md">
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed">
          {words.caption(total)}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={toggle} title={reportWords.tableHint}>
            {isTable ? reportWords.chart : reportWords.table}
          </Button>
          <Button variant="default" size="xs" onClick={save}>
            {reportWords.csv}
          </Button>
        </Group>
      </Group>
      {isTable ? (
        <Box mx="-md">
          <AsTable steps={steps} total={total} to={to} />
        </Box>
      ) : (
        <AsBars steps={steps} total={total} to={to} />
      )}
    </Box>
  )
}

type StepsProps = {
  steps: readonly FunnelStep[]
  total: number
  to: ReturnType<typeof usePeoplePath>
}

function AsBars({ steps, total, to }: StepsProps) {
  return (
    <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.title}>
      {steps.map((step) => (
        <li key={step.key} className="funnel">
          <Text size="sm">{wordOf(step)}</Text>
          <Box aria-hidden h={32} bg="var(--quiver-hairline)" style={{ borderRadius: 2 }}>
            <Box
              h={32}
              mx="auto"
              w={`${shareOf(step.value, total)}%`}
              bg="var(--mantine-primary-color-filled)"
              style={{ borderRadius: 2 }}
            />
          </Box>
          <Text size="sm" className="figures">
            <Number value={step.value} to={to(step.key)} />
            {step.key !== 'sent' && (
              <Text span size="sm" c="dimmed" ms={6}>
                {`${percent(step.value, step.before)} ${words.of[step.key]}`}
              </Text>
            )}
          </Text>
        </li>
      ))}
    </Stack>
  )
}

/** Reports can count more than was sent: a bar ends at the edge. */
function shareOf(value: number, total: number): number {
  return total <= 0 ? 0 : Math.min(100, (100 * value) / total)
}

function AsTable({ steps, total, to }: StepsProps) {
  return (
    <Rows
      caption={words.title}
      rows={steps}
      keyOf={({ key }) => key}
      columns={[
        { key: 'step', word: words.step, show: wordOf },
        {
          key: 'people',
          word: words.people,
          isNumber: true,
          show: ({ key, value }) => <Number value={value} to={to(key)} />,
        },
        { key: 'sent', word: words.ofSent, isNumber: true, show: ({ value }) => percent(value, total) },
        {
          key: 'before',
          word: words.ofBefore,
          isNumber: true,
          show: ({ key, value, before }) =>
            key === 'sent' ? '' : `${percent(value, before)} ${words.of[key]}`,
        },
      ]}
    />
  )
}
