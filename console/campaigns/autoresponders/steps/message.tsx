import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { showAutoresponder } from '../../../../src/contract/autoresponders/endpoints.ts'
import {
  createStep,
  showStep,
  updateStep,
  type StepRecord,
} from '../../../../src/contract/autoresponders/sequence-steps.ts'
import { renderAutoresponder } from '../../../../src/contract/campaigns/check.ts'
import { sendAutoresponderPreview } from '../../../../src/contract/campaigns/previews.ts'
import { useCall, useChange } from '../../../app/api.ts'
import { useGuard } from '../../../app/reach/guard.ts'
import { useAskBeforeClosing } from '../../../app/reach/unsaved.ts'
import { useMay } from '../../../app/may.ts'
import { useIdParam, useInOrganization } from '../../../app/places.ts'
import { useOrganizationId, useSession } from '../../../app/session.tsx'
import { Page, Panel } from '../../../design/page.tsx'
import { Answered } from '../../../design/states.tsx'
import { autoresponderWords } from '../../../words/autoresponders.ts'
import { sequenceWords as words } from '../../../words/sequences.ts'
import { blankContent } from '../../compose/draft.ts'
import { contentOf, fieldsOf } from '../content.ts'
import { MessageEditor } from '../editor.tsx'
import { UncertainReactions } from '../uncertain.tsx'
import { bodyOf, isIncomplete, newStepValues, StepFields } from './fields.tsx'

type Params = { mailing_list_id: number; id: number }

/** The message of a step; without an id, a new step with its wait and condition. */
export default function StepMessage() {
  const { step } = useParams()
  const params = { mailing_list_id: useIdParam('list'), id: useIdParam('autoresponder') }
  const sequence = useCall(showAutoresponder, { params })
  return (
    <Answered of={sequence}>
      {({ data: { name } }) =>
        step === undefined ? (
          <NewStep params={params} sequence={name} />
        ) : (
          <KnownStep params={params} sequence={name} stepId={Number(step)} />
        )
      }
    </Answered>
  )
}

function KnownStep({ params, sequence, stepId }: { params: Params; sequence: string; stepId: number }) {
  const own = { ...params, step_id: stepId }
  const found = useCall(showStep, { params: own })
  return (
    <Answered of={found}>
      {({ data }) => <Known key={data.id} first={data} params={params} sequence={sequence} />}
    </Answered>
  )
}

function usePreviewed(params: Params, stepId: number | null) {
  const may = useMay()
  const { client } = useSession()
  const mayTest = stepId !== null && may(sendAutoresponderPreview)
  return {
    listId: params.mailing_list_id,
    // Remote lists have no autoresponders.
    rows: null,
    key: ['step', params.id, stepId ?? 0],
    render: (body: object, signal: AbortSignal) => client.call(renderAutoresponder, { params, body, signal }),
    // A step is an autoresponder of its own for tests.
    test: mayTest
      ? (recipients: string[]) =>
          client.call(sendAutoresponderPreview, { params: { id: stepId }, body: { recipients } })
      : null,
  }
}

function useParent(params: Params, name: string) {
  const at = useInOrganization()
  return { title: name, to: at(`/lists/${params.mailing_list_id}/autoresponders/${params.id}`) }
}

function Known({ first, params, sequence }: { first: StepRecord; params: Params; sequence: string }) {
  const update = useChange(updateStep, { guard: useGuard(`step ${first.id}`, first.updated_at) })
  const previewed = usePreviewed(params, first.id)
  const own = { ...params, step_id: first.id }
  return (
    <Page
      title={words.message(first.name)}
      lead={autoresponderWords.message.lead}
      parent={useParent(params, sequence)}
    >
      <UncertainReactions params={{ ...params, id: first.id }} />
      <MessageEditor
        first={contentOf(first)}
        previewed={previewed}
        save={(content) => update.mutateAsync({ params: own, body: fieldsOf(content) })}
      />
    </Page>
  )
}

function NewStep({ params, sequence }: { params: Params; sequence: string }) {
  const { client } = useSession()
  const [, go] = useLocation()
  const known = useQueryClient()
  const organizationId = useOrganizationId()
  const previewed = usePreviewed(params, null)
  const parent = useParent(params, sequence)
  const form = useForm({ initialValues: newStepValues })
  useAskBeforeClosing(form.isDirty())
  return (
    <Page title={words.fresh.title} lead={words.fresh.lead} parent={parent}>
      <Panel>
        <StepFields form={form} listId={params.mailing_list_id} />
      </Panel>
      <MessageEditor
        first={blankContent()}
        action={words.fresh.save}
        isNew
        isReady={!isIncomplete(form.values)}
        previewed={previewed}
        save={async (content) => {
          await client.call(createStep, { params, body: { ...bodyOf(form.values), ...fieldsOf(content) } })
          await known.invalidateQueries({ queryKey: [organizationId, createStep.tag] })
          go(parent.to)
          return content
        }}
      />
    </Page>
  )
}
