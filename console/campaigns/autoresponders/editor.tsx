import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Failure } from '../../design/states.tsx'
import { autoresponderWords as words } from '../../words/autoresponders.ts'
import { begunWith, recorded, redone, undone } from '../compose/history.ts'
import type { DraftContent } from '../compose/draft.ts'
import { Editors } from '../compose/editors.tsx'
import { Preview, type Previewed } from '../compose/preview/pane.tsx'
import { Subject } from '../compose/subject.tsx'
import { UndoButtons, useUndoKeys } from '../compose/undo.tsx'
import '../compose/sheet.css'

type EditorProps = {
  first: DraftContent
  previewed: Previewed
  /** What is saved now, to detect whether another user has saved meanwhile. Absent for a new message. */
  look?: () => Promise<DraftContent>
  save: (content: DraftContent) => Promise<DraftContent>
  /** On the button. */
  action?: string
  /** false: what is saved with the message is not complete yet. */
  isReady?: boolean
}

/** One message, saved only by a button, because people may be getting it while it is written. */
export function MessageEditor({ first, previewed, look, save, ...rest }: EditorProps) {
  const { action = words.message.save, isReady = true } = rest
  const [history, setHistory] = useState(() => begunWith(first))
  const [open, choose] = useState('')
  const saving = useSaving(first, look, save)
  const content = history.now
  const isChanged = !isSame(content, saving.base)
  const undoes = {
    canUndo: history.past.length > 0,
    undo: () => setHistory(undone),
    canRedo: history.future.length > 0,
    redo: () => setHistory(redone),
  }
  useUndoKeys(undoes)
  useWarning(isChanged)
  const edit = (changes: Partial<DraftContent>) =>
    setHistory((before) =>
      recorded(before, { ...before.now, ...changes }, { atMs: Date.now(), isSmall: true }),
    )
  return (
    <>
      <Group gap="xs">
        <Button
          loading={saving.isSaving}
          disabled={!isReady || (!isChanged && look !== undefined)}
          onClick={() => void saving.save(content, saving.theirs !== null)}
        >
          {saving.theirs === null ? action : words.message.overwrite}
        </Button>
        <UndoButtons of={undoes} />
        <Text role="status" c="dimmed">
          {isChanged || look === undefined ? words.message.unsaved : words.message.saved}
        </Text>
      </Group>
      {saving.theirs !== null && (
        <Alert role="alert" variant="outline" color="var(--quiver-warning)" title={words.message.conflict}>
          <Text>{words.message.conflictText}</Text>
        </Alert>
      )}
      {saving.error !== null && <Failure error={saving.error} />}
      <Subject content={content} edit={edit} listId={previewed.listId} />
      <div className="compose">
        <div data-undoes>
          <Editors content={content} edit={edit} listId={previewed.listId} opened={{ open, choose }} />
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

/** Asks before it overwrites what another user saved meanwhile. */
function useSaving(first: DraftContent, look: EditorProps['look'], write: EditorProps['save']) {
  const [base, setBase] = useState(first)
  const [theirs, setTheirs] = useState<DraftContent | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const [stored, setStored] = useState(first)
  const save = async (content: DraftContent, isForced: boolean) => {
    setSaving(true)
    setError(null)
    try {
      const now = await look?.()
      if (now !== undefined && !isForced && !isSame(now, stored)) {
        setTheirs(now)
        return
      }
      setStored(await write(content))
      setBase(content)
      setTheirs(null)
    } catch (failure) {
      setError(failure)
    } finally {
      setSaving(false)
    }
  }
  return { base, theirs, error, isSaving, save }
}

/** The browser asks before a message that is not saved is left. */
function useWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isChanged])
}
