import { linkTags, urlAttributes } from '../links.ts'

/**
 * Where the next character of a document stands, read character by character as browsers do. A value is encoded for its
 * place, and all branches of a condition have to end in the same one, so the place never depends on the reader.
 */
export type HtmlContext = {
  state: State
  /** Of the open tag, or of `script` and the like until it is closed. */
  tag: string
  isEndTag: boolean
  attribute: string
  /** The value of the attribute has begun. */
  isStarted: boolean
  /** What may become the end of a comment or of a script. */
  tail: string
  /** In `<!--[if mso]>`: markup for Outlook alone. */
  isConditional: boolean
  /** The tag has an `href` already. */
  hasLink: boolean
}

type State =
  | 'text'
  | 'tag_open'
  | 'tag_name'
  | 'before_attribute'
  | 'attribute_name'
  | 'after_attribute'
  | 'before_value'
  | 'double_quoted'
  | 'single_quoted'
  | 'unquoted'
  | 'comment'
  | 'declaration'
  | 'raw'

export type HtmlPlace = 'html' | 'url' | 'url_start' | 'bare' | 'bare_url' | 'bare_url_start' | 'script'

/** An address that can be counted: its place in the text that was read. */
export type LinkSpan = { start: number; end: number }

export function startOfHtml(): HtmlContext {
  return {
    state: 'text',
    tag: '',
    isEndTag: false,
    attribute: '',
    isStarted: false,
    tail: '',
    isConditional: false,
    hasLink: false,
  }
}

const rawTags = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'])
const space = /[\t\n\f\r ]/

/** Changes the context. @returns the values of `href` that begin and end in this text. */
export function readHtml(context: HtmlContext, html: string): LinkSpan[] {
  const links: LinkSpan[] = []
  let valueStart: number | null = null
  for (let at = 0; at < html.length; at++) {
    const before = context.state
    step(context, html[at] ?? '')
    const isQuoted = context.state === 'double_quoted' || context.state === 'single_quoted'
    if (before === 'before_value' && isQuoted) valueStart = at + 1
    const wasQuoted = before === 'double_quoted' || before === 'single_quoted'
    if (!wasQuoted || isQuoted) continue
    if (valueStart !== null && isLink(context)) links.push({ start: valueStart, end: at })
    if (context.attribute === 'href') context.hasLink = true
    valueStart = null
  }
  return links
}

function isLink({ tag, attribute, isEndTag, isConditional, hasLink }: HtmlContext): boolean {
  return attribute === 'href' && linkTags.has(tag) && !isEndTag && !isConditional && !hasLink
}

function step(context: HtmlContext, character: string): void {
  switch (context.state) {
    case 'text':
      if (character === '<') become(context, 'tag_open', { tag: '', isEndTag: false, tail: '' })
      return
    case 'tag_open':
      return stepTagOpen(context, character)
    case 'comment':
      return stepComment(context, character)
    case 'declaration':
      return stepDeclaration(context, character)
    case 'raw':
      return stepRaw(context, character)
    case 'double_quoted':
    case 'single_quoted':
      return stepQuoted(context, character)
    default:
      return stepTag(context, character)
  }
}

function become(context: HtmlContext, state: State, changes: Partial<HtmlContext> = {}): void {
  Object.assign(context, changes, { state })
}

function stepTagOpen(context: HtmlContext, character: string): void {
  const { tail, isEndTag } = context
  if (tail === '' && !isEndTag && character === '/') return become(context, 'tag_open', { isEndTag: true })
  if (tail === '' && /[a-z]/i.test(character)) {
    return become(context, 'tag_name', { tag: character.toLowerCase(), hasLink: false, attribute: '' })
  }
  if (tail === '' && !isEndTag && character === '!') return become(context, 'declaration', { tail: '!' })
  if (tail === '' && (isEndTag ? character !== '>' : character === '?'))
    return become(context, 'declaration', { tail: '?' })
  become(context, character === '<' ? 'tag_open' : 'text', { tail: '', isEndTag: false })
}

