import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { renderMessage } from '../../../src/contract/messages/endpoints.ts'
import { useCall, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { refusedFields } from '../../design/form.ts'
import { Panel } from '../../design/page.tsx'
import { Failure } from '../../design/states.tsx'
import { messageWords } from '../../words/messages.ts'
import { Sheet } from '../look.tsx'
import { partsOf, type TemplateValues } from './template-values.ts'

const words = messageWords.templates

type Text = { subject: string; html: string | null; text: string | null }

/** Half a second after the last change. @param data null: the sample data cannot be read. */
export function useRendered(
  { subject, html, text, language }: TemplateValues,
  data: Record<string, unknown> | null,
): UseQueryResult<Answer<Text>> {
  const may = useMay()
  const { format, ...parts } = partsOf({ html, text })
  const given = format === 'text' ? { text: parts.text } : parts
  const [body] = useDebouncedValue({ subject, ...given, language, data: data ?? {} }, 500)
  const isEmpty = html.trim() === '' && text.trim() === ''
  return useCall(
    renderMessage,
    { body },
    { enabled: may(renderMessage) && !isEmpty && data !== null, keep: true },
  )
}

type RenderedProps = { of: UseQueryResult<Answer<Text>>; isOff: boolean }

/** What is wrong with a field is told there. */
export function Rendered({ of: rendered, isOff }: RenderedProps) {
  const message = rendered.data?.data
  return (
    <Panel title={words.preview}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.previewHint}
        </Text>
        {rendered.isError && refusedFields(rendered.error) === null && <Failure error={rendered.error} />}
        {message === undefined ? (
          !rendered.isError && <Text c="dimmed">{words.nothing}</Text>
        ) : (
          <Stack
            gap="sm"
            style={{ opacity: isOff || rendered.isError || rendered.isPlaceholderData ? 0.55 : 1 }}
          >
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {message.subject}
            </Text>
            <Sheet html={message.html} text={message.text} />
          </Stack>
        )}
      </Stack>
    </Panel>
  )
}
