import { useEffect, useRef, useState } from 'react'

/** Something that was typed and is not saved yet. */
type Unsent = {
  /** null: of no organization. */
  organizationId: number | null
  isSaved: () => boolean
  /** Absent: only the user can save it. */
  send?: () => Promise<unknown>
}

export const known = new Set<Unsent>()

/** @returns how to forget it. */
export function keepUnsent(one: Unsent): () => void {
  known.add(one)
  return () => void known.delete(one)
}

/** Whether something would be lost with the page that shows it. */
export function isOnlyHere(): boolean {
  return [...known].some((one) => one.send === undefined && !one.isSaved())
}

/** Before a page with something unsaved is closed or left by a link, it is asked. */
export function useAskBeforeClosing(isUnsaved: boolean): void {
  const latest = useRef(isUnsaved)
  useEffect(() => {
    latest.current = isUnsaved
  })
  useEffect(() => keepUnsent({ organizationId: null, isSaved: () => !latest.current }), [])
}

/**
 * Whether values that are no form of Mantine's differ from those that the page began with and, after a save, from those that
 * were sent. One that is refused saves nothing.
 */
export function useIsChanged(values: unknown, save: { isPending: boolean; isSuccess: boolean }): boolean {
  const written = JSON.stringify(values)
  const [kept, keep] = useState(written)
  const [sent, send] = useState<string | null>(null)
  if (save.isPending && sent === null) send(written)
  if (!save.isPending && sent !== null) {
    send(null)
    if (save.isSuccess) keep(sent)
  }
  return written !== kept
}
