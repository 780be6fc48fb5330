import { Stack, Text } from '@mantine/core'
import { showCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { Facts } from '../../design/facts.tsx'
import { count } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { queryRowsWords as words } from '../../words/audience/remote.ts'
import type { Campaign } from '../data.ts'

type QueryRowsProps = { campaign: Campaign }

/** The rows of the query of a remote list, and why some of them get no message. Nothing for other lists. */
export function QueryRows({ campaign }: QueryRowsProps) {
  return campaign.remote_query === null ? null : <Rows campaign={campaign} known={campaign.remote_query} />
}

const everyMs = 3000

/** The stream of changes does not report rows: while they are read, the campaign is fetched. */
function Rows({ campaign: { id, dispatch }, known }: QueryRowsProps & { known: Known }) {
  const isOpen = dispatch?.finished_at === null && !known.is_complete
  const asked = useCall(showCampaign, { params: { id } }, { enabled: isOpen, everyMs: isOpen && everyMs })
  const { rows_read: read, is_complete: isComplete, skipped } = asked.data?.data.remote_query ?? known
  const reasons = Object.entries(skipped).filter(([, value]) => value > 0)
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <Text role="status">
          {isComplete ? words.read(read) : isOpen ? words.reading(read) : words.stopped(read)}
        </Text>
        {reasons.length === 0 ? (
          isComplete && <Text c="dimmed">{words.noneSkipped}</Text>
        ) : (
          <>
            <Text c="dimmed">{words.skipped}</Text>
            <Facts
              of={reasons.map(([reason, value]) => ({
                word: words.reasons[reason as Reason],
                value: <span className="figures">{count(value)}</span>,
              }))}
            />
          </>
        )}
      </Stack>
    </Panel>
  )
}

type Known = NonNullable<Campaign['remote_query']>
type Reason = keyof Known['skipped']
