import { Stack } from '@mantine/core'
import { showMailingList, updateMailingList } from '../../../src/contract/lists/endpoints.ts'
import { showListPreferences } from '../../../src/contract/lists/preferences.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { Page } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { readerWords as words } from '../../words/audience/readers.ts'
import { ListChoice } from './choice.tsx'
import { ListLook } from './look.tsx'
import { ListTexts } from './texts.tsx'

/** What readers of one list see: choices, look and texts. */
export default function Readers() {
  const id = useIdParam('list')
  return <KnownList id={id} />
}

function KnownList({ id }: { id: number }) {
  const may = useMay()
  const at = useInOrganization()
  const list = useCall(showMailingList, { params: { id } })
  const preferences = useCall(showListPreferences, { params: { mailing_list_id: id } })
  const name = list.data?.data.name ?? ''
  return (
    <Page title={words.title} lead={words.lead} parent={{ title: name, to: at(`/lists/${id}`) }}>
      <Answered of={list}>
        {({ data }) => (
          <Answered of={preferences}>
            {({ data: chosen }) =>
              may(updateMailingList) && (
                <Stack gap="xl">
                  <ListChoice list={data} preferences={chosen} />
                  <ListLook list={data} name={chosen.public_name || data.name} />
                  <ListTexts listId={id} />
                </Stack>
              )
            }
          </Answered>
        )}
      </Answered>
    </Page>
  )
}