/** `<!doctype …>`, and the beginnings of comments. */
function stepDeclaration(context: HtmlContext, character: string): void {
  const tail = `${context.tail}${character}`.slice(0, 7)
  if (tail === '!--') return become(context, 'comment', { tail: '' })
  if (character === '>') {
    const isEnd = /^!\[endif/i.test(context.tail)
    return become(context, 'text', { tail: '', ...(isEnd ? { isConditional: false } : {}) })
  }
  context.tail = tail
}

function stepComment(context: HtmlContext, character: string): void {
  const tail = `${context.tail}${character}`
  if (character === '>') {
    if (/^\[if\b[^\]]*\]$/i.test(context.tail))
      return become(context, 'text', { tail: '', isConditional: true })
    // `<!-->` and `<!--->` are comments as well; `<!--[if !mso]><!-->` is for everybody.
    if (/^-?$/.test(context.tail)) return become(context, 'text', { tail: '', isConditional: false })
    if (/--!?$/.test(context.tail)) return become(context, 'text', { tail: '' })
  }
  const mayOpen = tail.length < 100 && /^\[(?:i(?:f[^>]*)?)?$/i.test(tail)
  context.tail = mayOpen || /^-{0,2}$/.test(tail) ? tail : `\0${/(?:--!?|-)$/.exec(tail)?.[0] ?? ''}`
}

function stepRaw(context: HtmlContext, character: string): void {
  const tail = `${context.tail}${character}`.toLowerCase()
  const close = `</${context.tag}`
  if (tail.length === close.length + 1 && tail.startsWith(close)) {
    if (character === '>') return become(context, 'text', { tail: '' })
    if (space.test(character) || character === '/') {
      return become(context, 'before_attribute', { tail: '', isEndTag: true, attribute: '' })
    }
  }
  context.tail = close.startsWith(tail) ? tail : character === '<' ? '<' : ''
}

function stepQuoted(context: HtmlContext, character: string): void {
  const quote = context.state === 'double_quoted' ? '"' : "'"
  if (character === quote) become(context, 'before_attribute')
  else if (!space.test(character)) context.isStarted = true
}

function stepTag(context: HtmlContext, character: string): void {
  const { state } = context
  if (character === '>') return endTag(context)
  if (state === 'unquoted') {
    if (space.test(character)) become(context, 'before_attribute')
    else context.isStarted = true
    return
  }
  if (state === 'before_value') {
    if (space.test(character)) return
    if (character === '"') return become(context, 'double_quoted', { isStarted: false })
    if (character === "'") return become(context, 'single_quoted', { isStarted: false })
    return become(context, 'unquoted', { isStarted: true })
  }
  if (state === 'tag_name') {
    if (space.test(character) || character === '/') become(context, 'before_attribute')
    else context.tag += character.toLowerCase()
    return
  }
  if (character === '=' && state !== 'before_attribute') return become(context, 'before_value')
  if (space.test(character)) {
    if (state === 'attribute_name') become(context, 'after_attribute')
    return
  }
  if (character === '/') return become(context, 'before_attribute')
  if (state === 'attribute_name') context.attribute += character.toLowerCase()
  else become(context, 'attribute_name', { attribute: character.toLowerCase() })
}

function endTag(context: HtmlContext): void {
  const isRaw = !context.isEndTag && rawTags.has(context.tag)
  become(context, isRaw ? 'raw' : 'text', { tail: '', attribute: '', isStarted: false })
  if (!isRaw) Object.assign(context, { tag: '', isEndTag: false })
}

/** Where a value stands. Changes the context as a value does. null: no value may stand there. */
export function placeValue(context: HtmlContext): HtmlPlace | null {
  switch (context.state) {
    case 'text':
      return 'html'
    case 'comment':
      if (!/^(?:|\0)$/.test(context.tail)) return null
      context.tail = '\0'
      return 'html'
    case 'raw':
      if (context.tail !== '') return null
      return context.tag === 'title' || context.tag === 'textarea' ? 'html' : 'script'
    case 'before_value':
      become(context, 'unquoted', { isStarted: false })
      return placeInAttribute(context)
    case 'unquoted':
    case 'double_quoted':
    case 'single_quoted':
      return placeInAttribute(context)
    default:
      return null
  }
}

function placeInAttribute(context: HtmlContext): HtmlPlace {
  const { isStarted, state } = context
  context.isStarted = true
  const isBare = state === 'unquoted'
  if (!urlAttributes.has(context.attribute)) return isBare ? 'bare' : 'html'
  if (isBare) return isStarted ? 'bare_url' : 'bare_url_start'
  return isStarted ? 'url' : 'url_start'
}

/** The context after one of two branches. null: they leave the document in different places. */
export function joinHtml(one: HtmlContext, other: HtmlContext): HtmlContext | null {
  if (one.state !== other.state || one.tail !== other.tail || one.isConditional !== other.isConditional)
    return null
  const joined = {
    ...one,
    isStarted: one.isStarted || other.isStarted,
    hasLink: one.hasLink || other.hasLink,
  }
  if (one.state === 'text' || one.state === 'comment' || one.state === 'declaration') return joined
  return one.tag === other.tag && one.isEndTag === other.isEndTag && isSameAttribute(one, other)
    ? joined
    : null
}

/** Between attributes it does not matter which was the last. */
function isSameAttribute(one: HtmlContext, other: HtmlContext): boolean {
  return one.state === 'before_attribute' || one.state === 'raw' || one.attribute === other.attribute
}
