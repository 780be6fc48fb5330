import type { Block, Line, Span } from './document.ts'
import { marked } from './conditions.ts'
import { safeHref, type Conditions } from './markup.ts'
import { networkNames } from './rows.ts'

/** The text part: what the reader would read, in the same order, with each address behind its words. */
export function textOf(blocks: readonly Block[], conditions: Conditions): string {
  const parts = blocks
    .map((block) => ({ words: wordsOf(block, conditions), place: conditions.get(block) }))
    .filter(({ words }) => words !== '')
  // What is left out takes the empty line after it along.
  const spaced = parts.map(({ words, place }, at) => {
    const text = at < parts.length - 1 ? `${words}\n\n` : words
    return place === undefined ? text : marked(text, place)
  })
  return `${spaced.join('')}\n`
}

function wordsOf(block: Block, conditions: Conditions): string {
  switch (block.type) {
    case 'text':
      return linesOf(block.lines)
    case 'heading':
      return clean(block.text)
    case 'image':
      return block.decorative ? '' : withAddress(clean(block.alt), block.href)
    case 'button':
      return withAddress(clean(block.text), block.href)
    case 'divider':
      return '---'
    case 'spacer':
      return ''
    case 'header': {
      const web = clean(block.web_version_text)
      const version = web === '' ? '' : `${web}: %%link_to_web_version%%\n\n`
      return `${version}${withAddress(clean(block.name), block.href)}`.trim()
    }
    case 'footer': {
      const leave = `${clean(block.unsubscribe_text) || 'Unsubscribe'}: %%unsubscribe_link%%`
      return [linesOf(block.lines), clean(block.imprint), leave].filter((part) => part !== '').join('\n\n')
    }
    case 'social':
      return block.links
        .filter(({ network, href }) => Object.hasOwn(networkNames, network) && safeHref(href) !== '')
        .map(({ network, href }) => `${networkNames[network]}: ${safeHref(href)}`)
        .join('\n')
    case 'quote': {
      const said = clean(block.text)
      const by = clean(block.attribution)
      return `${said.replaceAll(/^/gm, '> ')}${by === '' ? '' : `\n> - ${by}`}`
    }
    case 'html':
      return clean(block.text)
    case 'columns':
      return block.columns
        .map(({ blocks }) => textOf(blocks, conditions).trim())
        .filter((part) => part !== '')
        .join('\n\n')
  }
}

function linesOf(lines: readonly Line[]): string {
  let text = ''
  let number = 0
  let before: Line['kind'] | null = null
  for (const { kind, spans } of lines) {
    const isList = kind !== 'paragraph'
    number = kind === 'number' ? number + 1 : 0
    if (before !== null) text += isList && before === kind ? '\n' : '\n\n'
    const mark = kind === 'number' ? `${number}. ` : '- '
    text += `${isList ? mark : ''}${spans.map(spanOf).join('')}`
    before = kind
  }
  return text.trim()
}

function spanOf({ text, href }: Span): string {
  const words = text.replaceAll(/\r\n?/g, '\n')
  const target = safeHref(href)
  return target === '' || target === words ? words : `${words} (${target})`
}

function withAddress(words: string, href: string): string {
  const target = safeHref(href)
  if (target === '') return words
  return words === '' ? target : `${words}: ${target}`
}

function clean(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}
