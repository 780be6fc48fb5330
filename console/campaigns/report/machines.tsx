import { Group, Text } from '@mantine/core'
import { Number } from './people/number.tsx'
import { usePeoplePath } from './people/path.ts'
import { showCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { reportWords as words } from '../../words/report/reports.ts'

/** What programs opened and clicked: apart from people, whom the tiles count. */
export function Machines({ campaignId }: { campaignId: number }) {
  const whole = useCall(showCampaign, { params: { id: campaignId } })
  const stats = whole.data?.data.stat_summary
  const to = usePeoplePath(campaignId)
  if (whole.isPending) return <Text size="sm" mih="3lh" />
  if (stats === undefined || stats === null) return null
  const { opens_machine_unique: opened, clicks_machine_unique: clicked } = stats
  const unopened = Math.max(0, stats.accepted - stats.opens_unique)
  const links = [
    { kind: 'not_opened', value: unopened, says: words.notOpened(unopened) },
    { kind: 'opened_by_machine', value: opened, says: words.openedByMachine(opened) },
    { kind: 'clicked_by_machine', value: clicked, says: words.clickedByMachine(clicked) },
  ] as const
  return (
    <Text component="div" size="sm" c="dimmed" role="note">
      {words.machines({
        opened: stats.opens_machine_unique,
        opens: stats.opens_machine_total,
        clicked: stats.clicks_machine_unique,
        clicks: stats.clicks_machine_total,
      })}
      <Group gap="md">
        {links
          .filter(({ value }) => value > 0)
          .map(({ kind, value, says }) => (
            <Number key={kind} value={value} to={to(kind)}>
              {says}
            </Number>
          ))}
      </Group>
    </Text>
  )
}
