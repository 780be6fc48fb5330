import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useOrganizationId, useSession } from '../session.tsx'
import { known } from './unsaved.ts'
import { useIsLost } from '../stream.tsx'

/** Sends what waits when the server is there again, when somebody has logged in again, and when the page is closed. */
export function SendUnsent() {
  const isLost = useIsLost()
  const { state } = useSession()
  const organizationId = useOrganizationId()
  const queries = useQueryClient()
  const wasOver = useRef(false)
  useEffect(() => {
    if (isLost || state !== 'open') return
    void sendAll(organizationId)
  }, [isLost, state, organizationId])
  useEffect(() => {
    // What was refused while there was no session.
    if (state === 'open' && wasOver.current) {
      void queries.invalidateQueries({ predicate: ({ state: query }) => query.status === 'error' })
    }
    wasOver.current = state === 'over'
  }, [state, queries])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if ([...known].some((one) => !one.isSaved())) event.preventDefault()
    }
    const leave = () => void sendAll(organizationId)
    window.addEventListener('beforeunload', ask)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('pagehide', leave)
    }
  }, [organizationId])
  return null
}

function sendAll(organizationId: number | null): Promise<unknown> {
  const mine = [...known].filter((one) => one.organizationId === organizationId && !one.isSaved())
  return Promise.allSettled(mine.map(async (one) => one.send?.()))
}
