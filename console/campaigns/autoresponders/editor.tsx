import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { staleOf } from '../../app/reach/guard.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { Failure } from '../../design/states.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'
import { Attachments } from '../compose/blocks/attachments.tsx'
import { begunWith, recorded, redone, undone } from '../compose/history.ts'
import type { DraftContent } from '../compose/saving/change.ts'
import { Editors } from '../compose/editors.tsx'
import { Preview, type Previewed } from '../compose/preview/pane.tsx'
import { Subject } from '../compose/subject.tsx'
import { UndoButtons, useUndoKeys } from '../compose/undo.tsx'
import '../compose/sheet.css'

type EditorProps = {
  first: DraftContent
  previewed: Previewed
  /** Refused if somebody else has saved it since; the next one replaces that. */
  save: (content: DraftContent) => Promise<unknown>
  isNew?: boolean
  /** On the button. */
  action?: string
  /** false: what is saved with the message is not complete yet. */
  isReady?: boolean
}

/** One message, saved only by a button, because people may be getting it while it is written. */
export function MessageEditor({ first, previewed, save, ...rest }: EditorProps) {
  const { action = words.message.save, isNew = false, isReady = true } = rest
  const [history, setHistory] = useState(() => begunWith(first))
  const [open, choose] = useState('')
  const saving = useSaving(first, save)
  const content = history.now
  const isChanged = !isSame(content, saving.base)
  const isStale = staleOf(saving.error) !== null
  const undoes = {
    canUndo: history.past.length > 0,
    undo: () => setHistory(undone),
    canRedo: history.future.length > 0,
    redo: () => setHistory(redone),
  }
  useUndoKeys(undoes)
  useAskBeforeClosing(isChanged)
  const edit = (changes: Partial<DraftContent>) =>
    setHistory((before) =>
      recorded(before, { ...before.now, ...changes }, { atMs: Date.now(), isSmall: true }),
    )
  return (
    <>
      <Group gap="xs">
        <Button
          loading={saving.isSaving}
          disabled={!isReady || (!isChanged && !isNew)}
          onClick={() => void saving.save(content)}
        >
          {isStale ? words.message.overwrite : action}
        </Button>
        <UndoButtons of={undoes} />
        <Text role="status" c="dimmed">
          {isChanged || isNew ? words.message.unsaved : words.message.saved}
        </Text>
      </Group>
      {isStale && (
        <Alert role="alert" variant="outline" color="var(--quiver-warning)" title={words.message.conflict}>
          <Text>{words.message.conflictText}</Text>
        </Alert>
      )}
      {saving.error !== null && !isStale && <Failure error={saving.error} />}
      <Subject content={content} edit={edit} listId={previewed.listId} />
      <div className="compose">
        <div data-undoes>
          <Editors content={content} edit={edit} listId={previewed.listId} opened={{ open, choose }} />
          <Attachments content={content} edit={edit} listId={previewed.listId} refused={saving.error} />
        </div>
        <div className="compose-side">
          <Preview of={previewed} content={content} opened={{ open, choose }} />
        </div>
      </div>
    </>
  )
}

function isSame(one: DraftContent, other: DraftContent): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function useSaving(first: DraftContent, write: EditorProps['save']) {
  const [base, setBase] = useState(first)
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async (content: DraftContent) => {
    setSaving(true)
    setError(null)
    try {
      await write(content)
      setBase(content)
    } catch (failure) {
      setError(failure)
    } finally {
      setSaving(false)
    }
  }
  return { base, error, isSaving, save }
}
