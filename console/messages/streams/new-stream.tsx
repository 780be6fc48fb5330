import { Button, Group } from '@mantine/core'
import { useLocation } from 'wouter'
import { streamEndpoints } from '../../../src/contract/messages/streams.ts'
import { useChange } from '../../app/api.ts'
import { useInOrganization } from '../../app/places.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { refusedFields } from '../../design/form.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { messageWords } from '../../words/messages.ts'
import { isBesideFields } from '../refused.ts'
import { StreamFields, useStreamForm } from './stream-form.tsx'
import { newStream } from './stream-values.ts'

const words = messageWords.streams

export default function NewStream() {
  const at = useInOrganization()
  const [, go] = useLocation()
  const form = useStreamForm(newStream())
  const create = useChange(streamEndpoints.own.create, {
    done: (stream) => go(at(`/streams/${(stream as { id: number }).id}`)),
  })
  useAskBeforeClosing(form.isDirty() && !create.isSuccess)
  return (
    <Page title={words.fresh} lead={words.freshLead} parent={{ title: words.title, to: at('/streams') }}>
      <Panel>
        <StreamFields
          form={form}
          save={(body) =>
            create.mutate({ body }, { onError: (error) => form.setErrors(refusedFields(error) ?? {}) })
          }
        >
          {create.isError && isBesideFields(create.error, form.values) && <Failure error={create.error} />}
          <Group>
            <Button type="submit" loading={create.isPending}>
              {words.submit}
            </Button>
          </Group>
        </StreamFields>
      </Panel>
    </Page>
  )
}
