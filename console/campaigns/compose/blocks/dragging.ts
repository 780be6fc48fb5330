import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import { blockTypes } from '../starts.ts'
import type { BlockActions } from './actions.ts'
import { columnKey, findBlock, isAllowed, type Place } from './tree.ts'

/** A block of the message, or a new one out of the gallery. */
type Dragged = { id: string; type: string }

export type Edge = 'before' | 'after' | null

/** For the element itself, and the handle by which it is held. */
export function useDraggable(dragged: Dragged) {
  const element = useRef<HTMLElement>(null)
  const handle = useRef<HTMLElement>(null)
  const [isHeld, setHeld] = useState(false)
  const { id, type } = dragged
  useEffect(() => {
    if (element.current === null) return
    return draggable({
      element: element.current,
      ...(handle.current === null ? {} : { dragHandle: handle.current }),
      getInitialData: () => ({ id, type }),
      onDragStart: () => setHeld(true),
      onDrop: () => setHeld(false),
    })
  }, [id, type])
  return { element, handle, isHeld }
}

/** A block before or after which another can be dropped; with `isWhole`, a list whose end takes it. */
export function useDropPlace({ into, at }: Place, isWhole = false) {
  const target = useRef<HTMLLIElement & HTMLDivElement>(null)
  const [edge, setEdge] = useState<Edge>(null)
  useEffect(() => {
    const element = target.current
    if (element === null) return
    return dropTargetForElements({
      element,
      canDrop: ({ source: { data } }) => isAllowed(typeOf(data), into) && !isInside(into, data),
      getData: ({ input }) => {
        const { top, height } = element.getBoundingClientRect()
        const isAfter = !isWhole && input.clientY > top + height / 2
        return { into, at: at + (isAfter ? 1 : 0), isAfter }
      },
      onDrag: ({ self, location }) => {
        const isInnermost = location.current.dropTargets[0]?.element === element
        setEdge(!isInnermost ? null : self.data['isAfter'] === true ? 'after' : 'before')
      },
      onDragLeave: () => setEdge(null),
      onDrop: () => setEdge(null),
    })
  }, [into, at, isWhole])
  return { target, edge }
}

/** Does what was dropped, wherever it was. */
export function useDrops({ blocks, move, add }: BlockActions): void {
  const latest = useRef({ blocks, move, add })
  useEffect(() => {
    latest.current = { blocks, move, add }
  })
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source: { data }, location }) => {
          const place = location.current.dropTargets[0]?.data
          if (place === undefined) return
          const to = { into: String(place['into']), at: Number(place['at']) }
          const id = String(data['id'])
          if (findBlock(latest.current.blocks, id) !== null) latest.current.move(id, to)
          else latest.current.add(typeOf(data), to)
        },
      }),
    [],
  )
}

function typeOf(data: Record<string | symbol, unknown>) {
  return blockTypes.find((type) => type === data['type']) ?? 'text'
}

/** Columns do not go into themselves. */
function isInside(into: string, data: Record<string | symbol, unknown>): boolean {
  return into.startsWith(columnKey(String(data['id']), 0).slice(0, -1))
}
