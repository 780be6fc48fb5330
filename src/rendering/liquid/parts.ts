import { countableUrl, pixel, type Tracking } from '../links.ts'
import { htmlEncode } from '../merge.ts'
import { readTags } from '../tags.ts'
import type { PartReader } from './compile.ts'
import { joinHtml, placeValue, readHtml, startOfHtml, type HtmlContext } from './html-context.ts'
import type { Piece } from './steps.ts'

/** Subjects, names and values of headers: one line. */
export const headerReader: PartReader<true> = {
  start: () => true,
  copy: () => true,
  read: (_, text) => [text],
  place: () => 'header',
  join: () => true,
}

/** `run`: the end of what has come since the last space. */
type TextState = { isInUrl: boolean; run: string }

/** A value is inside a URL if `http://` or `https://` precedes it without white space in between. */
export const textReader: PartReader<TextState> = {
  start: () => ({ isInUrl: false, run: '' }),
  copy: (state) => ({ ...state }),
  read: (state, text) => {
    const [run = ''] = /\S*$/.exec(text) ?? []
    if (run.length < text.length) Object.assign(state, { isInUrl: false, run: '' })
    state.run = `${state.run}${run}`
    state.isInUrl ||= /https?:\/\//i.test(state.run)
    // Enough for `https://` across two pieces.
    state.run = state.run.slice(-8)
    return [text]
  },
  place: (state) => {
    state.run = state.isInUrl ? state.run : `${state.run}\0`
    return state.isInUrl ? 'text_url' : 'text'
  },
  join: (one, other) => ({
    isInUrl: one.isInUrl || other.isInUrl,
    run: one.run.length > other.run.length ? one.run : other.run,
  }),
}

/** @param links gets the addresses that are counted, each once. */
export function htmlReader(tracking: Tracking, links: Map<string, number>): PartReader<HtmlContext> {
  let hasPixel = !tracking.opens
  const open: Piece = ({ urls }) => (urls === null ? '' : pixel(urls))
  return {
    start: startOfHtml,
    copy: (context) => ({ ...context }),
    place: placeValue,
    join: joinHtml,
    read: (context, text) => {
      const wasText = context.state === 'text'
      const spans = readHtml(context, text)
      const pieces: Piece[] = []
      let end = 0
      for (const span of tracking.links ? spans : []) {
        const url = targetOf(text.slice(span.start, span.end))
        if (url === null) continue
        const link = links.get(url) ?? links.size
        links.set(url, link)
        pieces.push(text.slice(end, span.start), ({ urls }) =>
          htmlEncode(urls === null ? url : urls.click(link)),
        )
        end = span.end
      }
      const rest = text.slice(end)
      const close = hasPixel || !wasText ? -1 : rest.search(/<\/(?:body|html)\s*>/i)
      if (close === -1) return [...pieces, rest]
      hasPixel = true
      return [...pieces, rest.slice(0, close), open, rest.slice(close)]
    },
    end: () => (hasPixel ? [] : [open]),
  }
}

/** Decodes entities as the reader of tags does. */
function targetOf(written: string): string | null {
  let value = ''
  readTags(`<a href="${written.replaceAll('"', '&quot;')}">`, {
    tag: () => {},
    close: () => {},
    attribute: (_, read) => {
      value = read
    },
  })
  return countableUrl(value)
}
