import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  attachedBytesMax,
  attachmentEndings,
  attachmentsMax,
  createAttachment,
  newAttachment,
  showAttachment,
  type AttachmentRecord,
} from '../../../../src/contract/resources/attachments.ts'
import { useChange } from '../../../app/api.ts'
import { useMay } from '../../../app/may.ts'
import { useSession } from '../../../app/session.tsx'
import { saveBlob } from '../../../design/csv.ts'
import { size } from '../../../design/figures.ts'
import { problemsOf, refusedFields } from '../../../design/form.ts'
import { Panel } from '../../../design/page.tsx'
import { Failure } from '../../../design/states.tsx'
import { composeWords } from '../../../words/compose.ts'
import { base64Of } from './base64.ts'
import type { DraftContent, Edit } from '../saving/change.ts'

const words = composeWords.attachments

type AttachmentsProps = {
  content: DraftContent
  edit: Edit
  listId: number
  /** Why the content was not saved. */
  refused: unknown
}

/** What each message carries beside what is read. */
export function Attachments({ content: { attachments }, edit, listId, refused }: AttachmentsProps) {
  const may = useMay()
  const [problem, setProblem] = useState<string | null>(null)
  const put = (files: AttachmentRecord[]) => {
    setProblem(null)
    edit({ attachments: files })
  }
  const add = useChange(createAttachment, {
    done: (file) => put([...attachments.filter(({ id }) => id !== file.id), file]),
  })
  const take = async (file: File | null) => {
    if (file === null) return
    const found = problemOf(file, attachments)
    setProblem(found)
    if (found !== null) return
    const body = { filename: file.name, content: await base64Of(file) }
    add.mutate({ params: { mailing_list_id: listId }, body })
  }
  const fields = Object.entries(refusedFields(refused) ?? {})
  const said = fields.find(([path]) => path.includes('attachment'))?.[1]
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        {attachments.map((file) => (
          <Attached
            key={file.id}
            file={file}
            listId={listId}
            remove={() => put(attachments.filter(({ id }) => id !== file.id))}
          />
        ))}
        {may(createAttachment) && (
          <FileInput
            label={words.add}
            description={words.hint}
            placeholder={words.choose}
            accept={attachmentEndings.map((ending) => `.${ending}`).join(',')}
            value={null}
            disabled={add.isPending}
            error={problem ?? said}
            onChange={(file) => void take(file)}
          />
        )}
        {add.isError && <Failure error={add.error} />}
      </Stack>
    </Panel>
  )
}

function problemOf(file: File, others: readonly AttachmentRecord[]): string | null {
  if (others.length >= attachmentsMax) return words.tooMany(attachmentsMax)
  const bytes = others.reduce((sum, { size_bytes: known }) => sum + known, file.size)
  if (bytes > attachedBytesMax) return words.tooLarge
  const { filename } = problemsOf(newAttachment.pick({ filename: true }), { filename: file.name })
  return typeof filename === 'string' ? filename : null
}

type AttachedProps = { file: AttachmentRecord; listId: number; remove: () => void }

function Attached({
  file: { id, filename, content_type: type, size_bytes: bytes },
  listId,
  remove,
}: AttachedProps) {
  const { client } = useSession()
  const [error, setError] = useState<unknown>(null)
  const save = async () => {
    setError(null)
    try {
      const params = { mailing_list_id: listId, id }
      const { content } = (await client.call(showAttachment, { params })).data
      saveBlob(
        filename,
        new Blob([Uint8Array.from(atob(content), (one) => one.codePointAt(0) ?? 0)], { type }),
      )
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Button
          variant="subtle"
          px={0}
          maw="70%"
          aria-label={words.save(filename)}
          onClick={() => void save()}
        >
          <Text truncate>{filename}</Text>
        </Button>
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {size(bytes)}
          </Text>
          <Button variant="default" size="compact-sm" aria-label={words.remove(filename)} onClick={remove}>
            {words.removeShort}
          </Button>
        </Group>
      </Group>
      {error !== null && <Failure error={error} />}
    </>
  )
}
