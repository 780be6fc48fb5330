import { Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compileDocument } from '../../../src/contract/blocks/compile.ts'
import type { BlockDocument } from '../../../src/contract/blocks/document.ts'
import { renderCampaign } from '../../../src/contract/campaigns/check.ts'
import { sendCampaignPreview } from '../../../src/contract/campaigns/previews.ts'
import { listSubscribers } from '../../../src/contract/subscribers/endpoints.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useOpenSession, useSession } from '../../app/session.tsx'
import { size } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { composeWords } from '../../words/compose.ts'
import type { Opened } from './blocks/actions.ts'
import { withOwnIds } from './blocks/tree.ts'
import { UnknownCodes } from './codes.tsx'
import { inputOf } from './draft.ts'
import type { Draft, DraftContent } from './draft.ts'
import { Picture } from './picture.tsx'

const words = composeWords.preview
const looks = ['desktop', 'phone', 'dark', 'text'] as const
type Look = (typeof looks)[number]

type PreviewProps = { draft: Draft; content: DraftContent; opened: Opened }

/** As the server makes it for one person, half a second after the last change. */
export function Preview({ draft, content, opened }: PreviewProps) {
  const { client } = useSession()
  const { organization } = useOpenSession()
  const [look, setLook] = useState<Look>('desktop')
  const [person, setPerson] = useState<string | null>(null)
  const [shown] = useDebouncedValue(content, 500)
  const { id } = draft.campaign
  const subscriber = person === null ? {} : { subscriber_id: Number(person) }
  const rendered = useQuery({
    queryKey: [organization.id, 'render', id, shown, person],
    queryFn: ({ signal }) =>
      client.call(renderCampaign, {
        params: { id },
        body: { content: shownInput(shown), ...subscriber },
        signal,
      }) as Promise<{ data: Rendered }>,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
  const data = rendered.data?.data
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <Person draft={draft} value={person} choose={setPerson} />
          <SegmentedControl
            aria-label={words.look}
            value={look}
            onChange={(value) => setLook(value)}
            data={looks.map((value) => ({ value, label: words.looks[value] }))}
          />
        </Group>
        {data !== undefined && <UnknownCodes found={data.unknown_codes} />}
        {rendered.isError && <Failure error={rendered.error} again={() => void rendered.refetch()} />}
        {data !== undefined && <Message rendered={data} look={look} content={shown} opened={opened} />}
        <TestMail draft={draft} />
      </Stack>
    </Panel>
  )
}

type Rendered = {
  subject: string
  html: string | null
  text: string | null
  size_bytes: number
  unknown_codes: { code: string; meant: string | null }[]
}

/** Blocks go as HTML in which each is marked, so that a press in the picture finds it. */
function shownInput({ document, ...content }: DraftContent) {
  if (document === null) return inputOf({ document, ...content })
  return inputOf({ ...content, ...marked(document), document: null })
}

function marked(document: BlockDocument) {
  return compileDocument({ ...document, blocks: withOwnIds(document.blocks) }, true)
}

/** The marks are not sent, so they do not count. */
function bytesOfMarks({ document }: DraftContent): number {
  const bytes = (text: string) => new TextEncoder().encode(text).length
  return document === null ? 0 : bytes(marked(document).html) - bytes(compileDocument(document).html)
}

type MessageProps = { rendered: Rendered; look: Look; content: DraftContent; opened: Opened }

function Message({ rendered: { subject, html, text, size_bytes }, look, content, opened }: MessageProps) {
  const isDark = look === 'dark'
  const width = look === 'phone' ? 375 : '100%'
  const isText = look === 'text' || html === null
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
        <Text size="sm" c="dimmed">
          {words.size(size(size_bytes - bytesOfMarks(content)))}
        </Text>
      </Group>
      {isText ? (
        <Text component="pre" className="sheet" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text ?? ''}
        </Text>
      ) : content.document !== null ? (
        <Picture html={isDark ? inTheDark(html) : html} width={width} isDark={isDark} opened={opened} />
      ) : (
        <iframe
          className="sheet"
          title={words.frame}
          sandbox=""
          srcDoc={isDark ? inTheDark(html) : html}
          style={{ width, maxWidth: '100%', colorScheme: isDark ? 'dark' : 'light' }}
        />
      )}
    </>
  )
}

/** As if the reader's system were dark: a frame cannot be told so. */
function inTheDark(html: string): string {
  return html.replaceAll(/@media\s*\(prefers-color-scheme:\s*dark\)/g, '@media all')
}

type PersonProps = { draft: Draft; value: string | null; choose: (id: string | null) => void }

function Person({ draft: { campaign }, value, choose }: PersonProps) {
  const may = useMay()
  const isAllowed = may(listSubscribers)
  const params = { mailing_list_id: campaign.mailing_list_id }
  const people = useCall(listSubscribers, { params, query: { per_page: 20 } }, { enabled: isAllowed })
  if (!isAllowed) return null
  const known = (people.data?.data ?? []) as { id: number; email: string | null }[]
  return (
    <Select
      label={words.as}
      placeholder={words.sample}
      clearable
      searchable
      data={known.map(({ id, email }) => ({ value: String(id), label: email ?? String(id) }))}
      value={value}
      onChange={choose}
    />
  )
}

function TestMail({ draft }: { draft: Draft }) {
  const { user } = useOpenSession()
  const [isOpen, setOpen] = useState(false)
  const [addresses, setAddresses] = useState(user.email)
  const send = useChange(sendCampaignPreview)
  const recipients = addresses.split(/[,;\s]+/).filter((address) => address !== '')
  if (!isOpen) {
    return (
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {words.test}
        </Button>
      </Group>
    )
  }
  const submit = async () => {
    await draft.flush()
    send.mutate({ params: { id: draft.campaign.id }, body: { recipients } })
  }
  return (
    <Stack gap="xs">
      <TextInput
        label={words.testTo}
        value={addresses}
        onChange={({ currentTarget }) => setAddresses(currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          loading={send.isPending}
          disabled={recipients.length === 0}
          onClick={() => void submit()}
        >
          {words.testSend(recipients.length)}
        </Button>
        {send.isSuccess && <Text role="status">{words.testSent}</Text>}
      </Group>
      {send.isError && <Failure error={send.error} />}
    </Stack>
  )
}
