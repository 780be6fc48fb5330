import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { composeWords } from '../../words/compose.ts'

export type Undoes = { canUndo: boolean; undo: () => void; canRedo: boolean; redo: () => void }

export function UndoButtons({ of }: { of: Undoes }) {
  return (
    <>
      <Button variant="default" aria-keyshortcuts="Control+Z" disabled={!of.canUndo} onClick={of.undo}>
        {composeWords.undo}
      </Button>
      <Button variant="default" aria-keyshortcuts="Control+Shift+Z" disabled={!of.canRedo} onClick={of.redo}>
        {composeWords.redo}
      </Button>
    </>
  )
}

/**
 * Ctrl+Z goes through the steps of the whole message, also from within its fields, which know only of themselves. Other
 * fields and the editor of HTML keep their own.
 */
export function useUndoKeys({ undo, redo }: Pick<Undoes, 'undo' | 'redo'>): void {
  const latest = useRef({ undo, redo })
  useEffect(() => {
    latest.current = { undo, redo }
  })
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
      if (!(ctrlKey || metaKey) || altKey || !(target instanceof Element)) return
      const field = target.closest('input, textarea, [contenteditable="true"]')
      if (field !== null && (field.closest('[data-undoes]') === null || field.closest('.source') !== null))
        return
      const letter = key.toLowerCase()
      if (letter !== 'z' && letter !== 'y') return
      event.preventDefault()
      if (letter === 'y' || shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', keys, { capture: true })
    return () => document.removeEventListener('keydown', keys, { capture: true })
  }, [])
}
