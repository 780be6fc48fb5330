import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { mounts } from '../../src/contract/api/endpoint.ts'
import { serverUrl } from '../app/root.ts'

/** `live`: with a working stream, in case its connection died silently. `silent`: without a stream. */
const pollMs = { live: 15_000, silent: 1_000 }

/**
 * Hears a stream of progress, which sends the whole record whenever it has changed, as long as the page is visible.
 * @param path of the stream below the mount; null: nothing moves
 * @returns for `useCall`: how often to ask beside the stream
 */
export function useProgress(path: string | null, hear: (record: unknown) => void): number | false {
  const isVisible = useDocumentVisibility() !== 'hidden'
  const [isLive, setLive] = useState(false)
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    if (path === null || !isVisible) return
    const source = new EventSource(`${serverUrl}${mounts[0]}/${path}`)
    const told = (event: Event) => {
      setLive(true)
      latest.current(JSON.parse(String((event as MessageEvent<unknown>).data)))
    }
    source.addEventListener('progress', told)
    // A stream that the server has ended would be opened again.
    source.addEventListener('end', (event) => {
      source.close()
      told(event)
    })
    // Nothing is heard until it opens again; a refusal ends it.
    source.addEventListener('error', () => setLive(false))
    source.addEventListener('refused', () => source.close())
    return () => {
      source.close()
      setLive(false)
    }
  }, [path, isVisible])
  if (path === null) return false
  return isLive ? pollMs.live : pollMs.silent
}
