import type { z } from 'zod'
import { showCampaign, type campaignSchema } from '../../../../src/contract/campaigns/endpoints.ts'
import { useCall } from '../../../app/api.ts'
import { useIdParam, useInOrganization } from '../../../app/places.ts'
import { Page, Panel } from '../../../design/page.tsx'
import { Answered } from '../../../design/states.tsx'
import { Actions } from './actions.tsx'
import { Choices, useAsked, useLinks } from './choices.tsx'
import { PeopleList, usePeopleOf } from './list.tsx'
import { peopleOfWords as words } from './words.ts'

/** Who is behind a number of the report of a campaign. */
export default function CampaignPeople() {
  const answer = useCall(showCampaign, { params: { id: useIdParam('campaign') } })
  return <Answered of={answer}>{({ data }) => <Of campaign={data} />}</Answered>
}

function Of({ campaign }: { campaign: z.output<typeof campaignSchema> }) {
  const at = useInOrganization()
  const { id, name, mailing_list_id: listId, campaign_contents: contents } = campaign
  const of = { listId, campaignId: id }
  const query = useAsked()
  const people = usePeopleOf(of, query)
  const links = useLinks(id, query.kind === 'clicked')
  const versions = new Map(
    contents.length < 2
      ? []
      : contents.map((content, place) => [content.id, words.versionName(content.name, place)]),
  )
  const { kind, link_id: linkId } = query
  return (
    <Page
      title={words.title(kind, name)}
      lead={people.number && words.number(people.number.records, people.number.isExact)}
      parent={{ title: name, to: at(`/campaigns/${id}/report`) }}
      actions={
        <Actions
          of={of}
          name={name}
          query={query}
          url={onlyUrl(links, linkId)}
          isNobody={people.rows.length === 0}
        />
      }
    >
      <Choices query={query} versions={versions} links={links} />
      <Panel flush>
        <PeopleList people={people} kind={kind} listId={listId} versions={versions} />
      </Panel>
    </Page>
  )
}

/** Of the link, unless another version has the same one: a segment would select its people, too. */
function onlyUrl(links: ReturnType<typeof useLinks>, linkId: number | undefined): string | undefined {
  const url = links.find(({ id }) => id === linkId)?.url
  return links.filter((link) => link.url === url).length === 1 ? url : undefined
}
