import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { listCampaignOutcomes } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { listSubscribersByEmail } from '../../../../src/contract/subscribers/endpoints.ts'
import { useCall } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { useInOrganization } from '../../../app/places.ts'
import { Panel } from '../../../design/page.tsx'
import { Answered } from '../../../design/states.tsx'
import { AskAddress } from '../../../subscribers/ask-address.tsx'
import type { Campaign } from '../../data.ts'
import { OutcomeText } from './outcome.tsx'
import { whyWords as words } from './words.ts'

/** In a report: what became of the campaign for the person with an address. */
export function WhyNot({ campaign }: { campaign: Campaign }) {
  const may = useMay()
  if (!may(listCampaignOutcomes)) return null
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <AskAddress label={words.address} hint={words.lead} submit={words.ask}>
          {(email) => <Of campaign={campaign} email={email} />}
        </AskAddress>
      </Stack>
    </Panel>
  )
}

function Of({ campaign, email }: { campaign: Campaign; email: string }) {
  const found = useCall(listSubscribersByEmail, { params: { email } })
  return (
    <Answered of={found}>
      {({ data }) => {
        const person = data.find((one) => one.mailing_list.id === campaign.mailing_list_id)
        return person === undefined ? (
          <Text role="status">{words.notOnList(email, campaign.mailing_list_name)}</Text>
        ) : (
          <OfPerson campaign={campaign} id={person.id} />
        )
      }}
    </Answered>
  )
}

function OfPerson({ campaign, id }: { campaign: Campaign; id: number }) {
  const at = useInOrganization()
  const params = { mailing_list_id: campaign.mailing_list_id, id }
  const answer = useCall(listCampaignOutcomes, { params, query: { campaign_id: campaign.id } })
  return (
    <Answered of={answer}>
      {({ data: [outcome] }) =>
        outcome !== undefined && (
          <Stack gap={4} role="status">
            <OutcomeText of={outcome} />
            <Anchor component={Link} size="sm" href={at(`/lists/${campaign.mailing_list_id}/people/${id}`)}>
              {words.person}
            </Anchor>
          </Stack>
        )
      }
    </Answered>
  )
}
