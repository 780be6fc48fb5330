import { convert } from 'html-to-text'
import type { UnsubTagMode } from '../contract/organizations/permissions.ts'
import { parseHeaderLines } from '../contract/values/header-lines.ts'
import { codeTable, type MergeField, type MergeValues } from './codes.ts'
import {
  compileHtml,
  renderHtml,
  wrapHtml,
  type HtmlTemplate,
  type Tracking,
  type TrackingUrls,
} from './links.ts'
import { compileHeader, compileText, renderTemplate, type Template } from './merge.ts'
import { encodeLines, type EncodedLines } from './mime/write.ts'
import { isDeeperThan, wordsOf } from './tags.ts'
import { withHtmlLink, withTextLink } from './unsubscribe-link.ts'

export type Content = {
  format: 'html' | 'text' | 'both'
  subject: string
  html: string
  text: string
  fromName: string
  fromEmail: string
  senderEmail: string
  replyTo: string
  organization: {
    htmlHeader: string
    htmlFooter: string
    textHeader: string
    textFooter: string
    unsubTagMode?: UnsubTagMode
  }
  /** Of the organization and of the list: one `Name: value` per line. */
  customHeaders: readonly string[]
}

export type CompiledContent = {
  html: HtmlTemplate | null
  text: Template | null
  headers: readonly { name: string; value: Template }[]
  encodedLines: EncodedLines
  lines: Record<'subject' | 'fromName' | 'fromEmail' | 'senderEmail' | 'replyTo', Template>
}

export type RenderedContent = {
  subject: string
  fromName: string
  fromEmail: string
  senderEmail: string
  replyTo: string
  html: string | null
  text: string | null
  headers: { name: string; value: string }[]
  encodedLines: EncodedLines
}

/** Generates a missing text part from the HTML. Drops stored custom headers that the API would refuse. */
export function compileContent(
  content: Content,
  fields: readonly MergeField[],
  tracking: Tracking,
): CompiledContent {
  const codes = codeTable(fields)
  const { format, html, organization } = content
  const line = (text: string) => compileHeader(text, codes)
  const headers = content.customHeaders.flatMap((lines) => {
    const read = parseHeaderLines(lines)
    return 'headers' in read ? read.headers : []
  })
  const isAppended = organization.unsubTagMode === 'append_if_missing'
  const wrappedHtml = wrapHtml(html, organization.htmlHeader, organization.htmlFooter)
  const text = content.text.trim() === '' && format === 'both' ? textOf(html) : content.text
  const wrappedText = joinText([organization.textHeader, text, organization.textFooter])
  const compiledHtml =
    format === 'text'
      ? null
      : compileHtml(isAppended ? withHtmlLink(wrappedHtml, codes) : wrappedHtml, codes, tracking)
  const compiledText =
    format === 'html'
      ? null
      : compileText(isAppended ? withTextLink(wrappedText, html, codes) : wrappedText, codes)
  return {
    html: compiledHtml,
    text: compiledText,
    encodedLines: encodeLines([...(compiledHtml?.pieces ?? []), ...(compiledText ?? [])]),
    headers: headers.map(({ name, value }) => ({ name, value: line(value) })),
    lines: {
      subject: line(content.subject),
      fromName: line(content.fromName),
      fromEmail: line(content.fromEmail),
      senderEmail: line(content.senderEmail),
      replyTo: line(content.replyTo),
    },
  }
}

export function renderContent(
  content: CompiledContent,
  values: MergeValues,
  urls: TrackingUrls,
): RenderedContent {
  const line = (name: keyof CompiledContent['lines']) => renderTemplate(content.lines[name], values)
  return {
    subject: line('subject'),
    fromName: line('fromName'),
    fromEmail: line('fromEmail'),
    senderEmail: line('senderEmail'),
    replyTo: line('replyTo'),
    html: content.html === null ? null : renderHtml(content.html, values, urls),
    text: content.text === null ? null : renderTemplate(content.text, values),
    headers: content.headers.map(({ name, value }) => ({ name, value: renderTemplate(value, values) })),
    encodedLines: content.encodedLines,
  }
}

function joinText(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}

/** Deeper nesting is not written by hand; converting it would take seconds and overflow the stack. */
const depthMax = 100

function textOf(html: string): string {
  if (isDeeperThan(html, depthMax)) return wordsOf(html)
  return convert(html, {
    wordwrap: false,
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      // Tables are used for layout, so cells become lines.
      { selector: 'td', format: 'block' },
      { selector: 'th', format: 'block' },
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { noAnchorUrl: true, hideLinkHrefIfSameAsText: true } },
    ],
  })
}
