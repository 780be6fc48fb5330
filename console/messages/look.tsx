import '../campaigns/compose/sheet.css'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { withOwnPictures } from '../campaigns/compose/preview/own-pictures.ts'
import { serverUrl } from '../app/root.ts'
import { Panel } from '../design/page.tsx'
import { messageWords } from '../words/messages.ts'
import type { MessageWithEvents } from './queries.ts'

const words = messageWords.one

type Parts = { html: string | null; text: string | null }

/** The message as its reader sees it, as long as its body is kept. */
export function Look({ of: { has_body: hasBody, html, text } }: { of: MessageWithEvents }) {
  return (
    <Panel title={words.look}>
      {hasBody ? <Sheet html={html} text={text} /> : <Text c="dimmed">{words.noBody}</Text>}
    </Panel>
  )
}

/** Nothing runs in the frame, and no link of it can be followed. */
export function Sheet({ html, text }: Parts) {
  const [part, setPart] = useState<'html' | 'text'>('html')
  const shown = html === null ? 'text' : text === null ? 'html' : part
  return (
    <Stack gap="sm">
      {html !== null && text !== null && (
        <SegmentedControl
          aria-label={words.look}
          value={part}
          onChange={(value) => setPart(value)}
          data={(['html', 'text'] as const).map((value) => ({ value, label: words.looks[value] }))}
        />
      )}
      {shown === 'html' ? (
        <iframe
          className="sheet"
          title={words.frame}
          sandbox=""
          srcDoc={withOwnPictures(html ?? '', serverUrl)}
          style={{ width: '100%', colorScheme: 'light' }}
        />
      ) : (
        <Text
          component="pre"
          className="sheet"
          tabIndex={0}
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {text ?? ''}
        </Text>
      )}
      {shown === 'html' && /\bcid:/i.test(html ?? '') && (
        <Text size="sm" c="dimmed">
          {words.attached}
        </Text>
      )}
      {shown === 'html' && /<img\b[^>]*\bsrc=["']?https?:/i.test(html ?? '') && (
        <Text size="sm" c="dimmed">
          {words.foreign}
        </Text>
      )}
    </Stack>
  )
}
