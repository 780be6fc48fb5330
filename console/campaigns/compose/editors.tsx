import { Button, Checkbox, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { compileDocument } from '../../../src/contract/blocks/compile.ts'
import { conditionalBlocks } from '../../../src/contract/blocks/conditions.ts'
import type { BlockDocument } from '../../../src/contract/blocks/document.ts'
import { Loading } from '../../design/states.tsx'
import { Panel } from '../../design/page.tsx'
import { composeWords } from '../../words/compose.ts'
import { BlockEditor } from './blocks/editor.tsx'
import { ForeignPictures } from './blocks/foreign.tsx'
import type { Opened } from './blocks/actions.ts'
import type { DraftContent, Edit } from './saving/change.ts'
import { newDocument } from './starts.ts'

/** Fetched with the first HTML that is edited. */
const Source = lazy(() => import('./source.tsx'))

const words = composeWords.what

type EditorsProps = { content: DraftContent; edit: Edit; listId: number; opened: Opened }
type Mode = 'blocks' | 'html' | 'text'

/** Three editors of one content. Blocks make both parts; the others edit one. */
export function Editors({ content, edit, listId, opened }: EditorsProps) {
  const [mode, setMode] = useState<Mode>(content.document === null ? 'html' : 'blocks')
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.editor}
        value={mode}
        onChange={(value) => setMode(value)}
        data={(['blocks', 'html', 'text'] as const).map((value) => ({ value, label: words.editors[value] }))}
      />
      {mode !== 'text' && <ForeignPictures content={content} edit={edit} />}
      {mode === 'blocks' && <Blocks content={content} edit={edit} listId={listId} opened={opened} />}
      {mode === 'html' && <Html content={content} edit={edit} />}
      {mode === 'text' && <PlainText content={content} edit={edit} />}
    </Stack>
  )
}

function Blocks({ content: { document, html }, edit, listId, opened }: EditorsProps) {
  if (document !== null) {
    const change = (next: BlockDocument) => edit({ document: next })
    return <BlockEditor document={document} change={change} listId={listId} opened={opened} />
  }
  return (
    <Panel>
      <Stack align="flex-start">
        {html.trim() !== '' && <Text>{words.toHtml.text}</Text>}
        <Button variant="default" onClick={() => edit({ document: newDocument(), format: 'both' })}>
          {words.toBlocks}
        </Button>
      </Stack>
    </Panel>
  )
}

function Html({ content: { document, html }, edit }: Omit<EditorsProps, 'listId' | 'opened'>) {
  if (document === null) {
    return (
      <Suspense fallback={<Loading />}>
        <Source label={words.html} value={html} change={(next) => edit({ html: next })} />
      </Suspense>
    )
  }
  const conditional = conditionalBlocks(document).length
  return (
    <Panel title={words.toHtml.title}>
      <Stack align="flex-start">
        <Text>{words.toHtml.text}</Text>
        {conditional > 0 && <Text c="var(--quiver-warning)">{words.toHtml.conditions(conditional)}</Text>}
        <Button
          variant="default"
          onClick={() => edit({ ...compileDocument(document, { showsAll: true }), document: null })}
        >
          {words.toHtml.go}
        </Button>
      </Stack>
    </Panel>
  )
}

function PlainText({ content: { document, text, format }, edit }: Omit<EditorsProps, 'listId' | 'opened'>) {
  if (document !== null) {
    return (
      <Panel>
        <Text c="dimmed" mb="sm">
          {words.textOfBlocks}
        </Text>
        <Text component="pre" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 }}>
          {compileDocument(document, { showsAll: true }).text}
        </Text>
      </Panel>
    )
  }
  const isAlone = format === 'text'
  return (
    <Stack gap="sm">
      <Textarea
        label={words.text}
        description={words.textHint}
        value={text}
        autosize
        minRows={12}
        maxRows={30}
        onChange={({ currentTarget }) =>
          edit({ text: currentTarget.value, ...(isAlone ? {} : { format: 'both' }) })
        }
      />
      <Group>
        <Checkbox
          label={words.textOnly}
          checked={isAlone}
          onChange={({ currentTarget }) => edit({ format: currentTarget.checked ? 'text' : 'both' })}
        />
      </Group>
    </Stack>
  )
}
