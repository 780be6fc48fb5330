import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { composeWords } from '../../../words/compose.ts'
import type { Opened } from '../blocks/actions.ts'

const words = composeWords.preview

type Box = { top: number; left: number; width: number; height: number }
type PictureProps = { html: string; width: number | '100%'; isDark: boolean; opened: Opened }

/**
 * The message, in which a press opens the block under it. Nothing runs in the frame: its sandbox has no scripts. It keeps
 * the page's origin, so that the page may ask what stands where; a pane in front of it takes the pointer, so that no
 * link of the message can be followed.
 */
export function Picture({ html, width, isDark, opened: { open, choose } }: PictureProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const { height, loads, loaded } = useHeight(frame)
  const [under, setUnder] = useState<Box | null>(null)
  const [marked, setMarked] = useState<Box | null>(null)
  useEffect(() => {
    const row = open === '' ? null : rowOf(frame.current, `[data-block="${CSS.escape(open)}"]`)
    const box = row === null ? null : boxOf(row)
    setMarked(box)
    if (box !== null && sheet.current !== null) intoView(sheet.current, box)
  }, [open, html, width, height, loads])
  const blockAt = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent | React.MouseEvent) =>
    frame.current?.contentDocument?.elementFromPoint(offsetX, offsetY)?.closest('[data-block]') ?? null
  return (
    <div ref={sheet} className="sheet" role="region" aria-label={words.sheet} tabIndex={0}>
      <div className="picture" style={{ width, maxWidth: '100%' }}>
        <iframe
          ref={frame}
          title={words.frame}
          sandbox="allow-same-origin"
          srcDoc={html}
          onLoad={loaded}
          style={{ height, colorScheme: isDark ? 'dark' : 'light' }}
        />
        {under !== null && <div className="picture-mark" style={under} />}
        {marked !== null && <div className="picture-mark" data-open style={marked} />}
        <div
          className="picture-pane"
          aria-hidden
          title={words.press}
          onPointerMove={(event) => {
            const row = blockAt(event)
            setUnder(row === null ? null : boxOf(row))
          }}
          onPointerLeave={() => setUnder(null)}
          onClick={(event) => {
            const id = blockAt(event)?.getAttribute('data-block')
            if (typeof id === 'string') choose(id)
          }}
        />
      </div>
    </div>
  )
}

/** As high as the message, so that the sheet scrolls and the pane covers all of it. */
function useHeight(frame: React.RefObject<HTMLIFrameElement | null>) {
  const [height, setHeight] = useState(320)
  const [loads, setLoads] = useState(0)
  const watch = useRef<ResizeObserver>(null)
  useEffect(() => () => watch.current?.disconnect(), [])
  const loaded = () => {
    const body = frame.current?.contentDocument?.body
    watch.current?.disconnect()
    setLoads((before) => before + 1)
    if (body === undefined) return
    watch.current = new ResizeObserver(() => setHeight(Math.ceil(body.getBoundingClientRect().height)))
    watch.current.observe(body)
  }
  return { height, loads, loaded }
}

function rowOf(frame: HTMLIFrameElement | null, selector: string): Element | null {
  return frame?.contentDocument?.querySelector(selector) ?? null
}

function boxOf(row: Element): Box {
  const { top, left, width, height } = row.getBoundingClientRect()
  return { top, left, width, height }
}

function intoView(sheet: HTMLElement, { top, height }: Box): void {
  const { scrollTop, clientHeight } = sheet
  if (top >= scrollTop && top + height <= scrollTop + clientHeight) return
  sheet.scrollTop = Math.max(0, top - 24)
}
