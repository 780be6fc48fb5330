import { Text } from '@mantine/core'
import { showCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { reportWords as words } from '../../words/reports.ts'

/** What programs opened and clicked: apart from people, whom the tiles count. */
export function Machines({ campaignId }: { campaignId: number }) {
  const stats = useCall(showCampaign, { params: { id: campaignId } }).data?.data.stat_summary
  if (stats === undefined || stats === null) return null
  return (
    <Text size="sm" c="dimmed" role="note">
      {words.machines({
        opened: stats.opens_machine_unique,
        opens: stats.opens_machine_total,
        clicked: stats.clicks_machine_unique,
        clicks: stats.clicks_machine_total,
      })}
    </Text>
  )
}
