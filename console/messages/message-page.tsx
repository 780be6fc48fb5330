import { List, SimpleGrid, Stack } from '@mantine/core'
import { showMessage } from '../../src/contract/messages/endpoints.ts'
import { useCall } from '../app/api.ts'
import { useIdParam, useInOrganization } from '../app/places.ts'
import { comma, size } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { messageWords } from '../words/messages.ts'
import { Cancel, Resend } from './acts.tsx'
import { Events } from './events.tsx'
import { Look } from './look.tsx'
import { MessageFacts } from './message-facts.tsx'
import { MessageState } from './message-state.tsx'
import type { MessageWithEvents } from './queries.ts'
import { Why } from './why.tsx'

const words = messageWords.one

export default function OneMessage() {
  const id = useIdParam('message')
  return <KnownMessage key={id} id={id} />
}

function KnownMessage({ id }: { id: number }) {
  const at = useInOrganization()
  const message = useCall(showMessage, { params: { id } }, { everyMs: 5_000 })
  const known = message.data?.data
  return (
    <Page
      title={known === undefined || known.subject === '' ? messageWords.log.noSubject : known.subject}
      aside={known && <MessageState of={known.state} />}
      lead={known?.to}
      actions={
        known && (
          <>
            <Resend of={known} />
            <Cancel of={known} />
          </>
        )
      }
      parent={{ title: messageWords.log.title, to: at('/messages') }}
    >
      <Answered of={message}>
        {({ data }) => (
          <>
            <Why of={data} />
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
              <Stack gap="lg">
                <Panel title={words.events}>
                  <Events of={data} />
                </Panel>
                <Panel title={words.facts}>
                  <MessageFacts of={data} />
                </Panel>
                <Parts of={data} />
              </Stack>
              <Look of={data} />
            </SimpleGrid>
          </>
        )}
      </Answered>
    </Page>
  )
}

/** What it has besides its text. */
function Parts({ of: { headers, attachments } }: { of: MessageWithEvents }) {
  const lists = [
    { title: words.attachments, lines: attachments.map(fileOf) },
    { title: words.headers, lines: headers.map(({ name, value }) => `${name}: ${value}`) },
  ]
  return lists
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => (
      <Panel key={title} title={title}>
        <List spacing={4} style={{ overflowWrap: 'anywhere' }}>
          {lines.map((line, place) => (
            <List.Item key={`${place} ${line}`}>{line}</List.Item>
          ))}
        </List>
      </Panel>
    ))
}

function fileOf({
  filename,
  content_type: type,
  size_bytes: bytes,
}: MessageWithEvents['attachments'][number]) {
  return `${filename}${comma}${type}${comma}${size(bytes)}`
}
