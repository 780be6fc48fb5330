import { Tokenizer } from 'htmlparser2'

/** What is told of markup as it is read. Places are characters; names are in lower case. */
export type TagReader = {
  tag: (name: string) => void
  /** @param value decoded. @param start where its name begins. @param end behind it, a quote included. */
  attribute?: (name: string, value: string, start: number, end: number) => void
  /** @param end behind the tag. */
  tagEnd?: (end: number) => void
  /** @param start of `</`. */
  close: (name: string, start: number) => void
  /** Decoded, in pieces. */
  text?: (text: string) => void
}

/**
 * Reads the tags of HTML, in time that grows with its length alone: what is within what is not looked at, for markup in
 * which everything is within everything else takes parsers seconds, and more stack than there is.
 */
export function readTags(html: string, reader: TagReader): void {
  let attribute = { name: '', start: 0, value: '' }
  const nothing = () => {}
  const endTag = (end: number) => reader.tagEnd?.(end + 1)
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname: (start, end) => reader.tag(html.slice(start, end).toLowerCase()),
      onattribname: (start, end) => {
        attribute = { name: html.slice(start, end).toLowerCase(), start, value: '' }
      },
      onattribdata: (start, end) => {
        attribute.value += html.slice(start, end)
      },
      onattribentity: (code) => {
        attribute.value += String.fromCodePoint(code)
      },
      onattribend: (_quote, end) => reader.attribute?.(attribute.name, attribute.value, attribute.start, end),
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag: (start, end) =>
        reader.close(html.slice(start, end).toLowerCase(), html.lastIndexOf('</', start)),
      ontext: (start, end) => reader.text?.(html.slice(start, end)),
      ontextentity: (code) => reader.text?.(String.fromCodePoint(code)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

const voidTags = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
)

/** Whose end tags are left out as often as not: each ends those that stand before it. */
const endedBy: Partial<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['tr', 'td', 'th'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  option: ['option'],
}

/** Whether more than so many elements are within each other. */
export function isDeeperThan(html: string, depthMax: number): boolean {
  const open: string[] = []
  let isDeeper = false
  readTags(html, {
    tag: (name) => {
      if (isDeeper || voidTags.has(name)) return
      const ended = Object.hasOwn(endedBy, name) ? (endedBy[name] ?? []) : []
      while (ended.includes(open.at(-1) ?? '')) open.pop()
      isDeeper = open.push(name) > depthMax
    },
    close: (name) => {
      const place = open.lastIndexOf(name)
      if (place !== -1) open.length = place
    },
  })
  return isDeeper
}

const hiddenTags = new Set(['script', 'style', 'title', 'template'])
const inlineTags = new Set(
  'a abbr b bdi bdo big cite code del em font i ins kbd mark q s small span strike strong sub sup tt u var'.split(
    ' ',
  ),
)

/** The words of HTML without its markup: a line for each run between tags that begin a line. */
export function wordsOf(html: string): string {
  const lines: string[] = ['']
  let hidden = ''
  const breakLine = (name: string) => {
    if (!inlineTags.has(name) && lines.at(-1) !== '') lines.push('')
  }
  readTags(html, {
    tag: (name) => {
      if (hidden === '' && hiddenTags.has(name)) hidden = name
      breakLine(name)
    },
    close: (name) => {
      if (name === hidden) hidden = ''
      breakLine(name)
    },
    text: (text) => {
      if (hidden === '') lines.push(`${lines.pop() ?? ''}${text}`)
    },
  })
  const bare = lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())
  return bare.filter((line) => line !== '').join('\n')
}
