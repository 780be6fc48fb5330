import { Stack } from '@mantine/core'
import { createCustomField, listCustomFields } from '../../src/contract/lists/custom-fields.ts'
import { showMailingList } from '../../src/contract/lists/endpoints.ts'
import { useCall } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useIdParam, useInOrganization } from '../app/places.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { fieldWords as words } from '../words/audience/lists.ts'
import { AddField } from './add-field.tsx'
import { FieldOrder } from './field-order.tsx'
import { DeletedFields } from './settings/deleted-fields.tsx'

/** The custom fields of a list, in their order. */
export default function Fields() {
  const id = useIdParam('list')
  return <FieldsOf listId={id} />
}

function FieldsOf({ listId }: { listId: number }) {
  const may = useMay()
  const at = useInOrganization()
  const list = useCall(showMailingList, { params: { id: listId } })
  const fields = useCall(listCustomFields, { params: { mailing_list_id: listId }, query: { per_page: 2000 } })
  const name = list.data?.data.name ?? ''
  return (
    <Page title={words.title} lead={words.lead(name)} parent={{ title: name, to: at(`/lists/${listId}`) }}>
      <Stack gap="lg">
        <Panel flush>
          <Answered of={fields}>
            {({ data }) =>
              data.length === 0 ? <Empty {...words.empty} /> : <FieldOrder listId={listId} fields={data} />
            }
          </Answered>
        </Panel>
        {may(createCustomField) && <AddField listId={listId} />}
        <DeletedFields listId={listId} />
      </Stack>
    </Page>
  )
}
