import { Tokenizer } from 'htmlparser2'

export type TagReader = {
  tag: (name: string) => void
  attribute?: (name: string, value: string, start: number, end: number) => void
  tagEnd?: (end: number) => void
  close: (name: string, start: number) => void
  /** Called several times for a long text. */
  text?: (text: string) => void
}

/** Does not track nesting: deeply nested markup takes tree builders seconds and can overflow the stack. */
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

/** End tags that are often omitted. */
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
