import { Box, Text } from '@mantine/core'
import { showCampaignDomains } from '../../../src/contract/campaigns/timeline.ts'
import { useCall } from '../../app/api.ts'
import { count, percent } from '../../design/figures.ts'
import { Answered, Empty } from '../../design/states.tsx'
import { Rows } from '../../design/table.tsx'
import { reportWords } from '../../words/report/reports.ts'
import { Bar } from './bar.tsx'

const words = reportWords.domains
const named = 15

type Counts = Record<'sent' | 'accepted' | 'opened' | 'clicked' | 'bounced' | 'unsubscribed', number>
type Row = { name: string; counts: Counts }

/** Whose servers took it, and whose people read it. */
export function Domains({ campaignId: id }: { campaignId: number }) {
  const answer = useCall(showCampaignDomains, { params: { id }, query: { limit: named } })
  return (
    <Answered of={answer}>
      {({ data: { is_exact: isExact, domains, other, unknown } }) => {
        const rows: Row[] = [
          ...domains.map(({ domain, ...counts }) => ({ name: domain, counts })),
          ...(other.domains > 0 ? [{ name: words.other(other.domains), counts: other }] : []),
          ...(unknown.sent > 0 ? [{ name: words.unknown(isExact), counts: unknown }] : []),
        ]
        const total = rows.reduce((sum, { counts }) => sum + counts.sent, 0)
        return total === 0 ? <Empty {...words.empty} /> : <Table rows={rows} total={total} />
      }}
    </Answered>
  )
}

function Table({ rows, total }: { rows: readonly Row[]; total: number }) {
  const { tiles } = reportWords
  const share = (key: keyof Counts, base: keyof Counts) => ({
    key,
    word: tiles[key],
    isNumber: true,
    show: ({ counts }: Row) => rateOf(counts[key], counts[base]),
  })
  return (
    <Box>
      <Text size="sm" c="dimmed" p="md" pb={0}>
        {words.caption(total)}
      </Text>
      <Rows
        caption={words.caption(total)}
        columns={[
          { key: 'name', word: words.domain, show: ({ name }) => name },
          { key: 'bar', word: words.share, show: ({ counts }) => <Bar value={counts.sent} of={total} /> },
          { key: 'sent', word: tiles.sent, isNumber: true, show: ({ counts }) => count(counts.sent) },
          share('accepted', 'sent'),
          share('opened', 'accepted'),
          share('clicked', 'accepted'),
          share('bounced', 'sent'),
          share('unsubscribed', 'accepted'),
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </Box>
  )
}

function rateOf(value: number, base: number): string {
  return base <= 0 ? count(value) : `${count(value)} · ${percent(value, base)}`
}
