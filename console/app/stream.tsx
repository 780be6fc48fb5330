import { useQueryClient } from '@tanstack/react-query'
import { useDocumentVisibility } from '@mantine/hooks'
import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { mounts } from '../../src/contract/api/endpoint.ts'
import { listAllCampaigns } from '../../src/contract/campaigns/all-lists.ts'
import { listSubscriberExports } from '../../src/contract/exports/endpoints.ts'
import { listSubscriberImports } from '../../src/contract/imports/endpoints.ts'
import { watchChanges } from '../../src/contract/jobs/list.ts'
import { showOverview } from '../../src/contract/organizations/overview.ts'
import { listBulkChanges } from '../../src/contract/subscribers/bulk-changes.ts'
import { OutOfReach, useReach } from './reach/out-of-reach.tsx'
import { distrustUnseen } from './reach/unseen.ts'
import { useOrganizationId } from './session.tsx'
import { serverUrl } from './root.ts'

/** What the stream says of a record that has changed. */
export type Change = {
  resource: 'campaigns' | 'subscriber_imports' | 'subscriber_exports' | 'subscriber_bulk_changes'
  id: number
  seq: number
  /** The record is new. */
  changed?: boolean
  patch: Record<string, unknown> & { state: string }
}

type Listener = (change: Change) => void
type Stream = { isLive: boolean; isLost: boolean; listeners: Set<Listener> }

const tagOf = {
  campaigns: listAllCampaigns.tag,
  subscriber_imports: listSubscriberImports.tag,
  subscriber_exports: listSubscriberExports.tag,
  subscriber_bulk_changes: listBulkChanges.tag,
} as const

const Changes = createContext<Stream>({ isLive: false, isLost: false, listeners: new Set() })

/** A stream that says nothing for this time is dead; the server says something every six seconds. */
const silentMs = 15_000
const againMs = 5_000
const laterMs = 1_000

/** One stream for the tab. What the pages show of imports, exports, bulk changes and campaigns is fetched again when it opens. */
export function StreamProvider({ children }: { children: ReactNode }) {
  const known = useQueryClient()
  const organizationId = useOrganizationId()
  const isVisible = useDocumentVisibility() !== 'hidden'
  const [isLive, setLive] = useState(false)
  const [listeners] = useState(() => new Set<Listener>())
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const isLost = useReach(isBroken, () => {
    setBroken(false)
    setAttempt((number) => number + 1)
  })
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !isLost) void known.invalidateQueries()
    wasLost.current = isLost
  }, [isLost, known])

  useEffect(() => {
    if (organizationId === null || !isVisible) return
    const refresh = (tag: string) => known.invalidateQueries({ queryKey: [organizationId, tag] })
    const close = openStream(attempt === 0 ? laterMs : 0, {
      hello: () => {
        setLive(true)
        setBroken(false)
        for (const tag of [...Object.values(tagOf), showOverview.tag]) void refresh(tag)
      },
      change: (change) => {
        for (const listener of listeners) listener(change)
        const ofResource = tagOf[change.resource]
        if (change.changed === true) void refresh(ofResource)
        distrustUnseen(known, [
          [organizationId, ofResource],
          [organizationId, showOverview.tag],
        ])
      },
      broken: () => {
        setLive(false)
        setBroken(true)
      },
      silent: () => {
        setLive(false)
        setAttempt((number) => number + 1)
      },
    })
    return () => {
      close()
      setLive(false)
      setBroken(false)
    }
  }, [organizationId, isVisible, attempt, known, listeners])

  const value = useMemo(() => ({ isLive, isLost, listeners }), [isLive, isLost, listeners])
  return (
    <Changes value={value}>
      <OutOfReach isLost={isLost} />
      {children}
    </Changes>
  )
}

type Hearing = { hello: () => void; change: Listener; broken: () => void; silent: () => void }

/** @returns how to close it. It opens after what the page itself has to fetch. */
function openStream(delayMs: number, hearing: Hearing): () => void {
  let source: EventSource | null = null
  let heardMs = performance.now()
  const open = () => {
    source = new EventSource(`${serverUrl}${mounts[0]}/${watchChanges.path}`)
    listen(source, hearing, () => (heardMs = performance.now()))
  }
  const opening = setTimeout(open, delayMs)
  const timer = setInterval(() => {
    if (performance.now() - heardMs > silentMs) hearing.silent()
  }, againMs)
  return () => {
    clearTimeout(opening)
    clearInterval(timer)
    source?.close()
  }
}

function listen(source: EventSource, { hello, change, broken }: Hearing, heard: () => void): void {
  const on = (name: string, act: (data: string) => void) =>
    source.addEventListener(name, (event) => {
      heard()
      act(String((event as MessageEvent<unknown>).data))
    })
  on('hello', hello)
  on('beat', () => {})
  on('change', (data) => change(JSON.parse(data) as Change))
  source.addEventListener('error', broken)
  // The session has ended or acts elsewhere: the next attempt, or the log-in, asks again.
  on('refused', () => source.close())
}

/** Receives every change of the resource while the component is mounted. */
export function useChanges(resource: Change['resource'], hear: Listener): void {
  const { listeners } = use(Changes)
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    const listener: Listener = (change) => {
      if (change.resource === resource) latest.current(change)
    }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listeners, resource])
}

/** Whether the server is out of reach. */
export function useIsLost(): boolean {
  return use(Changes).isLost
}

/** For `useCall`: without a stream, pages ask every five seconds. */
export function usePollMs(): number | false {
  return use(Changes).isLive ? false : againMs
}
