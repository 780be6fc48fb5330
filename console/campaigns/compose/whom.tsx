import { Anchor, Radio, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { checkCampaign } from '../../../src/contract/campaigns/check.ts'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { SegmentSelect, useFirstSegments } from '../../resources/choose/segment-select.tsx'
import { useInOrganization } from '../../app/places.ts'
import { Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { people } from '../../words/audience/amounts.ts'
import { composeWords } from '../../words/compose.ts'
import { Nobody } from '../whom/nobody.tsx'
import { RemoteQuery } from '../whom/remote.tsx'
import type { Draft } from './draft.ts'
import { Onward, StepPage } from './steps.tsx'

const words = composeWords.whom

export default function Whom() {
  return <StepPage step="whom">{(draft) => <Choice draft={draft} />}</StepPage>
}

/** Segments choose among the people of a list; of a remote list a query does. */
function Choice({ draft }: { draft: Draft }) {
  const list = useCall(showMailingList, { params: { id: draft.campaign.mailing_list_id } })
  return (
    <Answered of={list}>
      {({ data }) =>
        data.is_remote_list ? (
          <>
            <RemoteQuery draft={draft} />
            <Onward step="whom" draft={draft} />
          </>
        ) : (
          <SegmentChoice draft={draft} />
        )
      }
    </Answered>
  )
}

function SegmentChoice({ draft }: { draft: Draft }) {
  const { campaign, change } = draft
  const at = useInOrganization()
  const segments = useFirstSegments(campaign.mailing_list_id)
  const isSaved = campaign.segmentation_criteria_name !== null
  const isEveryone = campaign.segmentation_criteria_id !== null && !isSaved
  return (
    <>
      <Panel title={words.title}>
        <Stack gap="md" maw="32rem">
          <Anchor component={Link} href={at(`/lists/${campaign.mailing_list_id}`)}>
            {campaign.mailing_list_name}
          </Anchor>
          <Radio
            name="whom"
            label={words.everyone}
            checked={isEveryone}
            onChange={() => change({ segmentation_criteria_ad_hoc: [] })}
          />
          <Answered of={segments}>
            {({ data }) =>
              data.length === 0 ? (
                <Text c="dimmed">{words.noSegments}</Text>
              ) : (
                <SegmentSelect
                  listId={campaign.mailing_list_id}
                  label={words.segment}
                  placeholder={words.choose}
                  value={isSaved ? campaign.segmentation_criteria_id : null}
                  allowDeselect={false}
                  onChange={(id) => id !== null && change({ segmentation_criteria_id: id })}
                />
              )
            }
          </Answered>
          {draft.state === 'saved' && campaign.segmentation_criteria_id !== null && <Count draft={draft} />}
        </Stack>
      </Panel>
      <Onward step="whom" draft={draft} />
    </>
  )
}

function Count({ draft: { campaign } }: { draft: Draft }) {
  const checked = useCall(checkCampaign, { params: { id: campaign.id }, query: {} }, { keep: true })
  const {
    recipients = null,
    suppressed = null,
    recipients_estimate: estimate = null,
  } = checked.data?.data ?? {}
  if (checked.isPending) return <Text c="dimmed">{words.counting}</Text>
  const { segmentation_criteria_id: id, segmentation_criteria_name: name } = campaign
  if (recipients === 0 && id !== null && !checked.isFetching) {
    const segmentId = name === null ? null : id
    return <Nobody listId={campaign.mailing_list_id} segmentId={segmentId} suppressed={suppressed ?? 0} />
  }
  if (recipients === null && estimate === null) return null
  return (
    <Text role="status" style={{ opacity: checked.isFetching ? 0.55 : 1 }}>
      {estimate === null ? words.count(recipients ?? 0, suppressed ?? 0) : people(0, false, estimate)}
    </Text>
  )
}
