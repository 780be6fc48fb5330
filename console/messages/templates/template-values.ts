import type { ContentLanguage } from '../../../src/contract/campaigns/language.ts'
import type { MessageTemplate } from '../queries.ts'

export type TemplateValues = {
  name: string
  language: ContentLanguage
  subject: string
  html: string
  text: string
  /** JSON. */
  sample: string
}

export function newTemplate(): TemplateValues {
  return { name: '', language: 'liquid', subject: '', html: '', text: '', sample: '{\n  \n}' }
}

export function valuesOf({ sample_data: data, ...template }: MessageTemplate): TemplateValues {
  const { name, language, subject, html, text } = template
  return { name, language, subject, html, text, sample: JSON.stringify(data, null, 2) }
}

type Sample = { data: Record<string, unknown> } | { problem: string }

/** @returns a problem in words if it is no JSON object. */
export function sampleOf(
  sample: string,
  words: { notJson: (problem: string) => string; notObject: string },
): Sample {
  if (sample.trim() === '') return { data: {} }
  try {
    const read: unknown = JSON.parse(sample)
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? { data: read as Record<string, unknown> } : { problem: words.notObject }
  } catch (error) {
    return { problem: words.notJson(error instanceof Error ? error.message : '') }
  }
}

/** What a call takes of the parts: without HTML the message has a text only. */
export function partsOf({ html, text }: Pick<TemplateValues, 'html' | 'text'>) {
  return html.trim() === ''
    ? { format: 'text' as const, html: '', text }
    : { format: 'both' as const, html, text }
}

/** Parts that nobody has changed are not sent: they would replace the blocks from which they were made. */
export function changesOf(values: TemplateValues, initial: TemplateValues, data: Record<string, unknown>) {
  const { name, language, subject, html, text } = values
  const hasParts = html !== initial.html || text !== initial.text
  return { name, language, subject, sample_data: data, ...(hasParts ? partsOf(values) : {}) }
}
