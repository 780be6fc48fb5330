import { showAutoresponder } from '../../../../src/contract/autoresponders/endpoints.ts'
import { useCall } from '../../../app/api.ts'
import { useIdParam, useInOrganization } from '../../../app/places.ts'
import { Page, Panel } from '../../../design/page.tsx'
import { Answered } from '../../../design/states.tsx'
import { Actions } from './actions.tsx'
import { Choices, useAsked } from './choices.tsx'
import { PeopleList, usePeopleOf } from './list.tsx'
import { peopleOfWords as words } from '../../../words/report/people.ts'

/** Who is behind a number of an autoresponder. */
export default function AutoresponderPeople() {
  const params = { mailing_list_id: useIdParam('list'), id: useIdParam('autoresponder') }
  const answer = useCall(showAutoresponder, { params })
  return (
    <Answered of={answer}>
      {({ data }) => <Of listId={params.mailing_list_id} id={params.id} name={data.name} />}
    </Answered>
  )
}

const noVersions: ReadonlyMap<number, string> = new Map()

function Of({ listId, id, name }: { listId: number; id: number; name: string }) {
  const at = useInOrganization()
  const of = { listId, autoresponderId: id }
  const { kind, severity } = useAsked()
  const query = { kind, severity }
  const people = usePeopleOf(of, query)
  return (
    <Page
      title={words.title(kind, name)}
      lead={words.lead(kind, people.number)}
      parent={{ title: name, to: at(`/lists/${listId}/autoresponders/${id}`) }}
      actions={<Actions of={of} name={name} query={query} isNobody={people.rows.length === 0} />}
    >
      <Choices query={query} versions={noVersions} />
      <Panel flush>
        <PeopleList people={people} kind={kind} listId={listId} versions={noVersions} />
      </Panel>
    </Page>
  )
}
