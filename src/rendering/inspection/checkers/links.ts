import { safeHref } from '../../../contract/blocks/markup.ts'
import type { Block, BlockDocument } from '../../../contract/blocks/document.ts'
import { isPrivateHost, isSampleHost } from '../../../contract/campaigns/samples.ts'
import { readTags } from '../../tags.ts'
import type { ContentChecker, Problem } from './checked-content.ts'

/** Words of a link, and where it leads. null: there is no address at all. */
type Link = { what: string; words: string; href: string | null }

const shownMax = 60
const foundMax = 20

/** Buttons and links that lead nowhere, or where no reader gets. */
export const checkLinkAddresses: ContentChecker = ({ body: { format, html, text }, document }) => {
  const links = [
    ...(document === null ? [] : linksOfBlocks(document)),
    ...(format === 'text' ? linksOfText(text) : linksOfHtml(html)),
  ]
  const problems = links.flatMap((link): Problem[] => {
    const problem = problemOf(link)
    if (problem === null) return []
    const words = link.words.replaceAll(/\s+/g, ' ').trim()
    const named = words === '' ? `A ${link.what}` : `The ${link.what} “${cut(words)}”`
    return [{ kind: 'stop', code: 'link', sentence: `${named} ${problem}` }]
  })
  return [...new Map(problems.map((one) => [one.sentence, one])).values()].slice(0, foundMax)
}

function cut(words: string): string {
  return words.length > shownMax ? `${words.slice(0, shownMax)}…` : words
}

function problemOf({ href }: Link): string | null {
  const address = href?.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim() ?? ''
  if (address === '' || address === '#') return 'has no address: it leads nowhere.'
  // What a code stands for is known when it is sent.
  if (/^(?:%%|\{\{|\{%|cid:|#)/.test(address)) return null
  if (/^(?:mailto|tel|sms):/i.test(address)) {
    return /^(?:mailto|tel|sms):\s*$/i.test(address) ? 'has no address: it leads nowhere.' : null
  }
  if (!/^https?:/i.test(address)) {
    return `leads to “${cut(address)}”, which is no address: begin it with https://.`
  }
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]*|\[[^\]]*\])(?::\d+)?(?:[/?#]|$)/i.exec(address)?.[1] ?? ''
  if (host.includes('%%') || host.includes('{')) return null
  if (host === '' || !host.replaceAll(/^\[|\]$/g, '').match(/[.:]|^localhost$/i)) {
    return `leads to “${cut(address)}”, which is no complete address.`
  }
  if (isPrivateHost(host)) return `leads to ${host}, which readers cannot reach.`
  if (isSampleHost(host)) return `leads to ${host}, which is the sample of a template.`
  return null
}

/** What the compiler leaves out, because it is no link, is not in the HTML. */
function linksOfBlocks({ blocks }: BlockDocument): Link[] {
  return blocks
    .flatMap((block): Block[] =>
      block.type === 'columns' ? block.columns.flatMap(({ blocks: inner }) => inner) : [block],
    )
    .flatMap(linksOfBlock)
    .filter(({ href }) => safeHref(href ?? '') === '')
}

function linksOfBlock(block: Block): Link[] {
  switch (block.type) {
    case 'button':
      return block.text.trim() === '' && block.href.trim() === ''
        ? []
        : [{ what: 'button', words: block.text, href: block.href }]
    case 'image':
      return given({ what: 'picture', words: block.alt, href: block.href })
    case 'header':
      return given({ what: 'header', words: block.name, href: block.href })
    case 'social':
      return block.links.map(({ network, href }) => ({ what: 'link', words: network, href }))
    case 'text':
    case 'footer':
      return block.lines.flatMap(({ spans }) =>
        spans.flatMap(({ text, href }) => given({ what: 'link', words: text, href })),
      )
    default:
      return []
  }
}

function given(link: Link & { href: string }): Link[] {
  return link.href.trim() === '' ? [] : [link]
}

function linksOfHtml(html: string): Link[] {
  const links: (Link & { isTarget: boolean })[] = []
  let open: (typeof links)[number] | null = null
  let tag = ''
  readTags(html, {
    tag: (name) => {
      tag = name
      if (name !== 'a' && name !== 'area') return
      open = { what: 'link', words: '', href: null, isTarget: false }
      links.push(open)
    },
    attribute: (name, value) => {
      if (open === null) return
      if (tag === 'img' && name === 'alt') open.words += value
      if (tag !== 'a' && tag !== 'area') return
      if (name === 'href') open.href ??= value
      // `<a name="news">` is a place that others lead to.
      if (name === 'name' || name === 'id') open.isTarget = true
    },
    close: (name) => {
      if (name === 'a') open = null
    },
    text: (text) => {
      if (open !== null) open.words += text
    },
  })
  return links.filter(({ isTarget, href }) => href !== null || !isTarget)
}

function linksOfText(text: string): Link[] {
  return [...text.matchAll(/\bhttps?:\/\/[^\s<>"]*/gi)].map(([href]) => ({ what: 'link', words: '', href }))
}
