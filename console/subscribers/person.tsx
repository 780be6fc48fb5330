import { SimpleGrid, Stack } from '@mantine/core'
import { showMailingList } from '../../src/contract/lists/endpoints.ts'
import { showPersonalData } from '../../src/contract/subscribers/personal-data.ts'
import { eraseSubscriber } from '../../src/contract/subscribers/erasure.ts'
import { showSubscribers } from '../../src/contract/subscribers/endpoints.ts'
import { listPlacesOfSubscriber } from '../../src/contract/autoresponders/sequence-places.ts'
import { triggerAutoresponders } from '../../src/contract/autoresponders/trigger.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useIdParam, useInOrganization } from '../app/places.ts'
import { useMissingRecord } from '../app/reach/missing.ts'
import { PlacesOfPerson } from '../campaigns/autoresponders/of-person.tsx'
import { TriggerForPerson } from '../campaigns/autoresponders/trigger-person.tsx'
import { AutorespondersOfPerson } from '../campaigns/report/why/of-autoresponder.tsx'
import { CampaignsOfPerson } from '../campaigns/report/why/of-person.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { peopleWords, personWords as words } from '../words/audience/subscribers.ts'
import { PersonalData } from './rights/personal-data.tsx'
import { Erase } from './rights/erase.tsx'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'
import { OtherLists } from './other-lists.tsx'
import { Status } from './status.tsx'

/** One person on one list: what is known, and what happened. */
export default function Person() {
  const listId = useIdParam('list')
  const id = useIdParam('person')
  return <KnownPerson listId={listId} id={id} />
}

function KnownPerson({ listId, id }: { listId: number; id: number }) {
  const at = useInOrganization()
  const may = useMay()
  const found = useCall(showSubscribers, { params: { mailing_list_id: listId, ids: String(id) } })
  const list = useCall(showMailingList, { params: { id: listId } })
  const [person] = found.data?.data ?? []
  useMissingRecord(found.data !== undefined && person === undefined ? 'missing' : null, {
    list: listId,
    person: id,
  })
  const name = list.data?.data.name ?? ''
  return (
    <Page
      title={person?.email ?? ''}
      aside={person !== undefined && <Status of={person.status} />}
      lead={name}
      parent={{ title: peopleWords.title, to: at(`/people?list=${listId}`) }}
    >
      <Answered of={found}>
        {({ data: [one] }) =>
          one !== undefined && (
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
              <Stack gap="lg">
                <Facts person={one} />
                {may(listPlacesOfSubscriber) && <PlacesOfPerson listId={listId} id={id} />}
                {may(triggerAutoresponders) && <TriggerForPerson listId={listId} id={id} />}
                <CampaignsOfPerson listId={listId} id={id} />
                <AutorespondersOfPerson listId={listId} id={id} />
                <OtherLists email={one.email} />
                {may(showPersonalData) && <PersonalData listId={listId} id={id} />}
              </Stack>
              <Panel title={words.history}>
                <History listId={listId} id={id} />
              </Panel>
              {/* Last on a phone, too, because users rarely open a person to erase them. */}
              {may(eraseSubscriber) && <Erase email={one.email} />}
            </SimpleGrid>
          )
        }
      </Answered>
    </Page>
  )
}
