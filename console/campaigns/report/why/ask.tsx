import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
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
import { whyWords as words } from '../../../words/report/why.ts'

/** In a report: what became of the campaign for the person with an address. */
export function WhyNot({ campaign }: { campaign: Campaign }) {
  const may = useMay()
  if (!may(listCampaignOutcomes)) return null
  const { mailing_list_id: listId, mailing_list_name: listName } = campaign
  return (
    <Ask lead={words.lead} listId={listId} listName={listName}>
      {(id) => <OfCampaign campaignId={campaign.id} listId={listId} id={id} />}
    </Ask>
  )
}

type AskProps = { lead: string; listId: number; listName: string; children: (id: number) => ReactNode }

/** Asks for an address, and shows what is known of the person on the list. */
export function Ask({ lead, listId, listName, children }: AskProps) {
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <AskAddress label={words.address} hint={lead} submit={words.ask}>
          {(email) => (
            <Of email={email} listId={listId} listName={listName}>
              {children}
            </Of>
          )}
        </AskAddress>
      </Stack>
    </Panel>
  )
}

function Of({ email, listId, listName, children }: Omit<AskProps, 'lead'> & { email: string }) {
  const at = useInOrganization()
  const found = useCall(listSubscribersByEmail, { params: { email } })
  return (
    <Answered of={found}>
      {({ data }) => {
        const person = data.find((one) => one.mailing_list.id === listId)
        return person === undefined ? (
          <Text role="status">{words.notOnList(email, listName)}</Text>
        ) : (
          <Stack gap={4} role="status">
            {children(person.id)}
            <Anchor component={Link} size="sm" href={at(`/lists/${listId}/people/${person.id}`)}>
              {words.person}
            </Anchor>
          </Stack>
        )
      }}
    </Answered>
  )
}

function OfCampaign({ campaignId, listId, id }: { campaignId: number; listId: number; id: number }) {
  const params = { mailing_list_id: listId, id }
  const answer = useCall(listCampaignOutcomes, { params, query: { campaign_id: campaignId } })
  return (
    <Answered of={answer}>
      {({ data: [outcome] }) => outcome !== undefined && <OutcomeText of={outcome} />}
    </Answered>
  )
}
