import { compile } from 'html-to-text'
import { LRUCache } from 'lru-cache'
import type { Condition } from '../contract/blocks/conditions.ts'
import type { ContentLanguage } from '../contract/campaigns/language.ts'
import type { UnsubTagMode } from '../contract/organizations/permissions.ts'
import { parseHeaderLines } from '../contract/values/header-lines.ts'
import { AppError, invalid } from '../contract/api/errors.ts'
import { codeTable, type CodeTable, type MergeField, type MergeValues } from './codes.ts'
import { marksAsLiquid, withMarks } from './conditional.ts'
import { compileHtml, renderHtml, wrapHtml, type HtmlTemplate, type Tracking } from './links.ts'
import { compileLiquid, type Known } from './liquid/compile.ts'
import { createMask, withSystemCodes } from './liquid/mask.ts'
import { headerReader, htmlReader, textReader } from './liquid/parts.ts'
import { personKeys } from './liquid/scope.ts'
import {
  compileHeader,
  compileText,
  renderTemplate,
  type LiquidSlot,
  type Template,
  type TrackingUrls,
} from './merge.ts'
import type { Attachment } from './mime/attachments.ts'
import { encodeLines, type EncodedLines } from './mime/write.ts'
import { isDeeperThan, wordsOf } from './tags.ts'
import { withHtmlLink, withTextLink } from './unsubscribe-link.ts'

export type Content = {
  /** none: nothing is replaced. Default: codes. */
  language?: ContentLanguage | 'none'
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
  conditions?: readonly Condition[]
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
  attachments?: readonly Attachment[]
}

/** Reading a content takes as long as composing a hundred messages, and each batch of a campaign needs it. */
const compiledContents = new LRUCache<string, CompiledContent>({ max: 200, maxSize: 20_000_000 })

/** As `compileContent`, once for all batches. */
export function compileOnce(
  content: Content,
  fields: readonly MergeField[],
  tracking: Tracking,
): CompiledContent {
  const key = JSON.stringify([content, fields, tracking])
  const known = compiledContents.get(key)
  if (known !== undefined) return known
  const compiled = compileContent(content, fields, tracking)
  compiledContents.set(key, compiled, { size: key.length })
  return compiled
}

/** Generates a missing text part from the HTML. Drops stored custom headers that the API would refuse. */
export function compileContent(
  content: Content,
  fields: readonly MergeField[],
  tracking: Tracking,
  cover?: Known['cover'],
): CompiledContent {
  const codes = content.language === 'none' ? noCodes : codeTable(fields)
  const headers = content.customHeaders.flatMap((lines) => {
    const read = parseHeaderLines(lines)
    return 'headers' in read ? read.headers : []
  })
  const whole = content.language === 'liquid' ? liquidParts : codeParts
  const { html, text, line, statics } = whole(content, fields, { codes, tracking, cover })
  const address = (text: string) => compileHeader(text, codes)
  return {
    html,
    text,
    encodedLines: encodeLines(statics),
    headers: headers.map(({ name, value }) => ({ name, value: line(`the header ${name}`, value) })),
    lines: {
      subject: line('the subject', content.subject),
      fromName: line('the name of the sender', content.fromName),
      fromEmail: address(content.fromEmail),
      senderEmail: address(content.senderEmail),
      replyTo: address(content.replyTo),
    },
  }
}

const noCodes: CodeTable = () => undefined

type Parts = Pick<CompiledContent, 'html' | 'text'> & {
  line: (name: string, text: string) => Template
  /** Text that all messages share. */
  statics: readonly unknown[]
}

type Tools = { codes: CodeTable; tracking: Tracking; cover: Known['cover'] }

function codeParts(content: Content, _: readonly MergeField[], { codes, tracking }: Tools): Parts {
  const { htmlSource, textSource } = sourcesOf(content, codes)
  const inBody = withMarks(codes, content.conditions?.length ?? 0)
  const html = htmlSource === null ? null : compileHtml(htmlSource, inBody, tracking)
  const text = textSource === null ? null : compileText(textSource, inBody)
  return {
    html,
    text,
    statics: [...(html?.pieces ?? []), ...(text ?? [])],
    line: (_, text) => compileHeader(text, codes),
  }
}

/** Codes work in it as well: those of the organization's header and footer, and of blocks. @throws AppError if it cannot be read. */
function liquidParts(
  content: Content,
  fields: readonly MergeField[],
  { codes, tracking, cover }: Tools,
): Parts {
  const mask = createMask()
  const { organization } = content
  const hidden = {
    ...content,
    html: mask.hide(content.html),
    text: mask.hide(content.text),
    organization: {
      ...organization,
      htmlHeader: mask.hide(organization.htmlHeader),
      htmlFooter: mask.hide(organization.htmlFooter),
      textHeader: mask.hide(organization.textHeader),
      textFooter: mask.hide(organization.textFooter),
    },
  }
  const { htmlSource, textSource } = sourcesOf(hidden, codes)
  const known = { codes, keys: personKeys(fields), ...(cover === undefined ? {} : { cover }) }
  const links = new Map<string, number>()
  const shown = (source: string) => marksAsLiquid(mask.show(source), content.conditions?.length ?? 0)
  const html =
    htmlSource === null
      ? null
      : named('the HTML', () => compileLiquid(shown(htmlSource), htmlReader(tracking, links), known))
  const text =
    textSource === null ? null : named('the text', () => compileLiquid(shown(textSource), textReader, known))
  return {
    html: html === null ? null : { pieces: [html], links: [...links.keys()] },
    text: text === null ? null : [text],
    statics: [...(html?.statics ?? []), ...(text?.statics ?? [])],
    line: (name, words) => [named(name, () => compileLiquid(withSystemCodes(words), headerReader, known))],
  }
}

function named<Slot extends LiquidSlot>(part: string, compile: () => Slot): Slot {
  const inPart = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      throw error instanceof AppError ? invalid(`In ${part}, ${error.message}`) : error
    }
  }
  const slot = inPart(compile)
  return { ...slot, liquid: (values, urls) => inPart(() => slot.liquid(values, urls)) }
}

/** With what surrounds them. null: the message has no such part. */
function sourcesOf(content: Content, codes: CodeTable) {
  const { format, html, organization } = content
  const isAppended = organization.unsubTagMode === 'append_if_missing'
  const wrappedHtml = wrapHtml(html, organization.htmlHeader, organization.htmlFooter)
  const text = content.text.trim() === '' && format === 'both' ? textOf(html) : content.text
  const wrappedText = joinText([organization.textHeader, text, organization.textFooter])
  return {
    htmlSource: format === 'text' ? null : isAppended ? withHtmlLink(wrappedHtml, codes) : wrappedHtml,
    textSource: format === 'html' ? null : isAppended ? withTextLink(wrappedText, html, codes) : wrappedText,
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
  return isDeeperThan(html, depthMax) ? wordsOf(html) : convert(html)
}

const convert = compile({
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
