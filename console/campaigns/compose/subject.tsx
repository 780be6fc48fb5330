import { Group, Stack, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { Panel } from '../../design/page.tsx'
import { composeWords } from '../../words/compose.ts'
import type { DraftContent, Edit } from './saving/change.ts'
import { CodeMenu } from './preview/codes.tsx'

const words = composeWords.what

export function Subject({ content, edit, listId }: { content: DraftContent; edit: Edit; listId: number }) {
  const { subject, document } = content
  const field = useRef<HTMLInputElement>(null)
  const insert = (code: string) => {
    const at = field.current?.selectionStart ?? subject.length
    edit({ subject: subject.slice(0, at) + code + subject.slice(at) })
  }
  return (
    <Panel>
      <Stack gap="sm" data-undoes>
        <Group align="flex-end" gap="sm">
          <TextInput
            ref={field}
            label={words.subject}
            description={words.subjectLength(Array.from(subject).length)}
            value={subject}
            maxLength={998}
            style={{ flex: '1 1 20rem' }}
            onChange={({ currentTarget }) => edit({ subject: currentTarget.value })}
          />
          <CodeMenu listId={listId} insert={insert} />
        </Group>
        {document !== null && (
          <TextInput
            label={words.preheader}
            description={words.preheaderHint}
            value={document.preheader}
            maxLength={500}
            onChange={({ currentTarget }) =>
              edit({ document: { ...document, preheader: currentTarget.value } })
            }
          />
        )}
      </Stack>
    </Panel>
  )
}
