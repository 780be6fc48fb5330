import { findSamples, isSampleHost } from '../../../contract/campaigns/samples.ts'
import { compileDocument } from '../../../contract/blocks/compile.ts'
import { readTags } from '../../tags.ts'
import type { CheckedContent, ContentChecker, Problem } from './checked-content.ts'

/** What was left of a template: its words, its pictures and its imprint. */
export const checkSamples: ContentChecker = (content) => {
  const { imprints, words } = textsOf(content)
  const isSample = imprints.some((imprint) => findSamples(imprint).length > 0)
  const imprint: Problem[] = isSample
    ? [
        {
          kind: 'stop',
          code: 'sample',
          sentence: 'The imprint is still that of the template: say who sends this.',
        },
      ]
    : []
  const ofImprint = new Set(imprints.flatMap((text) => findSamples(text)))
  const left = [...new Set(words.flatMap((text) => findSamples(text)))].filter((one) => !ofImprint.has(one))
  return [
    ...imprint,
    ...left.map((one): Problem => ({
      kind: 'stop',
      code: 'sample',
      sentence: `“${one}” is still there from the template.`,
    })),
    ...samplePictures(content.body),
  ]
}

function textsOf({ body, document }: CheckedContent): { imprints: string[]; words: string[] } {
  if (document === null) {
    const parts = body.format === 'text' ? [body.text] : [plainOf(body.html), body.text]
    return { imprints: [], words: [body.subject, ...parts] }
  }
  const footers = document.blocks.flatMap((block) => (block.type === 'footer' ? [block] : []))
  const names = document.blocks.flatMap((block) => (block.type === 'header' ? [block.name] : []))
  // The text part sets marks before quotes and lists, and joins what stands in several spans.
  const { text } = compileDocument(document, { showsAll: true })
  const written = document.blocks.filter(({ type }) => type !== 'footer').flatMap(stringsOf)
  const words = [body.subject, document.preheader, ...names, ...written, text]
  return { imprints: footers.map(({ imprint }) => imprint), words }
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

/** One paragraph or cell a line, without the words of style sheets. */
function plainOf(html: string): string {
  let text = ''
  let isHidden = false
  readTags(html, {
    tag: (name) => {
      isHidden = name === 'style' || name === 'script'
      if (!inline.has(name)) text += '\n'
    },
    close: (name) => {
      if (name === 'style' || name === 'script') isHidden = false
      if (!inline.has(name)) text += '\n'
    },
    text: (more) => {
      if (!isHidden) text += more
    },
  })
  return text
}

const inline = new Set(['a', 'b', 'em', 'font', 'i', 'small', 'span', 'strong', 'u'])

function samplePictures({ format, html }: CheckedContent['body']): Problem[] {
  if (format === 'text') return []
  const hosts = new Set<string>()
  let isPicture = false
  readTags(html, {
    tag: (name) => {
      isPicture = name === 'img'
    },
    attribute: (name, value) => {
      const host = /^(?:https?:)?\/\/([^/?#:]+)/i.exec(value.trim())?.[1]
      if (isPicture && name === 'src' && host !== undefined && isSampleHost(host)) hosts.add(host)
    },
    close: () => {},
  })
  return [...hosts].map((host) => ({
    kind: 'stop',
    code: 'sample',
    sentence: `A picture of ${host} is the sample of a template.`,
  }))
}
