import type { z } from 'zod'
import { showCampaign, type campaignSchema } from '../../../../src/contract/campaigns/endpoints.ts'
import type { PeopleQuery } from '../../../../src/contract/campaigns/results/people.ts'
import { useCall } from '../../../app/api.ts'
import { useIdParam, useInOrganization } from '../../../app/places.ts'
import { Page, Panel } from '../../../design/page.tsx'
import { Answered } from '../../../design/states.tsx'
import { Actions } from './actions.tsx'
import { Choices, useAsked, useLinks } from './choices.tsx'
import type { Asked } from './clauses.ts'
import { PeopleList, usePeopleOf, type Person } from './list.tsx'
import { peopleOfWords as words } from '../../../words/report/people.ts'

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
  const { kind } = query
  return (
    <Page
      title={words.title(kind, name)}
      lead={words.lead(kind, people.number)}
      parent={{ title: name, to: at(`/campaigns/${id}/report`) }}
      actions={
        <Actions
          of={of}
          name={name}
          query={query}
          asked={askedBy({ contents, links, query, people: people.rows })}
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

type Contents = readonly { id: number }[]
type Choice = { contents: Contents; links: ReturnType<typeof useLinks>; query: PeopleQuery; people: Person[] }

/** Two versions may have the same link: who clicked it got the version of the link. */
function askedBy({
  contents,
  links,
  query: { link_id: linkId, content_id: contentId },
  people,
}: Choice): Asked {
  const url = links.find(({ id }) => id === linkId)?.url
  const got = linkId === undefined ? contentId : people[0]?.content_id
  const place = contents.findIndex(({ id }) => id === got)
  return { url, version: place < 0 || contents.length < 2 ? undefined : place + 1 }
}
