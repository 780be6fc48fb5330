import { useLocation } from 'wouter'
import { listCustomFields } from '../../../src/contract/lists/custom-fields.ts'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import { createWebForm } from '../../../src/contract/lists/forms/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { Page } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { formWords as words } from '../../words/audience/forms.ts'
import { FormEditor } from './editor.tsx'
import { NoSender } from './no-sender.tsx'

export default function NewForm() {
  const id = useIdParam('list')
  return <NewFormOf listId={id} />
}

function NewFormOf({ listId }: { listId: number }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const list = useCall(showMailingList, { params: { id: listId } })
  const fields = useCall(listCustomFields, { params: { mailing_list_id: listId }, query: { per_page: 2000 } })
  const create = useChange(createWebForm, {
    done: ({ id }) => go(at(`/lists/${listId}/forms/${id}`)),
  })
  return (
    <Page title={words.new.title} parent={{ title: words.title, to: at(`/lists/${listId}/forms`) }}>
      <Answered of={list}>
        {({ data: ofList }) => (
          <>
            <NoSender list={ofList} />
            <Answered of={fields}>
              {({ data }) => (
                <FormEditor
                  list={ofList}
                  fields={data}
                  form={null}
                  save={(body) => create.mutate({ params: { mailing_list_id: listId }, body })}
                  isSaving={create.isPending}
                  isSaved={false}
                  error={create.error}
                />
              )}
            </Answered>
          </>
        )}
      </Answered>
    </Page>
  )
}
