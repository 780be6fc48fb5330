import { withoutConditional } from '../contract/blocks/conditions.ts'
import type { ContentLanguage } from '../contract/campaigns/language.ts'
import { codeTable, type CodeTable, type MergeField } from './codes.ts'
import { wrapHtml } from './links.ts'
import { withSystemCodes } from './liquid/mask.ts'
import { findCodes } from './merge.ts'
import { readTags } from './tags.ts'

/** For everybody: the link, or the token for a page of the organization. */
export function hasUnsubscribeLink(part: 'html' | 'text', whole: string, codes: CodeTable): boolean {
  const text = withoutConditional(whole)
  const isLink = ({ code }: { code: { unsubscribes?: true } }) => code.unsubscribes === true
  if (!findCodes(text, codes).some(isLink)) return false
  // In HTML, a code in a comment or a style does not reach the reader.
  return part === 'text' || findCodes(readableOf(text), codes).some(isLink)
}

function readableOf(html: string): string {
  const readable: string[] = []
  readTags(html, {
    tag: () => {},
    close: () => {},
    attribute: (name, value) => {
      if (name === 'href' || name === 'action') readable.push(value)
    },
    text: (words) => readable.push(words),
  })
  return readable.join('')
}

type Body = { language?: ContentLanguage; format: 'html' | 'text' | 'both'; html: string; text: string }
type Surroundings = { htmlHeader: string; htmlFooter: string; textHeader: string; textFooter: string }

export function partsWithoutLink(
  { language, format, html, text }: Body,
  { htmlHeader, htmlFooter, textHeader, textFooter }: Surroundings,
  fields: readonly MergeField[],
): ('html' | 'text')[] {
  const codes = codeTable(fields)
  const read = language === 'liquid' ? withSystemCodes : (text: string) => text
  const parts = [
    { name: 'html', isSent: format !== 'text', words: html, whole: htmlHeader + html + htmlFooter },
    { name: 'text', isSent: format !== 'html', words: text, whole: textHeader + text + textFooter },
  ] as const
  return parts
    .filter(({ isSent, words }) => isSent && words.trim() !== '')
    .filter(({ name, whole }) => !hasUnsubscribeLink(name, read(whole), codes))
    .map(({ name }) => name)
}

/** By language of the content: `<html lang="de">`. */
const words: Record<string, string> = {
  da: 'Afmeld',
  de: 'Abmelden',
  en: 'Unsubscribe',
  es: 'Darse de baja',
  fi: 'Peruuta tilaus',
  fr: 'Se désabonner',
  it: 'Annulla l’iscrizione',
  nl: 'Afmelden',
  pl: 'Wypisz się',
  pt: 'Cancelar a subscrição',
  sv: 'Avsluta prenumerationen',
}

function wordsFor(html: string): string {
  let language = ''
  let tag = ''
  readTags(html, {
    tag: (name) => {
      tag = name
    },
    attribute: (name, value) => {
      if (tag === 'html' && name === 'lang' && language === '') language = value
    },
    close: () => {},
  })
  return words[language.slice(0, 2).toLowerCase()] ?? words['en'] ?? ''
}

export function withHtmlLink(html: string, codes: CodeTable): string {
  if (hasUnsubscribeLink('html', html, codes)) return html
  const link = `<a href="%%unsubscribe_link%%">${wordsFor(html)}</a>`
  return wrapHtml(html, '', `<p style="font-size:12px;text-align:center">${link}</p>`)
}

export function withTextLink(text: string, html: string, codes: CodeTable): string {
  if (hasUnsubscribeLink('text', text, codes)) return text
  return `${text}\n\n${wordsFor(html)}: %%unsubscribe_link%%`
}
