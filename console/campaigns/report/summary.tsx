import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { showCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import type { CampaignComparison } from '../../../src/contract/campaigns/results/comparison.ts'
import { useCall } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { Panel } from '../../design/page.tsx'
import { reportWords } from '../../words/report/reports.ts'
import { Miniature } from '../compose/gallery/cards.tsx'
import type { Campaign } from '../data.ts'

const words = reportWords.summary

type SummaryProps = { campaign: Campaign; comparison: CampaignComparison | undefined }

/** What was sent to whom: a picture of the mail, its subject, and the list with its growth since. */
export function Summary({ campaign, comparison }: SummaryProps) {
  const at = useInOrganization()
  const whole = useCall(showCampaign, { params: { id: campaign.id } })
  const contents = whole.data?.data.campaign_contents ?? []
  const {
    mailing_list_id: listId,
    mailing_list_name: listName,
    segmentation_criteria_name: segment,
  } = campaign
  return (
    <Panel>
      <Group gap="lg" align="flex-start">
        {/* As high as the picture of a mail, so that nothing moves when it comes. */}
        {whole.isPending && <Box w={180} h={200} />}
        {contents.slice(0, 2).map(({ id, name, html }) => (
          <Box key={id} w={180}>
            <Miniature card={{ key: String(id), name, document: null, html }} />
          </Box>
        ))}
        <Stack gap="xs" style={{ minWidth: 0 }}>
          <Box>
            <Text size="sm" c="dimmed">
              {words.subject(contents.length)}
            </Text>
            {contents.map(({ id, subject }) => (
              <Text key={id} fw={500} style={{ overflowWrap: 'anywhere' }}>
                {subject === '' ? words.noSubject : subject}
              </Text>
            ))}
          </Box>
          <Box>
            <Text size="sm" c="dimmed">
              {words.to}
            </Text>
            <Anchor component={Link} href={at(`/lists/${listId}`)}>
              {listName}
            </Anchor>
            {segment !== null && <Text>{words.segment(segment)}</Text>}
          </Box>
          {comparison !== undefined && <Growth of={comparison.list} />}
        </Stack>
      </Group>
    </Panel>
  )
}

function Growth({ of: { active_before: before, active_now: now } }: { of: CampaignComparison['list'] }) {
  return (
    <Box>
      <Text size="sm" c="dimmed">
        {words.growth}
      </Text>
      <Text>{before === null ? words.active(now) : words.grown(now - before, now)}</Text>
    </Box>
  )
}
