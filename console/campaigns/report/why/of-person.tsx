import { Box, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { listLinkStats } from '../../../../src/contract/campaigns/reports.ts'
import { listCampaignOutcomes } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { useCall } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { OpenLink } from '../../../app/reach/open-link.tsx'
import { Panel } from '../../../design/page.tsx'
import { Answered } from '../../../design/states.tsx'
import { OutcomeText } from './outcome.tsx'
import { whyWords as words } from '../../../words/report/why.ts'

const step = 5

/** What became of the last campaigns of the list for a person, and why they did not get one. */
export function CampaignsOfPerson({ listId, id }: { listId: number; id: number }) {
  const may = useMay()
  const [shown, setShown] = useState(step)
  const params = { mailing_list_id: listId, id }
  const query = { per_page: Math.min(shown, 500) }
  const answer = useCall(listCampaignOutcomes, { params, query }, { keep: true })
  const page = may(listLinkStats) ? 'report' : 'live'
  return (
    <Panel title={words.campaigns}>
      <Answered of={answer}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.none.text}
            </Text>
          ) : (
            <Stack gap="md">
              {data.map(({ campaign, ...outcome }) => (
                <Box key={campaign.id}>
                  <OpenLink to={`/campaigns/${campaign.id}/${page}`}>{campaign.name}</OpenLink>
                  <OutcomeText of={outcome} />
                </Box>
              ))}
              {paging !== null && paging.num_records > data.length && (
                <Box>
                  <Button variant="default" size="xs" onClick={() => setShown(shown + 4 * step)}>
                    {words.more}
                  </Button>
                </Box>
              )}
            </Stack>
          )
        }
      </Answered>
    </Panel>
  )
}
