import type { JSONContent } from '@tiptap/core'
import { marks, type Line, type Span } from '../../../../src/contract/blocks/document.ts'

const lists = { bullet: 'bulletList', number: 'orderedList' } as const

/** The lines of a document as the editor holds them. */
export function nodesOf(lines: readonly Line[]): JSONContent {
  const content: JSONContent[] = []
  for (const { kind, spans } of lines) {
    const paragraph: JSONContent = { type: 'paragraph', content: spans.flatMap(inlineOf) }
    if (kind === 'paragraph') {
      content.push(paragraph)
      continue
    }
    const item: JSONContent = { type: 'listItem', content: [paragraph] }
    const last = content.at(-1)
    if (last?.type === lists[kind]) last.content?.push(item)
    else content.push({ type: lists[kind], content: [item] })
  }
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content }
}

function inlineOf({ text, marks: set, href }: Span): JSONContent[] {
  const written = [
    ...set.map((type) => ({ type })),
    ...(href === '' ? [] : [{ type: 'link', attrs: { href } }]),
  ]
  return text
    .split('\n')
    .flatMap((part, place): JSONContent[] => [
      ...(place === 0 ? [] : [{ type: 'hardBreak' }]),
      ...(part === '' ? [] : [{ type: 'text', text: part, marks: written }]),
    ])
}

/** And back. Lists in lists become one list: the document has one level. */
export function linesOf({ content = [] }: JSONContent, kind: Line['kind'] = 'paragraph'): Line[] {
  return content.flatMap((node): Line[] => {
    if (node.type === 'paragraph') return [{ kind, spans: spansOf(node) }]
    if (node.type === lists.bullet) return linesOf(node, 'bullet')
    if (node.type === lists.number) return linesOf(node, 'number')
    return linesOf(node, kind)
  })
}

function spansOf({ content = [] }: JSONContent): Span[] {
  const spans: Span[] = []
  for (const { type, text = '', marks: written = [] } of content) {
    const last = spans.at(-1)
    if (type === 'hardBreak') {
      if (last === undefined) spans.push({ text: '\n', marks: [], href: '' })
      else last.text += '\n'
      continue
    }
    const link = written.find((mark) => mark.type === 'link')?.attrs?.['href']
    spans.push({
      text,
      marks: marks.filter((mark) => written.some((one) => one.type === mark)),
      href: typeof link === 'string' ? link : '',
    })
  }
  return spans
}
