import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { deleteMailingList, showMailingList, updateMailingList } from '../../src/contract/lists/endpoints.ts'
import { showSubscriberCounts } from '../../src/contract/subscribers/counts.ts'
import { createSubscriber } from '../../src/contract/subscribers/endpoints.ts'
import { searchSubscribers } from '../../src/contract/subscribers/search.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useIdParam, useInOrganization } from '../app/places.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { formWords } from '../words/audience/forms.ts'
import { fieldWords, listWords } from '../words/audience/lists.ts'
import { readerWords } from '../words/audience/readers.ts'
import { remoteListWords } from '../words/audience/remote.ts'
import { AddPerson } from './add-person.tsx'
import { ListDefaults } from './defaults/form.tsx'
import { RemoveList } from './remove.tsx'
import { ListSettings } from './settings/form.tsx'
import { FieldSettings } from './settings/identity.tsx'

const words = listWords.one

/** One list: the way to its people and fields, its settings, and its end. */
export default function OneList() {
  const id = useIdParam('list')
  return <KnownList id={id} />
}

function KnownList({ id }: { id: number }) {
  const may = useMay()
  const at = useInOrganization()
  const list = useCall(showMailingList, { params: { id } })
  const sizes = useCall(showSubscriberCounts, {})
  const counts = sizes.data?.data.mailing_lists.find((one) => one.mailing_list.id === id)?.counts
  const people = counts === undefined ? 0 : Object.values(counts).reduce((sum, one) => sum + one, 0)
  return (
    <Page
      title={list.data?.data.name ?? listWords.title}
      parent={{ title: listWords.title, to: at('/lists') }}
      actions={
        <>
          <Button variant="default" component={Link} href={at(`/lists/${id}/forms`)}>
            {formWords.title}
          </Button>
          <Button variant="default" component={Link} href={at(`/lists/${id}/fields`)}>
            {fieldWords.title}
          </Button>
          {may(updateMailingList) && (
            <Button variant="default" component={Link} href={at(`/lists/${id}/readers`)}>
              {readerWords.open}
            </Button>
          )}
        </>
      }
    >
      <Answered of={list}>
        {({ data }) => (
          <Stack gap="lg">
            <Panel title={words.people}>
              {data.is_remote_list ? (
                <Text>{remoteListWords.people}</Text>
              ) : (
                <Group justify="space-between" align="flex-end">
                  {may(searchSubscribers) ? (
                    <Anchor component={Link} href={at(`/people?list=${id}`)}>
                      {listWords.people(people)}
                    </Anchor>
                  ) : (
                    <Text>{listWords.people(people)}</Text>
                  )}
                  {may(createSubscriber) && <AddPerson listId={id} />}
                </Group>
              )}
            </Panel>
            {may(updateMailingList) && <ListSettings list={data} />}
            {may(updateMailingList) && !data.is_remote_list && <FieldSettings list={data} people={people} />}
            {may(updateMailingList) && <ListDefaults list={data} />}
            {may(deleteMailingList) && <RemoveList list={data} people={people} />}
          </Stack>
        )}
      </Answered>
    </Page>
  )
}
