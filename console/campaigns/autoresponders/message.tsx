import { showAutoresponder, updateAutoresponder } from '../../../src/contract/autoresponders/endpoints.ts'
import { renderAutoresponder } from '../../../src/contract/campaigns/check.ts'
import { sendAutoresponderPreview } from '../../../src/contract/campaigns/previews.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { useSession } from '../../app/session.tsx'
import { Page } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'
import type { Autoresponder } from './autoresponders-page.tsx'
import { contentOf, fieldsOf } from './content.ts'
import { MessageEditor } from './editor.tsx'

/** The message of an autoresponder, with the editors of campaigns. */
export default function Message() {
  const params = { mailing_list_id: useIdParam('list'), id: useIdParam('autoresponder') }
  const answer = useCall(showAutoresponder, { params })
  return <Answered of={answer}>{({ data }) => <Of key={data.id} first={data} />}</Answered>
}

function Of({ first }: { first: Autoresponder }) {
  const at = useInOrganization()
  const may = useMay()
  const { client } = useSession()
  const update = useChange(updateAutoresponder, {
    guard: useGuard(`autoresponder ${first.id}`, first.updated_at),
  })
  const { id, mailing_list_id: listId, name } = first
  const params = { mailing_list_id: listId, id }
  const mayTest = may(sendAutoresponderPreview)
  const previewed = {
    listId,
    // Remote lists have no autoresponders.
    rows: null,
    key: ['autoresponder', id],
    render: (body: object, signal: AbortSignal) => client.call(renderAutoresponder, { params, body, signal }),
    test: mayTest
      ? (recipients: string[]) =>
          client.call(sendAutoresponderPreview, { params: { id }, body: { recipients } })
      : null,
  }
  return (
    <Page
      title={words.message.title(name)}
      lead={words.message.lead}
      parent={{ title: name, to: at(`/lists/${listId}/autoresponders/${id}`) }}
    >
      <MessageEditor
        first={contentOf(first)}
        previewed={previewed}
        save={(content) => update.mutateAsync({ params, body: fieldsOf(content) })}
      />
    </Page>
  )
}
