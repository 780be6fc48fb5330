import { Anchor, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ApiFailure } from '../../../src/client/api.ts'
import { listMessages } from '../../../src/contract/messages/endpoints.ts'
import { showMessageStreamStatistics } from '../../../src/contract/messages/statistics.ts'
import { streamEndpoints } from '../../../src/contract/messages/streams.ts'
import { listMessageSuppressions } from '../../../src/contract/messages/suppressions.ts'
import { useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization } from '../../app/places.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { Confirm, Danger } from '../../design/confirm.tsx'
import { refusedFields } from '../../design/form.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Save } from '../../design/save.tsx'
import { Answered } from '../../design/states.tsx'
import { messageWords } from '../../words/messages.ts'
import { useStream, type MessageStream } from '../queries.ts'
import { isBesideFields } from '../refused.ts'
import { StreamFields, useStreamForm } from './stream-form.tsx'
import { StreamFigures } from './stream-figures.tsx'
import { StreamState } from './stream-state.tsx'
import { valuesOf } from './stream-values.ts'
import { Suppressed } from './suppressed.tsx'

const words = messageWords.streams
const { update, remove } = streamEndpoints.own

export default function OneStream() {
  const id = useIdParam('stream')
  return <KnownStream key={id} id={id} />
}

function KnownStream({ id }: { id: number }) {
  const at = useInOrganization()
  const may = useMay()
  const stream = useStream(id)
  const known = stream.data?.data
  return (
    <Page
      title={known?.name ?? words.title}
      aside={known && <StreamState of={known} />}
      actions={
        known &&
        may(listMessages) && (
          <Button
            variant="default"
            component={Link}
            href={`${at('/messages')}?stream=${encodeURIComponent(known.name)}`}
          >
            {words.toLog}
          </Button>
        )
      }
      parent={{ title: words.title, to: at('/streams') }}
    >
      <Answered of={stream}>
        {({ data }) => (
          <>
            {may(showMessageStreamStatistics) && <StreamFigures of={data} />}
            <Settings stream={data} />
            {may(listMessageSuppressions) && <Suppressed streamId={id} />}
          </>
        )}
      </Answered>
    </Page>
  )
}

function Settings({ stream }: { stream: MessageStream }) {
  const may = useMay()
  const params = { id: stream.id }
  // Only once: what one has typed since stays when the saved stream comes back.
  const [initial] = useState(() => valuesOf(stream))
  const form = useStreamForm(initial)
  const guard = useGuard(`message stream ${stream.id}`, stream.updated_at)
  const save = useChange(update, { guard, done: () => form.resetDirty() })
  const mayChange = may(update)
  return (
    <Panel title={words.settings}>
      <StreamFields
        form={form}
        save={
          mayChange
            ? (body) =>
                save.mutate(
                  { params, body },
                  { onError: (error) => form.setErrors(refusedFields(error) ?? {}) },
                )
            : null
        }
      >
        {mayChange && (
          <Save
            of={{ ...save, isError: save.isError && isBesideFields(save.error, form.values) }}
            isDirty={form.isDirty()}
            word={words.save}
            isMain
          />
        )}
      </StreamFields>
      {may(remove) && <Remove stream={stream} />}
    </Panel>
  )
}

function Remove({ stream: { id, name } }: { stream: MessageStream }) {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [isOpen, { open, close }] = useDisclosure(false)
  const change = useChange(remove, { done: () => go(at('/streams')) })
  const users = change.error instanceof ApiFailure ? (change.error.data?.dependencies ?? []) : []
  return (
    <Group mt="md">
      <Danger onClick={open}>{words.remove}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.removal.title(name)}
        action={words.removal.action}
        act={() => change.mutate({ params: { id } })}
        close={close}
        isWorking={change.isPending}
        error={change.error}
      >
        <Text>{words.removal.text}</Text>
        {users.length > 0 && (
          <Anchor component={Link} href={`${at('/messages')}?stream=${encodeURIComponent(name)}`}>
            {words.toLog}
          </Anchor>
        )}
      </Confirm>
    </Group>
  )
}
