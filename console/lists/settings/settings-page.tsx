import { Stack } from '@mantine/core'
import {
  deleteMailingList,
  showMailingList,
  showMailingListGrowth,
} from '../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { Page } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { listWords } from '../../words/audience/lists.ts'
import { ListDefaults } from '../defaults/form.tsx'
import { peopleOf } from '../home/people.tsx'
import { RemoveList } from '../remove.tsx'
import { ListSettings } from './form.tsx'
import { FieldSettings } from './identity.tsx'

/** What is set for a list, and its end. */
export default function ListSettingsPage() {
  const id = useIdParam('list')
  return <KnownList id={id} />
}

function KnownList({ id }: { id: number }) {
  const may = useMay()
  const at = useInOrganization()
  const list = useCall(showMailingList, { params: { id } })
  const growth = useCall(showMailingListGrowth, { params: { id } })
  const people = peopleOf(growth.data?.data.now)
  const name = list.data?.data.name ?? ''
  return (
    <Page title={listWords.home.settings(name)} parent={{ title: name, to: at(`/lists/${id}`) }}>
      <Answered of={list}>
        {({ data }) => (
          <Stack gap="lg">
            <ListSettings list={data} />
            {!data.is_remote_list && <FieldSettings list={data} people={people} />}
            <ListDefaults list={data} />
            {may(deleteMailingList) && <RemoveList list={data} people={people} />}
          </Stack>
        )}
      </Answered>
    </Page>
  )
}
