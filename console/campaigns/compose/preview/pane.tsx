import { Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { compileDocument } from '../../../../src/contract/blocks/compile.ts'
import type { BlockDocument } from '../../../../src/contract/blocks/document.ts'
import { searchSubscribers } from '../../../../src/contract/subscribers/search.ts'
import { PersonSelect } from '../../../resources/choose/person-select.tsx'
import { useMay } from '../../../app/may.ts'
import { serverUrl } from '../../../app/root.ts'
import { useOpenSession } from '../../../app/session.tsx'
import { size } from '../../../design/figures.ts'
import { Panel } from '../../../design/page.tsx'
import { Failure } from '../../../design/states.tsx'
import { composeWords } from '../../../words/compose.ts'
import type { Opened } from '../blocks/actions.ts'
import { withOwnIds } from '../blocks/tree.ts'
import { emailOf, type RemoteRow } from '../../whom/rows.ts'
import { UnknownCodes } from './codes.tsx'
import { inputOf, type DraftContent } from '../saving/change.ts'
import { withOwnPictures } from './own-pictures.ts'
import { Picture } from './picture.tsx'
import { TestMail } from './test-mail.tsx'

const words = composeWords.preview
const looks = ['desktop', 'phone', 'dark', 'text'] as const
type Look = (typeof looks)[number]

/** What is previewed: its list, and the call that renders it. `key` distinguishes it from others. */
export type Previewed = {
  listId: number
  /** Of a remote list the first rows of its query; null: its people are here; undefined: not known yet. */
  rows: readonly RemoteRow[] | null | undefined
  key: readonly (string | number)[]
  render: (body: object, signal: AbortSignal) => Promise<{ data: unknown }>
  /** Sends what is saved to addresses. null: a test is not possible. */
  test: ((recipients: string[]) => Promise<unknown>) | null
}

type PreviewProps = { of: Previewed; content: DraftContent; opened: Opened }

/** As the server makes it for one person, half a second after the last change. */
export function Preview({ of, content, opened }: PreviewProps) {
  const { organization } = useOpenSession()
  const [look, setLook] = useState<Look>('desktop')
  const [person, setPerson] = useState<string | null>(null)
  const [shown] = useDebouncedValue(content, 500)
  const recipient = recipientOf(of.rows, person)
  const rendered = useQuery({
    queryKey: [organization.id, 'render', ...of.key, shown, recipient],
    queryFn: ({ signal }) =>
      of.render({ content: shownInput(shown), mark_blocks: true, ...recipient }, signal) as Promise<{
        data: Rendered
      }>,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
  const data = rendered.data?.data
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <Recipient of={of} value={person} choose={setPerson} />
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
        {of.test !== null && <TestMail send={of.test} />}
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

/** With an id for each block, so that a press in the picture finds it. */
function shownInput({ document, ...content }: DraftContent) {
  return inputOf({ ...content, document: document === null ? null : withIds(document) })
}

function withIds(document: BlockDocument): BlockDocument {
  return { ...document, blocks: withOwnIds(document.blocks) }
}

/** The marks are not sent, so they do not count. */
function bytesOfMarks({ document }: DraftContent): number {
  const bytes = (text: string) => new TextEncoder().encode(text).length
  if (document === null) return 0
  const marked = compileDocument(withIds(document), { marksBlocks: true, showsAll: true })
  return bytes(marked.html) - bytes(compileDocument(document, { showsAll: true }).html)
}

type MessageProps = { rendered: Rendered; look: Look; content: DraftContent; opened: Opened }

function Message({ rendered, look, content, opened }: MessageProps) {
  const { subject, text, size_bytes } = rendered
  const html = rendered.html === null ? null : withOwnPictures(rendered.html, serverUrl)
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
        <Picture
          html={withConditions(isDark ? inTheDark(html) : html)}
          width={width}
          isDark={isDark}
          opened={opened}
        />
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

/** A frame and a caption for the blocks that not everybody gets. */
function withConditions(html: string): string {
  const style = `[data-conditional]{outline:2px dashed #8a4b00;outline-offset:-2px}[data-conditional]::before{content:"${composeWords.blocks.condition.mark}";display:block;margin:0 0 8px;font:600 12px/1.5 sans-serif;color:#8a4b00;background:#fff3df}`
  return html.replace('</head>', `<style>${style}</style></head>`)
}

/** As if the reader's system were dark, which a frame cannot be given. */
function inTheDark(html: string): string {
  return html.replaceAll(/@media\s*\(prefers-color-scheme:\s*dark\)/g, '@media all')
}

/** Of a query the first row that has an address, unless another one is chosen. */
function recipientOf(rows: Previewed['rows'], person: string | null) {
  if (rows == null) return person === null ? {} : { subscriber_id: Number(person) }
  const row = person === null ? rows.find((one) => emailOf(one).includes('@')) : rows[Number(person)]
  return row === undefined ? {} : { remote_recipient: row }
}

type RecipientProps = { of: Previewed; value: string | null; choose: (id: string | null) => void }

function Recipient({ of: { listId, rows }, value, choose }: RecipientProps) {
  if (rows === undefined || rows?.length === 0) return null
  if (rows === null) return <Person listId={listId} value={value} choose={choose} />
  return (
    <Select
      label={words.as}
      placeholder={words.firstRow}
      clearable
      data={rows.map((row, place) => ({ value: String(place), label: emailOf(row) }))}
      value={value}
      onChange={choose}
    />
  )
}

function Person({ listId, value, choose }: Omit<RecipientProps, 'of'> & { listId: number }) {
  const may = useMay()
  if (!may(searchSubscribers)) return null
  return (
    <PersonSelect
      listId={listId}
      label={words.as}
      placeholder={words.sample}
      clearable
      value={value === null ? null : Number(value)}
      onChange={(id) => choose(id === null ? null : String(id))}
    />
  )
}
